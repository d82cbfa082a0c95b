//! Which words of L1BM an expression touches (s. 3.6.7, 3.6.8).

use crate::mncore2::isa::{L1bmPlace, L2bm, Up, UpKind};

const L1BM_WORDS: u32 = 8192;

/// First address and length, in long words, of what is written from the L2BM side in four cycles.
pub(super) const fn from_above(l2bm: &L2bm) -> Option<(u32, u32)> {
    match *l2bm {
        L2bm::Broadcast { lb, .. } | L2bm::Broadcast2 { lb, .. } => Some((lb as u32, 64)),
        L2bm::Distribute { lb, .. } => Some((lb as u32, 32)),
        L2bm::Multicast { to, .. } => Some((to as u32, 64)),
        _ => None,
    }
}

/// The same from the PE side.
pub(super) const fn from_below(up: &Up) -> Option<(u32, u32)> {
    let L1bmPlace::At(lb) = up.to.place else { return None };
    let a_cycle = match (up.kind, up.to.double) {
        (UpKind::Mab(_) | UpKind::Reduce { .. }, false) => 4,
        (UpKind::Mab(_) | UpKind::Reduce { .. }, true) => 8,
        (UpKind::Mab4(_) | UpKind::Reduce4 { .. }, false) => 16,
        (UpKind::Mab4(_) | UpKind::Reduce4 { .. }, true) => 32,
        (UpKind::Gather(_), _) => 64,
    };
    Some((lb as u32, 4 * a_cycle))
}

/// Whether two stretches share a word of L1BM, which wraps.
pub(super) const fn overlap(a: (u32, u32), b: (u32, u32)) -> bool {
    b.0.wrapping_sub(a.0) % L1BM_WORDS < a.1 || a.0.wrapping_sub(b.0) % L1BM_WORDS < b.1
}
