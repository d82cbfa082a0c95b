//! MV statements: the legal forms as data (s. 3.5.8).

use super::l1bm::{DAR_POOL, lc, rrn};
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::size::{DRAM_WORDS, PDM_WORDS};
use semantics::mncore2::isa::{MvOp, MvOperand, MvTransfer, Tag};

/// The basic mode; reductions get their operation later.
#[derive(Clone, Copy)]
enum Mode {
    P,
    B,
    B2,
    B4,
    D,
    R,
    R2,
    R4,
}

/// A side of a form: what is written behind the address, and long words a unit.
#[derive(Clone, Copy)]
enum Side {
    /// `$p`, with the group or without.
    Pdm(bool, u32),
    /// `$d`, with the group or without.
    Dram(bool, u32),
    /// `$lc`, with group and L2B or without.
    L2bm(bool, bool),
}

use Mode::{B, B2, B4, D, P, R, R2, R4};
use Side::{Dram, L2bm, Pdm};

/// Units are counted in long words of L2BM where it takes part, else of PDM: always 64 a unit, except
/// that a unit of PDM beside L2BM may be larger.
const FORMS: [(Mode, Side, Side); 25] = [
    (P, Pdm(true, 64), Dram(true, 64)),
    (P, Dram(true, 64), Pdm(true, 64)),
    (P, Pdm(true, 64), L2bm(true, true)),
    (P, L2bm(true, true), Pdm(true, 64)),
    (P, Dram(true, 64), L2bm(true, true)),
    (P, L2bm(true, true), Dram(true, 64)),
    (P, Pdm(true, 64), Pdm(true, 64)),
    (P, Pdm(false, 64), L2bm(false, true)),
    (P, L2bm(false, true), Pdm(false, 64)),
    (P, Dram(false, 64), L2bm(false, true)),
    (P, L2bm(false, true), Dram(false, 64)),
    (P, L2bm(false, false), Dram(false, 64)),
    (B2, Dram(false, 64), L2bm(false, false)),
    (R2, L2bm(false, false), Dram(false, 64)),
    (R2, L2bm(true, false), Pdm(true, 64)),
    (B4, Dram(false, 32), L2bm(false, false)),
    (R4, L2bm(false, false), Dram(false, 32)),
    (B, Pdm(true, 64), L2bm(false, false)),
    (R, L2bm(false, false), Pdm(true, 64)),
    (B, Dram(false, 16), L2bm(false, false)),
    (R, L2bm(false, false), Dram(false, 16)),
    (D, Pdm(true, 512), L2bm(false, false)),
    (D, L2bm(false, false), Pdm(true, 512)),
    (D, Pdm(true, 64), Dram(false, 16)),
    (D, Dram(false, 16), Pdm(true, 64)),
];

/// A transfer of any form.
pub(super) fn transfer(c: &mut dyn Choices, tag: Option<Tag>) -> MvTransfer {
    let (mode, from, to) = pick(c, &FORMS);
    let op = match mode {
        Mode::P => MvOp::P,
        Mode::B => MvOp::B,
        Mode::B2 => MvOp::B2,
        Mode::B4 => MvOp::B4,
        Mode::D => MvOp::D,
        Mode::R => MvOp::R(rrn(c)),
        Mode::R2 => MvOp::R2(rrn(c)),
        Mode::R4 => MvOp::R4(rrn(c)),
    };
    let g = small(c, 4) as u8;
    let h = match (mode, from, to) {
        // A reduction in a group stays there; a copy between PDMs leaves it.
        (Mode::R2, ..) => g,
        (_, Pdm(..), Pdm(..)) => (g + 1 + small(c, 3) as u8) % 4,
        _ => small(c, 4) as u8,
    };
    let (from, to) = (operand(c, from, g), operand(c, to, h));
    let indirect = [from, to].iter().any(|x| matches!(x, MvOperand::Indirect { .. }));
    MvTransfer {
        op,
        size: 64 * (1 + u32::from(small(c, 3))),
        tag,
        priority: chance(c, 1, 4).then(|| small(c, 4) as u8),
        run: (indirect && chance(c, 2, 3)).then(|| 1 + u32::from(small(c, 6))),
        from,
        to,
    }
}

fn operand(c: &mut dyn Choices, side: Side, g: u8) -> MvOperand {
    match side {
        Pdm(group, unit) => {
            let address = address(c, unit, PDM_WORDS);
            MvOperand::Pdm { address, group: group.then_some(g) }
        }
        Dram(group, _) if chance(c, 1, 3) => MvOperand::Indirect {
            entry: if chance(c, 1, 8) { 1023 } else { small(c, DAR_POOL) },
            group: group.then_some(g),
        },
        Dram(group, unit) => {
            // A multiple of 16 will do (MN-D100).
            let unit = if chance(c, 1, 8) { 16 } else { unit };
            let address = address(c, unit, DRAM_WORDS);
            MvOperand::Dram { address, group: group.then_some(g) }
        }
        L2bm(group, l2b) => MvOperand::L2bm {
            address: lc(c, 64),
            group: group.then_some(g),
            l2b: l2b.then(|| small(c, 2) as u8),
        },
    }
}

/// An address in the first units of a memory, or its last unit so that the transfer wraps.
fn address(c: &mut dyn Choices, unit: u32, words: u32) -> u32 {
    if chance(c, 1, 16) { words - unit } else { unit * u32::from(small(c, 6)) }
}
