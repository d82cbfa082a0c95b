//! What is left of a step while its expressions are drawn: memories have one port each way, so later
//! operands keep to the addresses of earlier ones.

use super::access::{WIDTHS, access, width_near};
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::check::mask_fit;
use semantics::mncore2::isa::{
    Access, Bank, Constant, Convert, Dest, Forward, Input, Mask, MaskFit, MaskSetting, MaskWidth,
    Precision, Source, Target, Width,
};

/// What an input may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Port {
    /// The first input of the ALU: constants and `$mreadf` too.
    AluFirst,
    /// Any other.
    Other,
}

/// What a unit puts out.
#[derive(Clone, Copy)]
pub(super) struct Output {
    /// Its natural width.
    pub(super) width: Width,
    /// Whether nothing narrower than 2LW will do.
    pub(super) strict: bool,
    /// Whether it makes mask flags.
    pub(super) flags: bool,
}

/// The state of a step being drawn.
#[derive(Default)]
pub(super) struct Ports {
    reads: [Option<Access>; 4],
    writes: [Option<Access>; 4],
    taken: [bool; 6],
    /// The entry and width of every mask of the step.
    mask: Option<(u8, MaskWidth)>,
    flushed: bool,
    immediate: bool,
    /// The precision of the MAU expressions.
    pub(super) precision: Option<Precision>,
    /// How many MAU expressions there are.
    pub(super) maus: u8,
    /// The sides of the matrix register in use.
    pub(super) sides: [bool; 2],
    /// The second input of a vector product, which a matrix write beside it shares.
    pub(super) multiplier: Option<Input>,
    /// Whether there is a transfer from L1BM to PEs: they share one path and `$lbf`, so one is drawn,
    /// though s. 3.6.4 forbids no second one from the turnaround register.
    pub(super) loads: bool,
    /// Whether there is a matrix write, beside which no vector product is drawn any more.
    pub(super) writes_matrix: bool,
}

impl Ports {
    /// A fresh step under a `mask` setting.
    pub(super) fn new(c: &mut dyn Choices, setting: &MaskSetting) -> Self {
        let mask = match c.below(8) {
            0..=4 => None,
            5 if setting.entry != 0 => Some((setting.entry, setting.width)),
            5 | 6 => Some((1 + small(c, 4) as u8, mask_width(c))),
            _ => Some((1 + small(c, 31) as u8, mask_width(c))),
        };
        Self { mask, ..Self::default() }
    }

    /// The zero flush of a unit.
    pub(super) fn flush(&mut self, c: &mut dyn Choices) -> Option<Mask> {
        let (entry, width) = self.mask?;
        if self.flushed || !chance(c, 1, 3) {
            return None;
        }
        self.flushed = true;
        Some(Mask { width, entry, fit: None })
    }

    /// Takes LM0 away for an immediate, if nothing has used it.
    pub(super) fn take_immediate(&mut self) -> bool {
        let lm0 = Bank::Lm0 as usize;
        let free = self.reads[lm0].is_none() && !self.taken[lm0];
        self.immediate |= free;
        free
    }

    fn barred(&self, bank: Bank) -> bool {
        self.immediate && bank == Bank::Lm0
    }

    /// An input of a wanted width; `strict`: of no other.
    pub(super) fn source(
        &mut self,
        c: &mut dyn Choices,
        port: Port,
        wanted: Width,
        strict: bool,
    ) -> Source {
        match c.below(16) {
            0..=10 => {
                let bank = pick(c, &Bank::ALL);
                let width = if strict { wanted } else { width_near(c, wanted) };
                self.read(c, bank, width, strict).map_or(Source::T(width), Source::Memory)
            }
            11 | 12 => Source::T(pick(c, &WIDTHS)),
            13 | 14 if port == Port::AluFirst && chance(c, 1, 4) => Source::Forward(Forward::Mread),
            13 | 14 => Source::Forward(pick(c, &[Forward::Alu, Forward::Mau, Forward::L1bm])),
            _ if port == Port::AluFirst => Source::Constant(pick(c, &CONSTANTS)),
            _ => Source::T(Width::Long),
        }
    }

    fn read(
        &mut self,
        c: &mut dyn Choices,
        bank: Bank,
        width: Width,
        strict: bool,
    ) -> Option<Access> {
        if self.barred(bank) {
            return None;
        }
        let b = bank as usize;
        let earlier = self.reads[b].or(if bank.is_lm() { self.writes[b] } else { None });
        let access = match earlier {
            Some(earlier) => Some(earlier).filter(|a| !strict || a.width == width)?,
            None => access(c, bank, width),
        };
        self.reads[b] = Some(access);
        Some(access)
    }

    /// Takes an input that something before has drawn, if the ports allow it.
    pub(super) fn reuse(&mut self, wanted: Access) -> bool {
        let b = wanted.bank as usize;
        if self.barred(wanted.bank)
            || self.reads[b].is_some_and(|a| a != wanted)
            || wanted.bank.is_lm() && self.writes[b].is_some_and(|a| a != wanted)
        {
            return false;
        }
        self.reads[b] = Some(wanted);
        true
    }

    /// The outputs of a unit: one or several, or `$nowrite`.
    pub(super) fn dests(&mut self, c: &mut dyn Choices, out: Output) -> Vec<Dest> {
        let mut dests = Vec::new();
        loop {
            let kind = c.below(24);
            if kind == 23 && dests.is_empty() {
                break;
            }
            if let Some(target) = self.target(c, kind, out) {
                let mask = self.dest_mask(c, target);
                dests.push(Dest { target, mask });
            }
            if !chance(c, 1, 3) {
                break;
            }
        }
        if dests.is_empty() {
            dests.push(Dest::plain(Target::Nowrite));
        }
        dests
    }

    fn target(&mut self, c: &mut dyn Choices, kind: u64, out: Output) -> Option<Target> {
        let take = |taken: &mut bool| !std::mem::replace(taken, true);
        match kind {
            0..=15 => self.write(c, Bank::ALL[kind as usize % 4], out).map(Target::Memory),
            16..=18 => take(&mut self.taken[4]).then(|| Target::T(pick(c, &WIDTHS))),
            19 if !out.strict => {
                let bank = pick(c, &[Bank::Lm1, Bank::Lm0]);
                let free = !self.barred(bank) && take(&mut self.taken[bank as usize]);
                free.then(|| Target::Bar(bank, pick(c, &[Width::Long, Width::Single])))
            }
            20..=22 if out.flags => take(&mut self.taken[5]).then(|| {
                let entry = if chance(c, 1, 4) { small(c, 15) } else { small(c, 4) };
                Target::Mask(1 + entry as u8)
            }),
            _ => None,
        }
    }

    fn write(&mut self, c: &mut dyn Choices, bank: Bank, out: Output) -> Option<Access> {
        let b = bank as usize;
        if self.taken[b] || self.barred(bank) {
            return None;
        }
        let width = if out.strict { Width::Double } else { width_near(c, out.width) };
        let access = match self.reads[b].filter(|_| bank.is_lm()) {
            Some(read) => Some(read).filter(|a| !out.strict || a.width == Width::Double)?,
            None => access(c, bank, width),
        };
        (self.taken[b], self.writes[b]) = (true, Some(access));
        Some(access)
    }

    fn dest_mask(&self, c: &mut dyn Choices, target: Target) -> Option<Mask> {
        let (entry, width) = self.mask?;
        if !chance(c, 3, 4) {
            return None;
        }
        [None, Some(MaskFit::Truncate), Some(MaskFit::Pad)]
            .map(|fit| Mask { width, entry, fit })
            .into_iter()
            .find(|mask| mask_fit(&Dest { target, mask: Some(*mask) }).is_ok())
    }
}

fn mask_width(c: &mut dyn Choices) -> MaskWidth {
    pick(c, &[MaskWidth::Long, MaskWidth::Double])
}

const CONSTANTS: [Constant; 6] = [
    Constant::Peid,
    Constant::L2bid,
    Constant::L1bid,
    Constant::Mabid,
    Constant::Subpeid,
    Constant::Msb1,
];

/// An input without conversion, negated half of the times.
pub(super) fn signed(c: &mut dyn Choices, source: Source, convert: Option<Convert>) -> Input {
    Input { negate: chance(c, 1, 2), source, convert }
}
