//! One adder of many inputs: reference, alignment, exact sum, one rounding.

use super::accumulator::Accumulator;
use super::datapath::{
    Alignment, Cut, Datapath, Exponent, Opposite, Over, ProductRule, Target, Term, Width, ZeroSum,
};
use super::item::{Item, Nan, Number, leading};
use super::term::{encode, invalid};
use crate::round::round_off;
use crate::{Bits, Flags, NanRule, Rounded, Rounding, Unrounded};

/// What an adder saw of its inputs beside their sum.
#[derive(Clone, Copy, Debug)]
struct Seen {
    nan: Option<Nan>,
    /// An infinity times zero.
    invalid: bool,
    /// Infinities, +0 and -0, by sign.
    infinite: [bool; 2],
    zero: [bool; 2],
    nonzero: bool,
    /// Whether an alignment lost something, ever and in this addition.
    lost: bool,
    lost_now: bool,
    flags: Flags,
    /// The largest exponent of the last addition.
    reference: Option<i32>,
}

impl Seen {
    const NOTHING: Self = Self {
        nan: None,
        invalid: false,
        infinite: [false; 2],
        zero: [false; 2],
        nonzero: false,
        lost: false,
        lost_now: false,
        flags: Flags::NONE,
        reference: None,
    };
}

/// The inputs beside the terms: a running value, an addend.
pub(super) type Others = [Option<Item>; 2];

/// An adder with its accumulator.
#[derive(Debug)]
pub(super) struct Adder<'d, const LIMBS: usize> {
    datapath: &'d Datapath,
    sum: Accumulator<LIMBS>,
    seen: Seen,
}

impl<'d, const LIMBS: usize> Adder<'d, LIMBS> {
    pub(super) const fn new(datapath: &'d Datapath) -> Self {
        Self { datapath, sum: Accumulator::new(), seen: Seen::NOTHING }
    }

    /// One addition of `count` terms and the others, rounded.
    #[inline]
    pub(super) fn round(
        &mut self,
        count: usize,
        terms: impl FnMut(usize) -> Item,
        others: Others,
        target: &Target,
    ) -> Rounded<u64> {
        self.sum.clear();
        self.seen = Seen::NOTHING;
        self.add(count, terms, others);
        self.finish(target)
    }

    /// Adds to what the accumulator holds, aligning that too.
    #[inline]
    pub(super) fn add(
        &mut self,
        count: usize,
        mut terms: impl FnMut(usize) -> Item,
        others: Others,
    ) {
        let place = match self.datapath.alignment {
            Alignment::Exact => None,
            Alignment::Fixed { unit, .. } => {
                Some(unit.clamp(-Alignment::MAX_UNIT, Alignment::MAX_UNIT))
            }
            Alignment::Largest { .. } => self.reference(count, &mut terms, &others),
        };
        self.seen.lost_now = false;
        if let Some(place) = place {
            self.align_sum(place);
        }
        let first = self.others_first();
        if first {
            others.iter().flatten().for_each(|item| self.take(item, place));
        }
        for i in 0..count {
            self.take(&terms(i), place);
        }
        if !first {
            others.iter().flatten().for_each(|item| self.take(item, place));
        }
        if let Some(place) = place {
            self.limit(place);
        }
    }

    /// Whether the other inputs come first where NaNs have an order: they do beside elements and
    /// products that were rounded; a fused addend comes after the factors, but on Arm.
    fn others_first(&self) -> bool {
        let fused = matches!(
            self.datapath.term,
            Term::Product { rule, .. } if !matches!(rule, ProductRule::Rounded(_))
        );
        !fused || self.datapath.result.env.nan == NanRule::Arm
    }

    /// The last place that the alignment keeps.
    fn reference(
        &mut self,
        count: usize,
        terms: &mut impl FnMut(usize) -> Item,
        others: &Others,
    ) -> Option<i32> {
        let Alignment::Largest { exponent, over, bits, least, .. } = self.datapath.alignment else {
            return None;
        };
        let of = |item: Item| match item.number {
            Number::Finite(u) => match exponent {
                Exponent::Field => leading(&u).map(|_| item.field),
                Exponent::Leading => leading(&u),
            },
            _ => None,
        };
        let mut largest = (0..count).filter_map(|i| of(terms(i))).max();
        if over == Over::All {
            let held = match exponent {
                Exponent::Field => self.seen.reference,
                Exponent::Leading => leading(&self.sum.sum()),
            };
            largest =
                others.iter().flatten().filter_map(|&x| of(x)).chain(held).chain(largest).max();
        }
        let largest = largest.map(|largest| least.map_or(largest, |least| largest.max(least)));
        self.seen.reference = largest;
        largest.map(|largest| largest.saturating_sub_unsigned(bits))
    }

    fn cut(&self) -> Cut {
        match self.datapath.alignment {
            Alignment::Exact => Cut::Round(Rounding::TowardZero),
            Alignment::Fixed { cut, .. } | Alignment::Largest { cut, .. } => cut,
        }
    }

    fn direction(&self) -> Rounding {
        match self.cut() {
            Cut::Round(rounding) => rounding,
            Cut::Sticky => Rounding::TowardZero,
            Cut::StickyFloor => Rounding::Down,
        }
    }

    fn align_sum(&mut self, place: i32) {
        let direction = self.direction();
        let lost = self.sum.round_to(place, direction);
        self.seen.lost_now |= lost;
    }

    /// Takes one input in.
    #[inline(always)]
    fn take(&mut self, item: &Item, place: Option<i32>) {
        self.seen.flags |= item.flags;
        let Number::Finite(u) = item.number else { return self.take_special(item.number) };
        if u.significand == 0 {
            self.seen.zero[usize::from(u.sign)] = true;
            return;
        }
        self.seen.nonzero = true;
        match place {
            Some(place) if place > u.exponent => self.take_aligned(&u, place),
            _ => self.sum.add(u),
        }
    }

    fn take_aligned(&mut self, u: &Unrounded<u128>, place: i32) {
        let drop = place.abs_diff(u.exponent);
        // Beyond 127 places only whether anything is there counts.
        let (high, low) = u.significand.shift_right_sticky(drop.saturating_sub(127));
        let (significand, lost) = round_off(self.direction(), u.sign, high, drop.min(127), low);
        self.seen.lost_now |= lost;
        self.sum.add(Unrounded::exact(u.sign, place, significand));
    }

    #[cold]
    fn take_special(&mut self, number: Number) {
        match number {
            Number::Infinite(sign) => self.seen.infinite[usize::from(sign)] = true,
            Number::Nan(nan) => {
                let rule = self.datapath.result.env.nan;
                self.seen.nan =
                    Some(self.seen.nan.map_or(nan, |first| first.or_later(rule, Some(nan))));
            }
            Number::Invalid => self.seen.invalid = true,
            Number::Finite(_) => {}
        }
    }

    /// The width's limit, then the sticky bit.
    fn limit(&mut self, place: i32) {
        if let Some(Width { bits, saturate }) = self.datapath.width
            && self.sum.limit(place, bits.max(1), saturate)
        {
            self.seen.flags |= Flags::OVERFLOW | Flags::INEXACT;
            if saturate {
                return;
            }
        }
        if self.seen.lost_now {
            self.seen.lost = true;
            let sign = match self.cut() {
                Cut::Round(_) => return,
                Cut::Sticky => self.sum.sum().sign,
                Cut::StickyFloor => false,
            };
            self.sum.add(Unrounded::exact(sign, place.saturating_sub(1), 1));
        }
    }

    /// Rounds what the accumulator holds.
    #[inline]
    pub(super) fn finish(&mut self, target: &Target) -> Rounded<u64> {
        let seen = &self.seen;
        let special = seen.nan.is_some() || seen.invalid || seen.infinite[0] || seen.infinite[1];
        let Rounded { bits, flags } =
            if special { self.special(target) } else { self.finite(target) };
        let lost = self.seen.lost && self.datapath.reports_cut && !special;
        let lost = Flags::INEXACT.when(lost);
        Rounded { bits, flags: flags | self.seen.flags | lost }
    }

    #[inline(always)]
    fn finite(&mut self, target: &Target) -> Rounded<u64> {
        let Target { format, env, random } = target;
        let sum = self.sum.sum();
        if sum.significand == 0 {
            let sign = self.zero_sign(env.rounding);
            return format.round_pack(env, Unrounded::exact(sign, 0, 0u64));
        }
        let sum = match format.unit() {
            // 60 bits of fraction, the integer, and one bit that says "beyond".
            Some(unit) => self.sum.sum_fixed(unit - 60),
            None => sum,
        };
        match *random {
            Some(random) => format.round_stochastic(env, sum, random),
            None => format.round_pack(env, sum).cast(),
        }
    }

    fn zero_sign(&self, rounding: Rounding) -> bool {
        let [plus, minus] = self.seen.zero;
        match self.datapath.zero {
            ZeroSum::Plus => false,
            ZeroSum::Ieee if !self.seen.nonzero && plus != minus => minus,
            ZeroSum::Ieee => rounding == Rounding::Down && (self.seen.nonzero || minus),
        }
    }

    #[cold]
    fn special(&self, target: &Target) -> Rounded<u64> {
        let Seen { nan, invalid: times_zero, infinite: [plus, minus], .. } = self.seen;
        match (nan, self.datapath.opposite) {
            (Some(nan), opposite) => {
                let kept = nan_result(target, nan, times_zero);
                let both = opposite == Opposite::InvalidBesideNan && plus && minus;
                Rounded { flags: kept.flags | Flags::INVALID.when(both), ..kept }
            }
            _ if times_zero => invalid(target),
            (_, Opposite::Invalid | Opposite::InvalidBesideNan) if plus && minus => invalid(target),
            (_, Opposite::Zero) if plus && minus => {
                target.format.round_pack(&target.env, Unrounded::exact(false, 0, 0u64))
            }
            (_, Opposite::Minus) if plus && minus => encode(target, Number::Infinite(true)),
            _ => encode(target, Number::Infinite(minus && !plus)),
        }
    }
}

/// The result where a NaN is among the operands. An infinity times zero beside it is invalid, but
/// not on x86; on Arm the default NaN then takes the place of a quiet one.
fn nan_result(target: &Target, nan: Nan, times_zero: bool) -> Rounded<u64> {
    let rule = target.env.nan;
    if times_zero && rule == NanRule::Arm && !nan.signalling {
        return invalid(target);
    }
    let kept = encode(target, Number::Nan(nan));
    let flags = Flags::INVALID.when(times_zero && rule != NanRule::Sse);
    Rounded { flags: kept.flags | flags, ..kept }
}
