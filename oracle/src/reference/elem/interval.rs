//! Intervals of MPFR's numbers: every end is rounded outwards, so that a value between the operands
//! leads to one between the ends of the result.

use std::cmp::Ordering;

use rug::float::{Constant, Round};
use rug::{Float, Rational};

/// Two ends of one precision; the value lies between them or is one of them.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) lower: Float,
    pub(super) upper: Float,
}

/// What a function of MPFR's does with a number in its place.
pub(super) type InPlace = fn(&mut Float, Round) -> Ordering;

impl Interval {
    /// The narrowest around a rational.
    pub(super) fn new(bits: u32, v: &Rational) -> Self {
        let end = |round| Float::with_val_round(bits, v, round).0;
        Self { lower: end(Round::Down), upper: end(Round::Up) }
    }

    /// The narrowest around an integer.
    pub(super) fn integer(bits: u32, n: u32) -> Self {
        Self::new(bits, &Rational::from(n))
    }

    /// The narrowest around pi.
    pub(super) fn pi(bits: u32) -> Self {
        let end = |round| Float::with_val_round(bits, Constant::Pi, round).0;
        Self { lower: end(Round::Down), upper: end(Round::Up) }
    }

    /// From the less of these to the greater.
    pub(super) fn between(bits: u32, a: &Rational, b: &Rational) -> Self {
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
    pub(super) fn rising(mut self, f: InPlace) -> Self {
        f(&mut self.lower, Round::Down);
        f(&mut self.upper, Round::Up);
        self
    }

    /// A function that falls as its argument grows.
    pub(super) fn falling(self, f: InPlace) -> Self {
        let (mut lower, mut upper) = (self.upper, self.lower);
        f(&mut lower, Round::Down);
        f(&mut upper, Round::Up);
        Self { lower, upper }
    }

    /// With the other sign.
    pub(super) fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// a + b
    pub(super) fn add(&self, other: &Self) -> Self {
        let bits = self.bits();
        let end = |a: &Float, b: &Float, round| Float::with_val_round(bits, a + b, round).0;
        Self {
            lower: end(&self.lower, &other.lower, Round::Down),
            upper: end(&self.upper, &other.upper, Round::Up),
        }
    }

    /// a - b
    pub(super) fn sub(&self, other: &Self) -> Self {
        self.add(&other.clone().neg())
    }

    /// a b
    pub(super) fn mul(&self, other: &Self) -> Self {
        let bits = self.bits();
        self.corners(other, |a, b, round| {
            // Next to a bound that is infinite stands one that is not: the zero wins.
            if a.is_zero() || b.is_zero() {
                return Float::new(bits);
            }
            Float::with_val_round(bits, a * b, round).0
        })
    }

    /// a / b; b has one sign.
    pub(super) fn div(&self, other: &Self) -> Self {
        let bits = self.bits();
        self.corners(other, |a, b, round| {
            if a.is_zero() || b.is_infinite() {
                return Float::new(bits);
            }
            Float::with_val_round(bits, a / b, round).0
        })
    }

    /// 1 / a
    pub(super) fn recip(&self) -> Self {
        Self::integer(self.bits(), 1).div(self)
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
