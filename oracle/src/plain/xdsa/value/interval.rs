//! Intervals of MPFR's numbers: ends are rounded outwards, and an end may be infinite.

use rug::float::Round;
use rug::{Float, Rational};
use std::cmp::Ordering;

/// What a function of MPFR's does with a number in its place.
pub(super) type InPlace = fn(&mut Float, Round) -> Ordering;

/// Two ends of one precision around a finite value.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    pub(super) low: Float,
    pub(super) high: Float,
}

impl Interval {
    /// The narrowest around a rational.
    pub(super) fn new(bits: u32, value: &Rational) -> Self {
        let end = |round| Float::with_val_round(bits, value, round).0;
        Self { low: end(Round::Down), high: end(Round::Up) }
    }

    fn bits(&self) -> u32 {
        self.low.prec()
    }

    /// A function that grows with its argument.
    pub(super) fn rising(mut self, f: InPlace) -> Self {
        f(&mut self.low, Round::Down);
        f(&mut self.high, Round::Up);
        self
    }

    /// A function that falls as its argument grows.
    pub(super) fn falling(self, f: InPlace) -> Self {
        let (mut low, mut high) = (self.high, self.low);
        f(&mut low, Round::Down);
        f(&mut high, Round::Up);
        Self { low, high }
    }

    /// With the other sign.
    pub(super) fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// a + b
    pub(super) fn add(&self, other: &Self) -> Self {
        let end = |a: &Float, b: &Float, round| Float::with_val_round(self.bits(), a + b, round).0;
        Self {
            low: end(&self.low, &other.low, Round::Down),
            high: end(&self.high, &other.high, Round::Up),
        }
    }

    /// a b; an end of 0 beside one that is infinite gives 0, for values are finite.
    pub(super) fn mul(&self, other: &Self) -> Self {
        let bits = self.bits();
        let end = |a: &Float, b: &Float, round| {
            if a.is_zero() || b.is_zero() {
                Float::new(bits)
            } else {
                Float::with_val_round(bits, a * b, round).0
            }
        };
        let pairs = [
            (&self.low, &other.low),
            (&self.low, &other.high),
            (&self.high, &other.low),
            (&self.high, &other.high),
        ];
        let mut low = end(pairs[0].0, pairs[0].1, Round::Down);
        let mut high = end(pairs[0].0, pairs[0].1, Round::Up);
        for (a, b) in &pairs[1..] {
            low.min_mut(&end(a, b, Round::Down));
            high.max_mut(&end(a, b, Round::Up));
        }
        Self { low, high }
    }

    /// 1 / a; everything where 0 lies inside.
    pub(super) fn recip(&self) -> Self {
        let bits = self.bits();
        let infinite = |sign: i32| Float::with_val(bits, f64::from(sign) / 0.0);
        if self.low < 0 && self.high > 0 || self.low.is_zero() && self.high.is_zero() {
            return Self { low: infinite(-1), high: infinite(1) };
        }
        let end = |of: &Float, sign, round| {
            if of.is_zero() {
                infinite(sign)
            } else {
                Float::with_val_round(bits, of.recip_ref(), round).0
            }
        };
        Self { low: end(&self.high, -1, Round::Down), high: end(&self.low, 1, Round::Up) }
    }

    /// The sign of every value inside, if they have one; an end of 0 counts as its neighbours, since
    /// values that MPFR rounds are not the ends that it gives.
    pub(super) fn sign(&self) -> Option<bool> {
        if self.low >= 0 && self.high > 0 {
            Some(false)
        } else if self.high <= 0 && self.low < 0 {
            Some(true)
        } else {
            None
        }
    }
}
