//! Operands of PE expressions (s. 3.6.1, 3.6.2).

use crate::mncore2::check::{flush_fit, mask_fit};
use crate::mncore2::isa::{
    Access, Bank, Constant, Convert, Cycles, Dest, Forward, Input, Mask, Modifier, Source, Target,
    Width,
};

/// An address of every cycle inside the memory, on the access width.
fn access(access: &Access) -> bool {
    let word = |n: u16| n < access.bank.words() && n.is_multiple_of(access.width.words());
    let cycles = match access.cycles {
        Cycles::Stride { start, increment } => word(start) && word(increment),
        Cycles::Flat(list) => list.into_iter().all(word),
    };
    let modifier = match access.modifier {
        Modifier::None => true,
        Modifier::Within(k) => k < 4 && access.bank.is_lm(),
        Modifier::Indirect => access.bank == Bank::Lm0,
    };
    cycles && modifier
}

/// What an input may be and carry.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Takes {
    pub(super) minus: bool,
    pub(super) extend: bool,
    pub(super) shorten: bool,
    /// Constants and `$mreadf`.
    pub(super) first_of_alu: bool,
}

pub(super) fn input(input: &Input, takes: Takes) -> bool {
    let source = match &input.source {
        Source::Memory(a) => access(a),
        Source::T(_) | Source::Forward(Forward::Mau | Forward::Alu | Forward::L1bm) => true,
        Source::Forward(Forward::Mread) => takes.first_of_alu,
        Source::Constant(
            Constant::L2bid
            | Constant::L1bid
            | Constant::Mabid
            | Constant::Peid
            | Constant::Subpeid
            | Constant::Msb1,
        ) => takes.first_of_alu,
    };
    let convert = match input.convert {
        None => true,
        Some(Convert::Extend) => takes.extend,
        Some(Convert::Shorten) => takes.shorten,
    };
    source && convert && (takes.minus || !input.negate)
}

/// Whether a source gives two long words a PE: only a memory access can be too narrow.
pub(super) fn wide(input: &Input) -> bool {
    match input.source {
        Source::Memory(access) => access.width == Width::Double || input.convert.is_some(),
        _ => true,
    }
}

/// What destinations an expression may have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    /// Mask registers.
    pub(super) masks: bool,
    /// Only 2LW wide ones.
    pub(super) wide: bool,
}

/// At least one; `$nowrite` alone.
pub(super) fn dests(dests: &[Dest], places: Places) -> bool {
    let nowhere = dests.iter().any(|dest| dest.target == Target::Nowrite);
    let alone = !nowhere || dests.len() == 1;
    !dests.is_empty() && alone && dests.iter().all(|d| dest(d, places))
}

fn dest(dest: &Dest, places: Places) -> bool {
    let target = match dest.target {
        Target::Memory(a) => access(&a) && (!places.wide || a.width == Width::Double),
        Target::Bar(bank, width) => bank.is_lm() && width != Width::Double && !places.wide,
        Target::T(_) => true,
        Target::Mask(entry) => places.masks && (1..16).contains(&entry),
        Target::Nowrite => dest.mask.is_none(),
    };
    target && dest.mask.as_ref().is_none_or(mask) && mask_fit(dest).is_ok()
}

/// An entry, but the fixed ones only as patterns of four bits.
fn mask(mask: &Mask) -> bool {
    (1..32).contains(&mask.entry)
}

pub(super) fn flush(flush: Option<&Mask>) -> bool {
    flush.is_none_or(|m| mask(m) && flush_fit(m).is_ok())
}
