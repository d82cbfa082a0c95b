//! L1BM written from both sides in one step (MN-D81).

use super::Violation;
use crate::mncore2::isa::{Expr, L1bmPlace, L2bm, Up, UpKind};

const L1BM_WORDS: u32 = 8192;

/// First address and length, in long words, of what is written from the L2BM side in four cycles.
const fn from_above(l2bm: &L2bm) -> Option<(u32, u32)> {
    match *l2bm {
        L2bm::Broadcast { lb, .. } | L2bm::Broadcast2 { lb, .. } => Some((lb as u32, 64)),
        L2bm::Distribute { lb, .. } => Some((lb as u32, 32)),
        L2bm::Multicast { to, .. } => Some((to as u32, 64)),
        _ => None,
    }
}

/// The same from the PE side.
const fn from_below(up: &Up) -> Option<(u32, u32)> {
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
const fn overlap(a: (u32, u32), b: (u32, u32)) -> bool {
    b.0.wrapping_sub(a.0) % L1BM_WORDS < a.1 || a.0.wrapping_sub(b.0) % L1BM_WORDS < b.1
}

/// The two sides write no common address.
pub(super) fn l1bm(exprs: &[Expr], found: &mut Vec<Violation>) {
    let above = exprs.iter().enumerate().find_map(|(i, e)| match e {
        Expr::L2bm(l2bm) => Some((i, from_above(l2bm)?)),
        _ => None,
    });
    let below = exprs.iter().enumerate().find_map(|(i, e)| match e {
        Expr::Up(up) => Some((i, from_below(up)?)),
        _ => None,
    });
    let (Some((i, a)), Some((j, b))) = (above, below) else { return };
    if overlap(a, b) {
        found.push(
            Violation::warning(
                "MN-W-RACE",
                "3.6.1.4",
                [i, j],
                format!(
                    "L1BM is written from both sides at common addresses: {} words from $lb{} and \
                     {} words from $lb{}",
                    a.1, a.0, b.1, b.0
                ),
            )
            .help("put them into two steps; here the words from the PEs are the ones that stay"),
        );
    }
}
