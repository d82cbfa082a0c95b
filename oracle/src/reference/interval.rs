//! Intervals of MPFR's numbers: every end is rounded outwards, so that a value between the operands
//! leads to one between the ends of the result; an end may be infinite, values are not.

use std::cmp::Ordering;

use crate::Rational;
use rug::Float;
use rug::float::{Constant, Round};

/// Two ends of one precision; the value lies between them or is one of them.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    pub(crate) lower: Float,
    pub(crate) upper: Float,
}

/// What a function of MPFR's does with a number in its place.
pub(crate) type InPlace = fn(&mut Float, Round) -> Ordering;

impl Interval {
    /// The narrowest around a rational.
    pub(crate) fn new(bits: u32, v: &Rational) -> Self {
        let end = |round| Float::with_val_round(bits, v, round).0;
        Self { lower: end(Round::Down), upper: end(Round::Up) }
    }

    /// The narrowest around an integer.
    pub(crate) fn integer(bits: u32, n: u32) -> Self {
        Self::new(bits, &Rational::from(n))
    }

    /// The narrowest around pi.
    pub(crate) fn pi(bits: u32) -> Self {
        let end = |round| Float::with_val_round(bits, Constant::Pi, round).0;
        Self { lower: end(Round::Down), upper: end(Round::Up) }
    }

    /// From the less of these to the greater.
    pub(crate) fn between(bits: u32, a: &Rational, b: &Rational) -> Self {
        let (least, most) = if a < b { (a, b) } else { (b, a) };
        Self {
            lower: Float::with_val_round(bits, least, Round::Down).0,
            upper: Float::with_val_round(bits, most, Round::Up).0,
        }
    }

    fn bits(&self) -> u32 {
        self.lower.prec()
    }

    /// A function that grows with its argument.
    pub(crate) fn rising(mut self, f: InPlace) -> Self {
        f(&mut self.lower, Round::Down);
        f(&mut self.upper, Round::Up);
        self
    }

    /// A function that falls as its argument grows.
    pub(crate) fn falling(self, f: InPlace) -> Self {
        let (mut lower, mut upper) = (self.upper, self.lower);
        f(&mut lower, Round::Down);
        f(&mut upper, Round::Up);
        Self { lower, upper }
    }

    /// With the other sign.
    pub(crate) fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// a + b
    pub(crate) fn add(&self, other: &Self) -> Self {
        let bits = self.bits();
        let end = |a: &Float, b: &Float, round| Float::with_val_round(bits, a + b, round).0;
        Self {
            lower: end(&self.lower, &other.lower, Round::Down),
            upper: end(&self.upper, &other.upper, Round::Up),
        }
    }

    /// a - b
    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.clone().neg())
    }

    /// a b
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let bits = self.bits();
        self.corners(other, |a, b, round| {
            // Values are finite: beside an end that is infinite the zero wins.
            if a.is_zero() || b.is_zero() {
                return Float::new(bits);
            }
            Float::with_val_round(bits, a * b, round).0
        })
    }

    /// a / b; b has one sign.
    pub(crate) fn div(&self, other: &Self) -> Self {
        let bits = self.bits();
        self.corners(other, |a, b, round| {
            if a.is_zero() || b.is_infinite() {
                return Float::new(bits);
            }
            Float::with_val_round(bits, a / b, round).0
        })
    }

    /// 1 / a; everything where 0 lies inside.
    pub(crate) fn recip(&self) -> Self {
        let bits = self.bits();
        let infinite = |sign: i32| Float::with_val(bits, f64::from(sign) / 0.0);
        if self.lower < 0 && self.upper > 0 || self.lower.is_zero() && self.upper.is_zero() {
            return Self { lower: infinite(-1), upper: infinite(1) };
        }
        let end = |of: &Float, sign, round| match of.is_zero() {
            true => infinite(sign),
            false => Float::with_val_round(bits, of.recip_ref(), round).0,
        };
        Self { lower: end(&self.upper, -1, Round::Down), upper: end(&self.lower, 1, Round::Up) }
    }

    /// The sign of every value inside, if they have one; an end of 0 counts as its neighbours, since
    /// values that MPFR rounds are not the ends that it gives.
    pub(crate) fn sign(&self) -> Option<bool> {
        if self.lower >= 0 && self.upper > 0 {
            Some(false)
        } else if self.upper <= 0 && self.lower < 0 {
            Some(true)
        } else {
            None
        }
    }

    /// The least and the greatest of what the ends lead to.
    fn corners(&self, other: &Self, f: impl Fn(&Float, &Float, Round) -> Float) -> Self {
        let ends = [
            (&self.lower, &other.lower),
            (&self.lower, &other.upper),
            (&self.upper, &other.lower),
            (&self.upper, &other.upper),
        ];
        let all = |round| ends.map(|(a, b)| f(a, b, round)).into_iter();
        let lower = all(Round::Down).reduce(|a, b| a.min(&b));
        let upper = all(Round::Up).reduce(|a, b| a.max(&b));
        let (Some(lower), Some(upper)) = (lower, upper) else { unreachable!("four corners") };
        Self { lower, upper }
    }
}
