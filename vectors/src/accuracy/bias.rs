//! Stochastic rounding by many answers: bias and variance of what a design gives, beside those of the definition under the same words.
//!
//! The error of an answer is what its magnitude has more than that of the number, in units of the place that the number is rounded to: below 0
//! toward zero, so that what is cut does not cancel between numbers of both signs. Only
//! numbers up to the largest of the result's format count: beyond it every word gives the same. Sums of errors and of their squares are
//! exact.

use crate::registry::{Op, Plan};
use num_bigint::{BigInt, Sign};
use softfloat::{Unrounded, Value};
use std::collections::HashSet;

/// Whether an operation is a conversion by random bits.
#[must_use]
pub fn is_stochastic(op: &Op) -> bool {
    op.link.evaluate.is_stochastic()
}

/// So many different numbers are counted.
const NUMBERS: usize = 1 << 20;

/// Collects answers of one conversion by random bits under one choice of options.
#[derive(Clone, Debug)]
pub struct Bias {
    plan: Plan,
    summary: Statistics,
    seen: HashSet<u64>,
}

/// What is known of all answers.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Answers.
    pub answers: u64,
    /// The right code under the word of the case.
    pub right: u64,
    /// Different numbers, up to 2^20.
    pub numbers: u64,
    /// NaN and infinities where the number is in range.
    pub specials: u64,
    /// The errors of the answers.
    pub found: Moments,
    /// The errors of the right answers to the same cases.
    pub due: Moments,
}

/// Sums of errors.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: Dyadic,
    squares: Dyadic,
    largest: Dyadic,
}

/// An integer times a power of two.
#[derive(Clone, Debug, Default)]
struct Dyadic {
    integer: BigInt,
    exponent: i64,
}

impl Dyadic {
    fn of(u: Unrounded<u64>) -> Self {
        let integer = BigInt::from(u.significand);
        Self { integer: if u.sign { -integer } else { integer }, exponent: u.exponent.into() }
    }

    /// Both as multiples of one power of two.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i64) {
        let exponent = self.exponent.min(other.exponent);
        let [a, b] = [self, other].map(|d| &d.integer << (d.exponent - exponent) as u64);
        (a, b, exponent)
    }

    fn plus(&self, other: &Self) -> Self {
        let (a, b, exponent) = self.aligned(other);
        Self { integer: a + b, exponent }
    }

    fn minus(&self, other: &Self) -> Self {
        let (a, b, exponent) = self.aligned(other);
        Self { integer: a - b, exponent }
    }

    fn squared(&self) -> Self {
        Self { integer: &self.integer * &self.integer, exponent: 2 * self.exponent }
    }

    fn magnitude(&self) -> Self {
        Self { integer: self.integer.magnitude().clone().into(), exponent: self.exponent }
    }

    /// A quotient by a number of cases as a decimal number of six digits behind the point, halves away from zero.
    fn over(&self, by: &BigInt) -> String {
        let million: BigInt = &self.integer * 1_000_000;
        let (n, d) = match self.exponent {
            up @ 0.. => (million << up as u64, by.clone()),
            down => (million, by << down.unsigned_abs()),
        };
        let rounded = (n.magnitude() * 2u8 + d.magnitude()) / (d.magnitude() * 2u8);
        let digits = format!("{rounded:0>7}");
        let (whole, fraction) = digits.split_at(digits.len() - 6);
        let zero = rounded == 0u8.into();
        let sign = if n.sign() == Sign::Minus && !zero { "-" } else { "" };
        format!("{sign}{whole}.{fraction}")
    }
}

impl Moments {
    fn take(&mut self, error: &Dyadic) {
        self.count += 1;
        self.sum = self.sum.plus(error);
        self.squares = self.squares.plus(&error.squared());
        let magnitude = error.magnitude();
        let (a, b, _) = magnitude.aligned(&self.largest);
        if a > b {
            self.largest = magnitude;
        }
    }

    /// Answers with an error.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The mean error in units of the last place, to six digits; nothing of no errors.
    #[must_use]
    pub fn mean(&self) -> Option<String> {
        (self.count > 0).then(|| self.sum.over(&self.count.into()))
    }

    /// The mean square of what errors have more than their mean.
    #[must_use]
    pub fn variance(&self) -> Option<String> {
        (self.count > 0).then(|| {
            let (count, n) = (BigInt::from(self.count), self.count);
            let all = Dyadic { integer: &self.squares.integer * &count, ..self.squares };
            all.minus(&self.sum.squared()).over(&(count * n))
        })
    }

    /// The largest magnitude of an error.
    #[must_use]
    pub fn largest(&self) -> Option<String> {
        (self.count > 0).then(|| self.largest.over(&1.into()))
    }

    /// The standard error of the mean, about.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let variance: f64 = self.variance()?.parse().ok()?;
        Some((variance / self.count as f64).sqrt())
    }
}

impl Bias {
    /// Of the answers to cases of this plan; `None` where it is no conversion by random bits.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let known = is_stochastic(plan.op);
        known.then(|| Self {
            plan: plan.clone(),
            summary: Statistics::default(),
            seen: HashSet::new(),
        })
    }

    /// The operation and options.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Takes the answer to a case.
    pub fn take(&mut self, x: &[u64], found: u64) {
        let right = self.plan.run(x).out()[0];
        let all = &mut self.summary;
        all.answers += 1;
        all.right += u64::from(found == right);
        if self.seen.len() < NUMBERS {
            self.seen.insert(x[0]);
        }
        let Some((value, place)) = self.value(x[0]) else { return };
        let to = self.plan.result().format;
        let all = &mut self.summary;
        for (code, moments) in [(found, &mut all.found), (right, &mut all.due)] {
            if let Value::Finite(u) = to.decode(code) {
                let mut error = Dyadic::of(u).minus(&value);
                error.exponent -= place;
                if value.integer.sign() == Sign::Minus {
                    error.integer = -error.integer;
                }
                moments.take(&error);
            } else if code == found {
                all.specials += 1;
            }
        }
    }

    /// A number that is in range, and the place that it is rounded to.
    fn value(&self, code: u64) -> Option<(Dyadic, i64)> {
        let (from, to) = (self.plan.operands[0].format, self.plan.result().format);
        let Value::Finite(u) = from.operand(self.plan.env()?, code) else { return None };
        if u.significand == 0 {
            return None;
        }
        let value = Dyadic::of(u);
        let Value::Finite(most) = to.decode(to.max_finite()) else { return None };
        let (a, b, _) = value.magnitude().aligned(&Dyadic::of(most));
        let lead = i64::from(u.exponent) + i64::from(u.significand.ilog2());
        (a <= b).then(|| (value, to.last_place(lead)))
    }

    /// Nothing follows.
    #[must_use]
    pub fn summary(mut self) -> Statistics {
        self.summary.numbers = self.seen.len() as u64;
        self.summary
    }
}

impl Statistics {
    /// The report of `assay ulp`.
    #[must_use]
    pub fn report(&self, plan: &Plan) -> String {
        let options = plan.options.to_string();
        let gap = if options.is_empty() { "" } else { " " };
        let more = if self.numbers == NUMBERS as u64 { " at least" } else { "" };
        let mut text = format!(
            "{}{gap}{options}: {} answers to{more} {} numbers\n",
            plan.op.id, self.answers, self.numbers
        );
        let mut item = |label: &str, what: String| text += &format!("  {label:<17}  {what}\n");
        let share = super::percent(self.right, self.answers);
        item("by their words", format!("{} of {} are right, {share}", self.right, self.answers));
        item("special answers", format!("{} to numbers in range", self.specials));
        let both = |of: fn(&Moments) -> Option<String>| of(&self.found).zip(of(&self.due));
        let rows = [
            ("bias", " ulp", both(Moments::mean)),
            ("variance", " ulp^2", both(Moments::variance)),
            ("largest error", " ulp", both(Moments::largest)),
        ];
        for (label, unit, values) in rows {
            item(
                label,
                match values {
                    Some((found, due)) => format!("{found}{unit}, of the right answers {due}"),
                    None => "none: no answer has a value to measure it by".to_owned(),
                },
            );
        }
        if let Some(error) = self.found.standard_error() {
            let count = self.found.count();
            item("standard error", format!("{error:.6} ulp of the bias, of {count} with an error"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(errors: &[(i64, i64)]) -> Moments {
        let mut all = Moments::default();
        for (n, exponent) in errors {
            all.take(&Dyadic { integer: (*n).into(), exponent: *exponent });
        }
        all
    }

    #[test]
    fn of_no_errors_there_is_nothing() {
        let none = moments(&[]);
        assert_eq!((none.mean(), none.variance(), none.largest()), (None, None, None));
    }

    #[test]
    fn moments_are_exact_and_rounded_once() {
        // -1/2 and 1/4: the mean is -1/8, the variance (1/4 + 1/16) / 2 - 1/64 = 9/64.
        let two = moments(&[(-1, -1), (1, -2)]);
        assert_eq!(two.mean().as_deref(), Some("-0.125000"));
        assert_eq!(two.variance().as_deref(), Some("0.140625"));
        assert_eq!(two.largest().as_deref(), Some("0.500000"));
        // Thirds, of either sign; and what is smaller than any digit is 0 without a sign.
        assert_eq!(moments(&[(1, 0), (1, 0), (0, 0)]).mean().as_deref(), Some("0.666667"));
        assert_eq!(moments(&[(-1, 0), (-1, 0), (0, 0)]).mean().as_deref(), Some("-0.666667"));
        assert_eq!(moments(&[(-1, -80)]).mean().as_deref(), Some("0.000000"));
        assert_eq!(moments(&[(12, 3)]).mean().as_deref(), Some("96.000000"));
    }

    /// By all words the bias of a number is known: of `even`, where nothing lies behind the words' bits, it is 0; of `cut` what is cut.
    #[test]
    fn all_words_of_a_number() {
        let op = crate::operations().find("sr.f32.e4m3fn").unwrap();
        let mean = |words: &[&str], code: u64| {
            let plan = op.plan(&op.parse_options(words.iter().copied()).unwrap());
            let mut bias = Bias::new(&plan).unwrap();
            for word in 0..16 {
                let right = plan.run(&[code, word]).out()[0];
                bias.take(&[code, word], right);
            }
            let all = bias.summary();
            assert_eq!((all.answers, all.right, all.numbers, all.specials), (16, 16, 1, 0));
            assert_eq!(all.found.mean(), all.due.mean());
            (all.found.mean().unwrap(), all.found.variance().unwrap())
        };
        // 1 + 5/128: 5/16 of a place, so the variance is 5/16 * 11/16.
        let plain = ("0.000000".to_owned(), "0.214844".to_owned());
        assert_eq!(mean(&["bits=4", "tail=even"], 0x3f85_0000), plain);
        assert_eq!(mean(&["bits=4"], 0x3f85_0000), plain);
        // 2^-9 of a place more: it is cut.
        assert_eq!(mean(&["bits=4"], 0x3f85_0800).0, "-0.001953");
        assert_eq!(mean(&["bits=4"], 0xbf85_0800).0, "-0.001953");
    }

    #[test]
    fn another_answer_is_seen() {
        let op = crate::operations().find("sr.f32.e4m3fn").unwrap();
        let plan = op.plan(&op.parse_options(["bits=4"]).unwrap());
        let mut bias = Bias::new(&plan).unwrap();
        for word in 0..16 {
            // Always up; a NaN once; and a number beyond the largest, which has no error.
            bias.take(&[0x3f85_0000, word], if word == 3 { 0x7f } else { 0x39 });
            bias.take(&[0x4480_0000, word], 0x7e);
        }
        let all = bias.summary();
        assert_eq!((all.answers, all.right, all.numbers, all.specials), (32, 5, 2, 1));
        assert_eq!(all.found.count(), 15);
        assert_eq!(all.found.mean().as_deref(), Some("0.687500"));
        assert_eq!(all.due.mean().as_deref(), Some("0.000000"));
    }

    #[test]
    fn functions_have_no_bias() {
        let op = crate::operations().find("elem.f32.exp").unwrap();
        assert!(Bias::new(&op.plan(&crate::registry::Options::NONE)).is_none());
    }
}
