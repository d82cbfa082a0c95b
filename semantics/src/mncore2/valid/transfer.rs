//! Expressions that move data between L2BM, L1BM and PEs (s. 3.6.7, 3.6.8).

use super::opcode::exists;
use super::operand::{Places, Takes, dests, flush, input, wide};
use crate::mncore2::isa::size::{DAR_ENTRIES, L1BM_WORDS, L1BS, L2BM_WORDS, L2BS, MABS};
use crate::mncore2::isa::table::{Form, L1bmKind, L2bmKind, Opcode, l1bm_row, l2bm_row};
use crate::mncore2::isa::{
    Convert, Down, DownKind, L1bSet, L1bmOperand, L1bmPlace, L2bm, Precision, RrnOp, Up, UpKind,
};

pub(super) fn l2bm(l2bm: &L2bm) -> bool {
    let to_l1bm = |kind, lc, lb| {
        let [c, b] = units(kind);
        inside(lc, L2BM_WORDS, c) && inside(lb, L1BM_WORDS, b)
    };
    let to_l2bm = |kind, lb, lc| {
        let [b, c] = units(kind);
        inside(lb, L1BM_WORDS, b) && inside(lc, L2BM_WORDS, c)
    };
    match *l2bm {
        L2bm::Broadcast { set: s, lc, lb } => set(s) && to_l1bm(L2bmKind::Broadcast, lc, lb),
        L2bm::Broadcast2 { set: s, lc, lb } => set(s) && to_l1bm(L2bmKind::Broadcast2, lc, lb),
        L2bm::Distribute { set: s, lc, lb } => set(s) && to_l1bm(L2bmKind::Distribute, lc, lb),
        L2bm::Transfer { l1b, lb, lc } => {
            u32::from(l1b) < L1BS && to_l2bm(L2bmKind::Transfer, lb, lc)
        }
        L2bm::Gather { lb, lc } => to_l2bm(L2bmKind::Gather, lb, lc),
        L2bm::Reduce { rrn, set: s, lb, lc } => {
            exists(Opcode::L2bmr(rrn)) && set(s) && to_l2bm(L2bmKind::Reduce, lb, lc)
        }
        L2bm::Reduce2 { rrn, lb, lc } => {
            exists(Opcode::L2bmr2(rrn)) && to_l2bm(L2bmKind::Reduce2, lb, lc)
        }
        // All eight cannot send.
        L2bm::Multicast { set: s, from, to } => {
            let [a, b] = units(L2bmKind::Multicast);
            set(s) && s.mode != 7 && inside(from, L1BM_WORDS, a) && inside(to, L1BM_WORDS, b)
        }
        L2bm::Dars { lc, l2b, dar } => {
            let [unit, _] = units(L2bmKind::Dars);
            let entry = u32::from(dar) < DAR_ENTRIES;
            inside(lc, L2BM_WORDS, unit) && u32::from(l2b) < L2BS && entry
        }
        L2bm::Darw => true,
    }
}

/// The units of the two addresses of an L2BM expression.
fn units(kind: L2bmKind) -> [u32; 2] {
    match l2bm_row(kind).map(|row| row.form) {
        Some(Form::L2bm { units, .. }) => units,
        _ => [1, 1],
    }
}

fn inside(address: u16, size: u32, unit: u32) -> bool {
    let address = u32::from(address);
    address < size && address.is_multiple_of(unit)
}

/// A set as it is written: the base without the bits of the mode.
const fn set(set: L1bSet) -> bool {
    set.base < 8 && set.mode < 8 && set.base & set.mode == 0
}

pub(super) fn down(down: &Down) -> bool {
    let double = down.from.double;
    let (kind, right) = match down.kind {
        DownKind::Pe => (L1bmKind::P, down.from.place != L1bmPlace::Turnaround),
        DownKind::Mab => (L1bmKind::M, true),
        DownKind::Mab4 => (L1bmKind::M4, true),
        // One long word a PE and cycle.
        DownKind::Distribute(by) => (L1bmKind::D, u32::from(by) < MABS && !double),
    };
    right
        && flush(down.flush.as_ref())
        && place(kind, false, [double, double], down.from)
        && dests(&down.dests, Places { masks: false, wide: double })
}

pub(super) fn up(up: &Up) -> bool {
    let double = up.to.double;
    let plain = |kind, right: bool| {
        right
            && input(&up.from, Takes::default())
            && (!double || wide(&up.from))
            && place(kind, true, [double, double], up.to)
    };
    match up.kind {
        UpKind::Mab(m) => plain(L1bmKind::M, u32::from(m) < MABS),
        UpKind::Mab4(k) => plain(L1bmKind::M4, u32::from(k) < MABS / 4),
        UpKind::Gather(by) => plain(L1bmKind::D, u32::from(by) < MABS && !double),
        UpKind::Reduce { .. } | UpKind::Reduce4 { .. } => reduce(up),
    }
}

/// A reduction on its way up (s. 3.6.8.3 to 3.6.8.5, 3.6.8.13).
fn reduce(up: &Up) -> bool {
    let (four, kind, rrn, shorten) = match up.kind {
        UpKind::Reduce { rrn, shorten } => (false, L1bmKind::R, rrn, shorten),
        UpKind::Reduce4 { rrn, shorten } => (true, L1bmKind::R4, rrn, shorten),
        UpKind::Mab(_) | UpKind::Mab4(_) | UpKind::Gather(_) => return false,
    };
    let double = up.to.double;
    let both = double || shorten;
    let float = rrn.precision == Precision::F && rrn.op.is_float();
    let extended = up.from.convert == Some(Convert::Extend);
    exists(Opcode::L1bmr { four, rrn, shorten })
        && input(&up.from, Takes { extend: true, ..Takes::default() })
        && !(double && shorten)
        && (!double || float || rrn.op == RrnOp::Bor)
        && (!extended || both && float)
        && (!both || wide(&up.from))
        && place(kind, true, [both, double && !shorten], up.to)
}

/// Range and alignment of an L1BM operand.
fn place(kind: L1bmKind, up: bool, [both, double]: [bool; 2], operand: L1bmOperand) -> bool {
    let L1bmPlace::At(address) = operand.place else { return true };
    let unit = match l1bm_row(kind, up, both).map(|row| row.form) {
        Some(Form::L1bm { unit, .. }) => unit,
        _ => 1,
    };
    // Shortened results fill one long word of two (s. 3.6.8.5).
    let unit = if both && !double { unit / 2 } else { unit };
    let fits = kind != L1bmKind::P || !double || address % 64 <= 56;
    fits && inside(address, L1BM_WORDS, unit)
}
