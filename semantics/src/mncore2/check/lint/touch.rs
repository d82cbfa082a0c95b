//! What a statement reads and writes, operand by operand.

use super::cell::{self, Cells};
use crate::mncore2::Store;
use crate::mncore2::account::{self, Entry, Extent, Masking, OperandRef, Rows, Way};
use crate::mncore2::isa::{
    Access, Bank, Dest, Expr, Input, L1bmOperand, Mask, MaskSetting, MatrixAccess, Memory,
    Modifier, MvOperand, Side, Step, Target, Width,
};
use core::fmt;

/// All four cycles.
const ALWAYS: u8 = 15;

/// What an operand touches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// These cells.
    Cells(Cells),
    /// Some of an LM: its address hangs on T or on a base address register.
    Anywhere(Bank),
}

/// An operand, to be printed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Input(Input),
    Dest(Dest),
    Flush(Mask),
    Setting(u8),
    Side(Side),
    Matrix(MatrixAccess),
    L1bm(L1bmOperand),
    L2bm(u16),
    Mv(MvOperand),
    Memory(Memory),
}

impl Operand {
    /// The operand of an entry; none where the unit does it by itself.
    fn of(operand: &account::Operand<'_>) -> Option<Self> {
        Some(match *operand {
            account::Operand::Input(_, input) => Self::Input(*input),
            account::Operand::Dest(_, dest) => Self::Dest(*dest),
            account::Operand::Flush(mask) => Self::Flush(*mask),
            account::Operand::Side(side) => Self::Side(side),
            account::Operand::Matrix(access) => Self::Matrix(access),
            account::Operand::L1bm(operand) => Self::L1bm(operand),
            account::Operand::L2bm(address) => Self::L2bm(address),
            account::Operand::Unit => return None,
        })
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(x) => x.fmt(f),
            Self::Dest(x) => x.fmt(f),
            Self::Flush(x) => write!(f, "/{x}"),
            Self::Setting(entry) => write!(f, "mask {entry}"),
            Self::Side(side) => write!(f, "$l{}", side.letter()),
            Self::Matrix(x) => x.fmt(f),
            Self::L1bm(x) => x.fmt(f),
            Self::L2bm(address) => write!(f, "$lc{address}"),
            Self::Mv(x) => x.fmt(f),
            Self::Memory(x) => x.fmt(f),
        }
    }
}

/// An operand and what it touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// The expression.
    pub(super) expr: usize,
    /// The operand by reference; none for what no operand of its own says.
    pub(super) at: Option<OperandRef>,
    pub(super) operand: Operand,
    pub(super) place: Place,
    /// A read: exactly these words enter the result (else padding comes along). A write: all of
    /// the cells change, whatever values masks have.
    pub(super) whole: bool,
}

/// Which base address registers have been written: their LM is then touched anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bars([bool; 2]);

impl Bars {
    /// From the step behind a write on.
    pub(super) fn step(&mut self, step: &Step) {
        for dest in step.exprs.iter().flat_map(Expr::dests) {
            if let Target::Bar(bank, _) = dest.target {
                self.0[usize::from(bank != Bank::Lm0)] = true;
            }
        }
    }

    fn moved(self, bank: Bank) -> bool {
        bank.is_lm() && self.0[bank as usize]
    }

    /// Whether nobody knows where an access goes.
    pub(super) fn unknown(self, access: &Access) -> bool {
        access.modifier == Modifier::Indirect || self.moved(access.bank)
    }

    fn place(self, access: &Access, words: u16, pattern: u8) -> Place {
        match self.unknown(access) {
            true => Place::Anywhere(access.bank),
            false => Place::Cells(cell::access(access, words, pattern)),
        }
    }
}

/// How many single words of an input count, of those that it reads.
type Count = fn(&Expr, usize, u16) -> u16;

/// The reads of a step.
pub(super) fn reads(
    step: &Step,
    setting: &MaskSetting,
    bars: Bars,
    count: Count,
    f: &mut impl FnMut(Touch),
) {
    let masks = Masking::of(&step.exprs, setting);
    for (expr, e) in step.exprs.iter().enumerate() {
        for entry in account::of(e, masks).filter(|entry| entry.way == Way::Read) {
            let place = match (entry.store, entry.extent) {
                (Store::Bank(_), Extent::Access(access)) => {
                    let words = access.width.words();
                    let words = match entry.operand {
                        account::Operand::Input(n, _) => count(e, n, words),
                        _ => words,
                    };
                    bars.place(access, words, ALWAYS)
                }
                (Store::Bar(bank), _) if !bars.moved(bank) => continue,
                // The fixed entries are always what they are.
                (Store::Mask, Extent::Entry(0 | 16..)) => continue,
                _ => match cells(&entry) {
                    Some(cells) => Place::Cells(cells),
                    None => continue,
                },
            };
            let (at, operand) = match (entry.store, entry.dest()) {
                (Store::Mask, Some(dest)) if dest.mask.is_none() => {
                    (None, Operand::Setting(setting.entry))
                }
                _ => match Operand::of(&entry.operand) {
                    Some(operand) => (entry.place(expr, e), operand),
                    None => continue,
                },
            };
            let padded = matches!(entry.extent, Extent::Words(..));
            f(Touch { expr, at, operand, place, whole: !padded });
        }
    }
}

/// The cells of an entry that is no access of an LM or a GRF.
fn cells(entry: &Entry<'_>) -> Option<Cells> {
    Some(match (entry.store, entry.extent) {
        (Store::T, _) => cell::t(ALWAYS),
        (Store::Bar(bank), _) => cell::bar(bank),
        (Store::Mask, Extent::Entry(entry)) => cell::mask(entry),
        (Store::Matrix(side), Extent::Rows(rows)) => matrix(side, rows),
        // Columns go through all rows.
        (Store::Matrix(side), Extent::Columns(Rows { precision, .. })) => {
            matrix(side, Rows { precision, first: 0, count: precision.matrix_rows() })
        }
        (Store::L1bm, Extent::Words(stretch, _)) => {
            let (at, count) = stretch.whole();
            cell::l1bm(at, count)
        }
        (Store::L2bm, Extent::Words(stretch, _)) => {
            let (at, count) = stretch.whole();
            cell::l2bm(at, count)
        }
        _ => return None,
    })
}

/// The cells of the matrix register that an expression reads or writes.
pub(super) fn matrix_of(expr: &Expr) -> Option<Cells> {
    let matrix = |entry: &Entry<'_>| matches!(entry.store, Store::Matrix(_));
    cells(&account::of(expr, Masking::OWN).find(matrix)?)
}

/// Rows of a matrix register.
fn matrix(side: Side, Rows { precision, first, count }: Rows) -> Cells {
    cell::rows(side, precision, first, count)
}

/// What holds a write back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// A fixed mask: the pattern of its cycles.
    Fixed(u8),
    /// The flags of an entry.
    Variable(u8),
}

impl Gate {
    /// Of a destination under the masks of its step.
    pub(super) fn of(dest: &Dest, masks: Masking<'_>) -> Option<Self> {
        match masks.on(dest)?.entry {
            0 => None,
            entry @ 1..16 => Some(Self::Variable(entry)),
            entry => Some(Self::Fixed(entry & 15)),
        }
    }
}

/// The writes of a step; without a setting as if no mask held anything back.
pub(super) fn writes(
    step: &Step,
    setting: Option<&MaskSetting>,
    bars: Bars,
    f: &mut impl FnMut(Touch),
) {
    let masks = setting.map(|setting| Masking::of(&step.exprs, setting));
    for (expr, e) in step.exprs.iter().enumerate() {
        for entry in account::of(e, Masking::OWN).filter(|entry| entry.way == Way::Written) {
            let Some(operand) = Operand::of(&entry.operand) else { continue };
            let (place, whole) = match (entry.dest(), entry.extent) {
                (Some(dest), _) => output(&entry, dest, masks, bars),
                (None, Extent::Words(_, of)) => (cells(&entry).map(Place::Cells), of == 0xff),
                (None, _) => (cells(&entry).map(Place::Cells), true),
            };
            if let Some(place) = place {
                f(Touch { expr, at: entry.place(expr, e), operand, place, whole });
            }
        }
    }
}

/// What an output touches, and whether all of that changes.
fn output(
    entry: &Entry<'_>,
    dest: &Dest,
    masks: Option<Masking<'_>>,
    bars: Bars,
) -> (Option<Place>, bool) {
    let (pattern, whole) = match masks.and_then(|masks| Gate::of(dest, masks)) {
        None => (ALWAYS, true),
        Some(Gate::Variable(_)) => (ALWAYS, false),
        // The LSB side is written in the other cycles too (MN-D46).
        Some(Gate::Fixed(pattern)) => match entry.width {
            Width::Double => (ALWAYS, pattern == ALWAYS),
            Width::Single | Width::Long => (pattern, true),
        },
    };
    match (entry.store, entry.access()) {
        (_, Some(access)) => {
            let several = matches!(access.modifier, Modifier::Within(0..3));
            (Some(bars.place(access, access.width.words(), pattern)), whole && !several)
        }
        (Store::T, _) => (Some(Place::Cells(cell::t(pattern))), whole),
        // A masked write of a mask entry changes all of it (MN-D47).
        (Store::Mask, _) => (cells(entry).map(Place::Cells), true),
        _ => (cells(entry).map(Place::Cells), whole),
    }
}
