//! What statements touch that are no steps: MV, `d get`, `d set`.

use super::cell;
use super::flight::{l2bms, length};
use super::touch::{Operand, Place, Touch};
use crate::mncore2::account::{OperandRef, Role};
use crate::mncore2::isa::{Levels, Memory, Mv, MvOperand, MvTransfer, Precision, Statement, Width};

/// The reads of a statement.
pub(super) fn reads(statement: &Statement, f: &mut impl FnMut(Touch)) {
    match statement {
        Statement::Mv(Mv::Transfer(mv)) => {
            l2bm(mv, Role::From, &mut |t| f(Touch { whole: false, ..t }))
        }
        Statement::Get(get) => memory(&get.memory, get.count, &get.levels, f),
        _ => {}
    }
}

/// The writes of a statement.
pub(super) fn writes(statement: &Statement, f: &mut impl FnMut(Touch)) {
    match statement {
        Statement::Mv(Mv::Transfer(mv)) => l2bm(mv, Role::To, f),
        Statement::Set(set) => memory(&set.memory, set.count, &set.levels, f),
        _ => {}
    }
}

/// The side of an MV that is L2BM; whole where it is that of all eight.
fn l2bm(mv: &MvTransfer, role: Role, f: &mut impl FnMut(Touch)) {
    let (side, other) = match role {
        Role::From => (&mv.from, &mv.to),
        _ => (&mv.to, &mv.from),
    };
    let MvOperand::L2bm { address, group, l2b } = *side else { return };
    let place = Place::Cells(cell::l2bm(address.into(), length(mv, side, other)));
    let whole = l2bms(mv.op, group, l2b) == 0xff;
    let at = Some(OperandRef::new(0, role, 0));
    f(Touch { expr: 0, at, operand: Operand::Mv(*side), place, whole });
}

/// The words of `d get` and `d set`; whole where no level is named.
fn memory(memory: &Memory, count: u32, levels: &Levels, f: &mut impl FnMut(Touch)) {
    let cells = match *memory {
        Memory::Pe(width, bank, at) => {
            cell::words(bank, at, count.saturating_mul(width.words().into()))
        }
        Memory::T(_) => cell::t(if count >= 4 { 15 } else { 15 << (4 - count) & 15 }),
        Memory::L2bm(at) => cell::l2bm(at, count),
        Memory::L1bm(Width::Double, at) => cell::l1bm(at, count.saturating_mul(2)),
        Memory::L1bm(_, at) => cell::l1bm(at, count),
        // Which rows a row is hangs on the precision.
        Memory::Matrix(side, _) => cell::rows(side, Precision::H, 0, 16),
        Memory::Mask(entry) => cell::masks(entry, count),
        Memory::Pdm(_) | Memory::Dram(_) => return,
    };
    let whole = *levels == Levels::default();
    // Words of a part of a cell leave the rest.
    let parts = matches!(memory, Memory::L1bm(..) | Memory::L2bm(_));
    let operand = Operand::Memory(*memory);
    f(Touch { expr: 0, at: None, operand, place: Place::Cells(cells), whole: whole && !parts });
}
