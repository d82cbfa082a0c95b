//! MV statements (s. 3.5).

use super::opcode::exists;
use crate::mncore2::isa::size::{DAR_ENTRIES, DRAM_WORDS, GROUPS, L2BM_WORDS, L2BS, PDM_WORDS};
use crate::mncore2::isa::table::{Form, MvKind, Opcode, Place, mv_rows};
use crate::mncore2::isa::{MvOp, MvOperand, MvTransfer};

/// The most long words of a transfer, and what they are a multiple of (MN-D62).
const SIZE: (u32, u32) = (1 << 20, 64);

pub(super) fn transfer(mv: &MvTransfer) -> bool {
    let indirect =
        [mv.from, mv.to].iter().any(|operand| matches!(operand, MvOperand::Indirect { .. }));
    let (most, unit) = SIZE;
    exists(Opcode::Mv(mv.op))
        && (unit..=most).contains(&mv.size)
        && mv.size.is_multiple_of(unit)
        && mv.priority.is_none_or(|priority| priority < 4)
        && mv.run.is_none_or(|run| run > 0 && indirect)
        && [mv.from, mv.to].iter().all(operand)
        && form(mv)
}

fn operand(operand: &MvOperand) -> bool {
    let (address, size, group, l2b) = match *operand {
        MvOperand::Pdm { address, group } => (address, PDM_WORDS, group, None),
        MvOperand::Dram { address, group } => (address, DRAM_WORDS, group, None),
        MvOperand::Indirect { entry, group } => (u32::from(entry), DAR_ENTRIES, group, None),
        MvOperand::L2bm { address, group, l2b } => (u32::from(address), L2BM_WORDS, group, l2b),
    };
    let below = |number: Option<u8>, size| number.is_none_or(|number| u32::from(number) < size);
    address < size && below(group, GROUPS) && below(l2b, L2BS)
}

/// A form of the table, its alignments, and what it says of the two places.
fn form(mv: &MvTransfer) -> bool {
    let kind = MvKind::of(mv.op);
    let mut written = [Place::of(&mv.from), Place::of(&mv.to)];
    // Without an L2B every group sends from its L2BM 0.
    if mv.op == MvOp::P && written == [Place::L2bm, Place::Dram] {
        written[0] = Place::L2bmOf;
    }
    let units = mv_rows().iter().find_map(|row| match row.form {
        Form::Mv { kind: k, places, units } if k == kind && places == written => Some(units),
        _ => None,
    });
    let Some([from, to]) = units else { return false };
    let places = match (mv.from, mv.to) {
        (MvOperand::Pdm { group: from, .. }, MvOperand::Pdm { group: to, .. }) => from != to,
        (MvOperand::L2bm { group: from @ Some(_), .. }, MvOperand::Pdm { group: to, .. }) => {
            kind != MvKind::R2 || from == to
        }
        _ => true,
    };
    places && aligned(&mv.from, from) && aligned(&mv.to, to)
}

/// DRAM may lie on any multiple of 16 (MN-D100), an entry of the DAR anywhere.
fn aligned(operand: &MvOperand, unit: u32) -> bool {
    match *operand {
        MvOperand::Indirect { .. } => true,
        MvOperand::Dram { address, .. } => address.is_multiple_of(16),
        MvOperand::Pdm { address, .. } => address.is_multiple_of(unit),
        MvOperand::L2bm { address, .. } => u32::from(address).is_multiple_of(unit),
    }
}
