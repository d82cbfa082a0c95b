//! Transfers between L2BM and L1BM, and to the DAR.

use super::l1bm::{address, rrn};
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::size::L2BM_WORDS;
use semantics::mncore2::isa::{Expr, L1bSet, L2bm};

/// Long words of L2BM that most addresses lie in.
pub(super) const POOL: u16 = 1024;

/// Where the data for the DAR lies, in long words.
pub(super) const DAR_DATA: u16 = 1024;

/// Entries of the DAR that are written and read.
pub(super) const DAR_POOL: u16 = 32;

/// An address of L2BM, in the pool or at the end so that it wraps.
pub(super) fn lc(c: &mut dyn Choices, unit: u16) -> u16 {
    if chance(c, 1, 16) { L2BM_WORDS as u16 - unit } else { unit * small(c, POOL / unit) }
}

/// All L1Bs, or a set.
fn set(c: &mut dyn Choices) -> L1bSet {
    if chance(c, 1, 2) { some_set(c, 8) } else { L1bSet::ALL }
}

fn some_set(c: &mut dyn Choices, modes: u16) -> L1bSet {
    let mode = small(c, modes) as u8;
    // Bits of the mode say nothing in the base.
    L1bSet { base: small(c, 8) as u8 & (7 ^ mode), mode }
}

/// An expression of the group l2bm.
pub(super) fn l2bm(c: &mut dyn Choices) -> Expr {
    Expr::L2bm(match c.below(10) {
        0 => L2bm::Broadcast { set: set(c), lc: lc(c, 16), lb: address(c, 16) },
        1 => L2bm::Broadcast2 { set: set(c), lc: lc(c, 64), lb: address(c, 16) },
        2 => L2bm::Distribute { set: set(c), lc: lc(c, 64), lb: address(c, 8) },
        3 => L2bm::Transfer { l1b: small(c, 8) as u8, lb: address(c, 16), lc: lc(c, 16) },
        4 | 5 => L2bm::Reduce { rrn: rrn(c), set: set(c), lb: address(c, 16), lc: lc(c, 16) },
        6 => L2bm::Reduce2 { rrn: rrn(c), lb: address(c, 16), lc: lc(c, 64) },
        7 => L2bm::Gather { lb: address(c, 8), lc: lc(c, 64) },
        8 => L2bm::Multicast { set: some_set(c, 7), from: address(c, 16), to: address(c, 16) },
        _ => {
            let lc = if chance(c, 1, 4) { lc(c, 64) } else { DAR_DATA };
            let dar = if chance(c, 1, 8) { 1020 + small(c, 4) } else { small(c, DAR_POOL) };
            L2bm::Dars { lc, l2b: pick(c, &[0, 1]), dar }
        }
    })
}
