//! Augmented arithmetic (IEEE 754-2019, 9.5): a sum, difference or product rounded to nearest, ties toward zero, and what is left of it.
//!
//! Both are rounded to the whole precision. What is left of a product may lie below the last place, and is rounded so too (then *inexact*
//! and *underflow*). Where it is exactly zero it has the sign of the rounded value, beside an infinity or NaN it is the same (NUM-D73).

use super::arithmetic::{Answer, Formula};
use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Env, Flags, Rounded, Rounding};
use core::mem::swap;

/// The two results and the exceptions of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Augmented {
    /// The rounded value.
    pub high: u128,
    /// What is left of it.
    pub low: u128,
    /// The exceptions.
    pub flags: Flags,
}

impl Wide {
    /// augmentedAddition.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (one, tiny) = (0x3fff << 112, 0x3f8e << 112);
    /// // A tie goes toward zero, and nothing is lost.
    /// let r = Wide::BINARY128.augmented_add(one, tiny, &Rules::of(Env::IEEE));
    /// assert_eq!((r.high, r.low, r.flags.is_empty()), (one, tiny, true));
    /// ```
    #[must_use]
    pub fn augmented_add(&self, a: u128, b: u128, rules: &Rules) -> Augmented {
        self.augmented_sum(Formula::Add, [a, b], rules)
    }

    /// augmentedSubtraction.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (one, tiny) = (0x3fff << 112, 0x3f8d << 112); // 1, 2^-114
    /// // A tie between 1 - 2^-113 and 1 goes toward zero.
    /// let r = quad.augmented_sub(one, tiny, &rules);
    /// assert_eq!((r.high, r.low, r.flags.is_empty()), (one - 1, tiny, true));
    /// ```
    #[must_use]
    pub fn augmented_sub(&self, a: u128, b: u128, rules: &Rules) -> Augmented {
        self.augmented_sum(Formula::Sub, [a, b], rules)
    }

    /// augmentedMultiplication.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let one = 0x3fff << 112;
    /// // (1 + 2^-112)^2 = (1 + 2^-111) + 2^-224
    /// let r = quad.augmented_mul(one + 1, one + 1, &rules);
    /// assert_eq!((r.high, r.low, r.flags.is_empty()), (one + 2, 0x3f1f << 112, true));
    /// ```
    #[must_use]
    pub fn augmented_mul(&self, a: u128, b: u128, rules: &Rules) -> Augmented {
        let rules = nearest(rules);
        let high = match self.high(Formula::Mul, [a, b], &rules) {
            Ok(high) => high,
            Err(special) => return special,
        };
        let low = match self.answer(Formula::Fma, [a, b, self.opposite(high)], &rules) {
            Answer::Exact(rest) if !rest.significand.is_zero() => {
                self.ties_toward_zero(&rules.env, &rest)
            }
            _ => Rounded { bits: self.zero_like(high), flags: Flags::NONE },
        };
        Augmented { high, low: low.bits, flags: low.flags }
    }

    fn augmented_sum(&self, formula: Formula, x: [u128; 2], rules: &Rules) -> Augmented {
        let rules = nearest(rules);
        let high = match self.high(formula, x, &rules) {
            Ok(high) => high,
            Err(special) => return special,
        };
        let [mut large, mut small] = x;
        if formula == Formula::Sub {
            small = self.opposite(small);
        }
        if !self.total_order_magnitude(small, large) {
            swap(&mut large, &mut small);
        }
        // Rounded to nearest, whatever becomes of ties, both differences are exact (Dekker).
        let taken = self.sub(high, large, &rules).bits;
        let low = self.sub(small, taken, &rules).bits;
        let zero = self.total_order_magnitude(low, 0);
        Augmented { high, low: if zero { self.zero_like(high) } else { low }, flags: Flags::NONE }
    }

    /// The first result; where it is no number, both.
    fn high(&self, formula: Formula, [a, b]: [u128; 2], rules: &Rules) -> Result<u128, Augmented> {
        let Rounded { bits: high, flags } = match self.answer(formula, [a, b, 0], rules) {
            Answer::Exact(exact) => self.ties_toward_zero(&rules.env, &exact),
            _ => self.evaluate(formula, [a, b, 0], rules),
        };
        match self.number(high) {
            Number::Finite { .. } => Ok(high),
            _ => Err(Augmented { high, low: high, flags }),
        }
    }

    /// The nearest number; of two the one toward zero. Only beyond half a place above the largest it is infinity.
    fn ties_toward_zero(&self, env: &Env, exact: &Exact) -> Rounded<u128> {
        let round = |env: &Env, exact: &Exact| self.round_to(env, self.precision(), exact);
        if exact.sticky || exact.significand.is_zero() {
            return round(env, exact);
        }
        // What lies just below a magnitude that is known exactly is nearest to the same number, and no tie.
        let up = Big::BITS - exact.significand.length();
        let significand = exact.significand.up(up).minus(&Big::of(1));
        let exponent = exact.exponent - i64::from(up);
        let below = Exact { significand, exponent, sticky: true, ..*exact };
        let r = round(env, &below);
        let is_exact = round(&env.rounding(Rounding::TowardZero), exact).flags.is_empty();
        Rounded { flags: if is_exact { Flags::NONE } else { r.flags }, ..r }
    }

    const fn opposite(&self, code: u128) -> u128 {
        code ^ 1 << (self.width - 1)
    }

    /// The zero of a code's sign.
    const fn zero_like(&self, code: u128) -> u128 {
        code >> (self.width - 1) << (self.width - 1)
    }
}

/// To nearest, and the whole precision.
const fn nearest(rules: &Rules) -> Rules {
    Rules::of(rules.env.rounding(Rounding::NearestEven))
}
