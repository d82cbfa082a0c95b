//! Stochastic rounding by many answers: bias and variance of what a design gives, beside what they are over all random words of the same
//! numbers.
//!
//! The error of an answer is what it has more than the number, in units of the place that the number is rounded to. Its mean is told
//! twice: signed, which shows a direction that is down or up, and of magnitudes, below 0 toward zero. Only numbers between the least and
//! the largest of the result's format count; where results are flushed, none below the smallest normal one. Sums are exact.

use crate::registry::{Op, Plan};
use num_bigint::{BigInt, Sign};
use softfloat::{Underflow, Unrounded, Value};
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
    /// The errors over all words of the same numbers.
    pub due: Moments,
}

/// Sums of errors.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: Dyadic,
    magnitudes: Dyadic,
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
    /// Takes the errors of a number, each with its share in 2^-bits.
    fn take(&mut self, negative: bool, bits: u32, errors: &[(&Dyadic, u64)]) {
        self.count += 1;
        for (error, share) in errors.iter().filter(|(_, share)| *share > 0) {
            let part = |d: &Dyadic| Dyadic {
                integer: &d.integer * *share,
                exponent: d.exponent - i64::from(bits),
            };
            let own = part(error);
            self.sum = self.sum.plus(&own);
            let outward = if negative { -own.integer } else { own.integer };
            self.magnitudes = self.magnitudes.plus(&Dyadic { integer: outward, ..own });
            self.squares = self.squares.plus(&part(&error.squared()));
            let magnitude = error.magnitude();
            let (a, b, _) = magnitude.aligned(&self.largest);
            if a > b {
                self.largest = magnitude;
            }
        }
    }

    /// Answers with an error.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The mean of what magnitudes have more, in units of the last place, to six digits: below 0 toward zero.
    #[must_use]
    pub fn outward(&self) -> Option<String> {
        (self.count > 0).then(|| self.magnitudes.over(&self.count.into()))
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
        let (to, negative) = (self.plan.result().format, value.integer.sign() == Sign::Minus);
        let error = |code: u64| match to.decode::<u64>(code) {
            Value::Finite(u) => {
                let mut error = Dyadic::of(u).minus(&value);
                error.exponent -= place;
                Some(error)
            }
            _ => None,
        };
        match error(found) {
            Some(error) => self.summary.found.take(negative, 0, &[(&error, 1)]),
            None => self.summary.specials += 1,
        }
        let (turning, [low, high]) = self.turning(x[0]);
        if let (Some(low), Some(high)) = (error(low), error(high)) {
            let bits = self.plan.operands[1].format.width;
            let up = (1 << bits) - turning;
            self.summary.due.take(negative, bits, &[(&low, turning), (&high, up)]);
        }
    }

    /// The least word with which a number is rounded up, 2^bits where none does; and the results below and from it on.
    fn turning(&self, code: u64) -> (u64, [u64; 2]) {
        let run = |word: u64| self.plan.run(&[code, word]).out()[0];
        let all = 1u64 << self.plan.operands[1].format.width;
        let [low, high] = [run(0), run(all - 1)];
        if low == high {
            return (all, [low, high]);
        }
        let (mut below, mut above) = (0, all - 1);
        while above - below > 1 {
            let middle = u64::midpoint(below, above);
            if run(middle) == low { below = middle } else { above = middle }
        }
        (above, [low, high])
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
        let mut most = Dyadic::of(most);
        if u.sign && to.is_fixed() {
            // Two's complement has one number more below 0.
            most = most.plus(&Dyadic { integer: 1.into(), exponent: to.last_place(0) });
        }
        let (a, b, _) = value.magnitude().aligned(&most);
        let lead = i64::from(u.exponent) + i64::from(u.significand.ilog2());
        let flushed = self.plan.env()?.underflow != Underflow::Gradual;
        let tiny = !to.is_fixed() && lead < i64::from(to.exponents().0);
        let counts = a <= b && (to.sign || !u.sign) && !(flushed && tiny);
        counts.then(|| (value, to.last_place(lead)))
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
            ("of magnitudes", " ulp", both(Moments::outward)),
            ("variance", " ulp^2", both(Moments::variance)),
            ("largest error", " ulp", both(Moments::largest)),
        ];
        for (label, unit, values) in rows {
            item(
                label,
                match values {
                    Some((found, due)) => format!("{found}{unit}, over all words {due}"),
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
            let error = Dyadic { integer: (*n).into(), exponent: *exponent };
            all.take(false, 0, &[(&error, 1)]);
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
            // All words once are all words.
            let told = |m: &Moments| (m.mean(), m.outward(), m.variance(), m.largest());
            assert_eq!(told(&all.found), told(&all.due));
            (all.found.outward().unwrap(), all.found.variance().unwrap())
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
        assert_eq!(all.found.outward().as_deref(), Some("0.687500"));
        assert_eq!(all.due.mean().as_deref(), Some("0.000000"));
    }

    /// Down is no bias of magnitudes, cut is none of signed errors: one of both shows each; words near the turning one change nothing of what
    /// is due.
    #[test]
    fn directions_are_seen() {
        let op = crate::operations().find("sr.f32.e4m3fn").unwrap();
        let plan = op.plan(&op.parse_options(["bits=8"]).unwrap());
        let mean = |answers: [u64; 2]| {
            let mut bias = Bias::new(&plan).unwrap();
            for (code, found) in [0x3f88_0000, 0xbf88_0000].into_iter().zip(answers) {
                bias.take(&[code, 0x80], found);
            }
            let all = bias.summary();
            assert_eq!(all.due.mean().as_deref(), Some("0.000000"));
            assert_eq!(all.due.outward().as_deref(), Some("0.000000"));
            [all.found.mean().unwrap(), all.found.outward().unwrap()]
        };
        assert_eq!(mean([0x38, 0xb9]), ["-0.500000", "0.000000"]);
        assert_eq!(mean([0x38, 0xb8]), ["0.000000", "-0.500000"]);
    }

    /// What is out of range has no error: negative numbers where there is no sign, and what is flushed.
    #[test]
    fn numbers_out_of_range() {
        let count = |id: &str, words: &[&str], code: u64| {
            let op = crate::operations().find(id).unwrap();
            let plan = op.plan(&op.parse_options(words.iter().copied()).unwrap());
            let mut bias = Bias::new(&plan).unwrap();
            bias.take(&[code, 0], plan.run(&[code, 0]).out()[0]);
            let all = bias.summary();
            assert_eq!(all.specials, 0, "{id} {code:x}");
            all.found.count()
        };
        let (minus, minus_128, tiny) = (0xbfa0_0000, 0xc300_0000, 0x3b00_0000);
        assert_eq!(count("sr.f32.u8", &[], minus), 0);
        assert_eq!(count("sr.f32.i8", &[], minus), 1);
        assert_eq!(count("sr.f32.i8", &[], minus_128), 1);
        assert_eq!(count("sr.f32.i8", &[], minus_128 + 0x2_0000), 0);
        assert_eq!(count("sr.f32.e4m3fn", &[], tiny), 1);
        assert_eq!(count("sr.f32.e4m3fn", &["ftz"], tiny), 0);
    }

    #[test]
    fn functions_have_no_bias() {
        let op = crate::operations().find("elem.f32.exp").unwrap();
        assert!(Bias::new(&op.plan(&crate::registry::Options::NONE)).is_none());
    }
}
