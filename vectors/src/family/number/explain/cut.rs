//! An exact value, and what a place cuts off from it.

use crate::explain::exact::Dyadic;
use num_bigint::BigUint;
use softfloat::round::Loss;
use softfloat::{Rounding, Unrounded};

/// An exact value: `(-1)^negative * (magnitude + x) * 2^exponent` with x = 0, or 0 < x < 1 where
/// there is `more`.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    pub(crate) negative: bool,
    pub(crate) magnitude: BigUint,
    pub(crate) exponent: i64,
    pub(crate) more: bool,
}

impl Exact {
    pub(crate) fn of(d: &Dyadic) -> Self {
        Self {
            negative: d.negative,
            magnitude: d.magnitude.clone(),
            exponent: d.exponent,
            more: false,
        }
    }

    /// The same, of at most 120 bits and what is lost below them.
    pub(crate) fn unrounded(&self) -> Unrounded<u128> {
        let drop = self.magnitude.bits().saturating_sub(120);
        let lost = self.magnitude.trailing_zeros().is_some_and(|zeros| zeros < drop);
        let words = (&self.magnitude >> drop).to_u64_digits();
        let [low, high] = [0, 1].map(|i| u128::from(words.get(i).copied().unwrap_or(0)));
        Unrounded {
            sign: self.negative,
            exponent: (self.exponent + drop as i64).clamp(-1 << 20, 1 << 20) as i32,
            significand: high << 64 | low,
            sticky: self.more || lost,
        }
    }

    pub(crate) fn lead(&self) -> i64 {
        self.exponent + self.magnitude.bits() as i64 - 1
    }
}

/// A magnitude cut at a place.
pub(crate) struct Cut {
    pub(crate) kept: BigUint,
    /// The first bit lost.
    pub(crate) guard: bool,
    /// The second.
    pub(crate) round: bool,
    /// Whether anything is there below the second.
    pub(crate) sticky: bool,
    /// The lost bits in binary.
    pub(crate) lost: String,
}

impl Cut {
    /// What stands above and below the place of weight `2^unit`.
    pub(crate) fn of(x: &Exact, unit: i64) -> Self {
        let drop = unit - x.exponent;
        if drop <= 0 {
            let kept = &x.magnitude << (-drop) as u64;
            let lost = if x.more { "..." } else { "" }.to_owned();
            return Self { kept, guard: false, round: false, sticky: x.more, lost };
        }
        let drop = drop as u64;
        let bit = |below: u64| drop >= below && x.magnitude.bit(drop - below);
        let zeros = x.magnitude.trailing_zeros().unwrap_or(u64::MAX);
        Self {
            kept: &x.magnitude >> drop,
            guard: bit(1),
            round: bit(2),
            sticky: x.more || drop > 2 && zeros < drop - 2,
            lost: lost_bits(x, drop),
        }
    }

    pub(crate) fn exact(&self) -> bool {
        !(self.guard || self.round || self.sticky)
    }

    /// `lsb 0, guard 1, round 0, sticky 1`.
    pub(crate) fn bits(&self) -> String {
        let [l, g, r, s] = [self.kept.bit(0), self.guard, self.round, self.sticky].map(u8::from);
        format!("lsb {l}, guard {g}, round {r}, sticky {s}")
    }

    /// What the rounding mode makes of it: the integer, and why.
    pub(crate) fn rounded(&self, mode: Rounding, negative: bool) -> (BigUint, &'static str) {
        let loss = Loss::of(self.guard, self.round || self.sticky);
        let up = mode.up(loss, negative, self.kept.bit(0));
        let why = match (mode, loss, up) {
            (_, Loss::Nothing, _) => "nothing is lost: exact",
            (Rounding::NearestEven | Rounding::NearestAway, Loss::Less, _) => {
                "less than half is lost: toward zero"
            }
            (Rounding::NearestEven | Rounding::NearestAway, Loss::More, _) => {
                "more than half is lost: away from zero"
            }
            (Rounding::NearestEven, Loss::Half, true) => {
                "exactly half is lost, lsb 1: to even, away from zero"
            }
            (Rounding::NearestEven, Loss::Half, false) => {
                "exactly half is lost, lsb 0: to even, toward zero"
            }
            (Rounding::NearestAway, Loss::Half, _) => "exactly half is lost: away from zero",
            (Rounding::TowardZero, ..) => "toward zero: the lost bits are dropped",
            (Rounding::Up, _, false) => "toward +infinity, negative: toward zero",
            (Rounding::Up, _, true) => "toward +infinity, positive: away from zero",
            (Rounding::Down, _, true) => "toward -infinity, negative: away from zero",
            (Rounding::Down, _, false) => "toward -infinity, positive: toward zero",
            (Rounding::ToOdd, _, false) => "to odd: something is lost, lsb is 1 already",
            (Rounding::ToOdd, _, true) => "to odd: something is lost, lsb becomes 1",
        };
        (&self.kept + u8::from(up), why)
    }
}

/// The lost bits in binary, at most 24 of them.
fn lost_bits(x: &Exact, drop: u64) -> String {
    const SHOWN: u64 = 24;
    let hidden = drop.saturating_sub(SHOWN);
    let digits = (hidden..drop).rev().map(|i| if x.magnitude.bit(i) { '1' } else { '0' });
    let mut text: String = digits.collect();
    let more = x.more || x.magnitude.trailing_zeros().is_some_and(|z| z < hidden);
    if more {
        text.push_str("...");
    } else if hidden > 0 {
        text.push_str(" then zeros");
    }
    text
}

/// The mode in words.
pub(crate) const fn mode_name(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "to nearest, ties to even",
        Rounding::NearestAway => "to nearest, ties away from zero",
        Rounding::TowardZero => "toward zero",
        Rounding::Up => "toward +infinity",
        Rounding::Down => "toward -infinity",
        Rounding::ToOdd => "to odd",
    }
}
