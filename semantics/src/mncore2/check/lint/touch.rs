//! What a statement reads and writes, operand by operand.

use super::cell::{self, Cells};
use crate::mncore2::check::mask::listed;
use crate::mncore2::check::stretch::{Stretch, Traffic};
use crate::mncore2::isa::*;
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
    for (expr, e) in step.exprs.iter().enumerate() {
        let mut push = |operand, place, whole| f(Touch { expr, operand, place, whole });
        for (n, input) in e.inputs().iter().enumerate() {
            let operand = Operand::Input(*input);
            match &input.source {
                Source::Memory(access) => {
                    let words = count(e, n, access.width.words());
                    push(operand, bars.place(access, words, ALWAYS), true);
                    if access.modifier == Modifier::Indirect {
                        push(operand, Place::Cells(cell::t(ALWAYS)), true);
                    }
                    if bars.moved(access.bank) {
                        push(operand, Place::Cells(cell::bar(access.bank)), true);
                    }
                }
                Source::T(_) => push(operand, Place::Cells(cell::t(ALWAYS)), true),
                Source::Forward(_) | Source::Constant(_) => {}
            }
        }
        for dest in e.dests() {
            let operand = Operand::Dest(*dest);
            if let Target::Memory(access) = &dest.target {
                if access.modifier == Modifier::Indirect {
                    push(operand, Place::Cells(cell::t(ALWAYS)), true);
                }
                if bars.moved(access.bank) {
                    push(operand, Place::Cells(cell::bar(access.bank)), true);
                }
            }
            if let Some(Gate::Variable(entry)) = Gate::of(step, dest, setting) {
                let operand = dest.mask.map_or(Operand::Setting(entry), |_| operand);
                push(operand, Place::Cells(cell::mask(entry)), true);
            }
        }
        if let Some(flush) = e.flush().filter(|m| (1..16).contains(&m.entry)) {
            push(Operand::Flush(*flush), Place::Cells(cell::mask(flush.entry)), true);
        }
        units(e, &mut push);
    }
}

/// The reads of a unit beside its inputs from the PE.
fn units(e: &Expr, push: &mut impl FnMut(Operand, Place, bool)) {
    match e {
        Expr::Mau(mau @ Mau { matrix: Some(side), precision, .. }) => {
            let (first, count) = rows(mau);
            let cells = cell::rows(*side, *precision, first, count);
            push(Operand::Side(*side), Place::Cells(cells), true);
        }
        Expr::Mread(read) => {
            let all = cell::rows(read.from.side, read.precision, 0, read.precision.matrix_rows());
            push(Operand::Matrix(read.from), Place::Cells(all), true);
        }
        Expr::Down(_) | Expr::L2bm(_) => {
            let Traffic { l1bm_read, l2bm_read, .. } = traffic(e);
            if let Some((at, count)) = l1bm_read.map(Stretch::whole) {
                push(l1bm_operand(e, at), Place::Cells(cell::l1bm(at, count)), false);
            }
            if let Some((at, count)) = l2bm_read.map(Stretch::whole) {
                push(Operand::L2bm(at as u16), Place::Cells(cell::l2bm(at, count)), false);
            }
        }
        _ => {}
    }
}

/// The first row that a product takes, and how many (s. 3.6.9.2).
pub(super) const fn rows(mau: &Mau) -> (u8, u8) {
    match mau.pair {
        Some(Pair::Upper) => (0, 2),
        Some(Pair::Lower) => (2, 2),
        None => (0, mau.precision.matrix_rows()),
    }
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
    /// The mask of a destination: its own, or the setting where no destination of the step has one.
    pub(super) fn of(step: &Step, dest: &Dest, setting: &MaskSetting) -> Option<Self> {
        let entry = match dest.mask {
            Some(mask) => mask.entry,
            None if !listed(setting, &dest.target) => return None,
            None if step.exprs.iter().flat_map(Expr::dests).any(|d| d.mask.is_some()) => {
                return None;
            }
            None => setting.entry,
        };
        match entry {
            0 => None,
            1..16 => Some(Self::Variable(entry)),
            _ => Some(Self::Fixed(entry & 15)),
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
    for (expr, e) in step.exprs.iter().enumerate() {
        let mut push = |operand, place, whole| f(Touch { expr, operand, place, whole });
        for dest in e.dests() {
            let (pattern, whole) = match setting.and_then(|setting| Gate::of(step, dest, setting)) {
                None => (ALWAYS, true),
                Some(Gate::Variable(_)) => (ALWAYS, false),
                // The LSB side is written in the other cycles too (MN-D46).
                Some(Gate::Fixed(pattern)) => match wide(&dest.target) {
                    true => (ALWAYS, pattern == ALWAYS),
                    false => (pattern, true),
                },
            };
            let place = match &dest.target {
                Target::Memory(access) => bars.place(access, access.width.words(), pattern),
                Target::T(_) => Place::Cells(cell::t(pattern)),
                Target::Bar(bank, _) => Place::Cells(cell::bar(*bank)),
                Target::Mask(entry) => Place::Cells(cell::mask(*entry)),
                Target::Nowrite => continue,
            };
            // A masked write of a mask entry changes all of it (MN-D47).
            let whole = whole || matches!(dest.target, Target::Mask(_));
            let several = matches!(&dest.target, Target::Memory(access)
                if matches!(access.modifier, Modifier::Within(0..3)));
            push(Operand::Dest(*dest), place, whole && !several);
        }
        match e {
            Expr::Mwrite(write) => {
                let count = if write.to.width == Width::Double { 8 } else { 4 };
                let cells = cell::rows(write.to.side, write.precision, write.to.index, count);
                push(Operand::Matrix(write.to), Place::Cells(cells), true);
            }
            Expr::Up(_) | Expr::L2bm(_) => {
                let Traffic { l1bm_written, l1bs_written, l2bm_written, .. } = traffic(e);
                if let Some((at, count)) = l1bm_written.map(Stretch::whole) {
                    let cells = cell::l1bm(at, count);
                    push(l1bm_operand(e, at), Place::Cells(cells), l1bs_written == 0xff);
                }
                if let Some((at, count)) = l2bm_written.map(Stretch::whole) {
                    push(Operand::L2bm(at as u16), Place::Cells(cell::l2bm(at, count)), true);
                }
            }
            _ => {}
        }
    }
}

/// Whether a write takes two long words a cycle.
fn wide(target: &Target) -> bool {
    match target {
        Target::Memory(access) => access.width == Width::Double,
        Target::T(_) => true,
        Target::Bar(..) | Target::Mask(_) | Target::Nowrite => false,
    }
}

/// What a transfer touches.
fn traffic(expr: &Expr) -> Traffic {
    match expr {
        Expr::Up(up) => Traffic::of_up(up),
        Expr::Down(down) => Traffic::of_down(down),
        Expr::L2bm(l2bm) => Traffic::of_l2bm(l2bm),
        _ => Traffic::default(),
    }
}

/// The operand of an expression at an address of L1BM.
fn l1bm_operand(expr: &Expr, at: u32) -> Operand {
    Operand::L1bm(match expr {
        Expr::Up(up) => up.to,
        Expr::Down(down) => down.from,
        _ => L1bmOperand { double: false, place: L1bmPlace::At(at as u16) },
    })
}
