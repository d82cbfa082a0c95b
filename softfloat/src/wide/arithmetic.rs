//! Sums, products, quotients, roots.

use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Flags, NanRule, Rounded, Rounding, Unrounded};

/// What is computed before it is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// a + b.
    Add,
    /// a - b.
    Sub,
    /// a * b.
    Mul,
    /// a / b.
    Div,
    /// The square root of a.
    Sqrt,
    /// a * b + c.
    Fma,
}

/// What comes of a formula, before there is a format for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// A number: its first 120 bits, and whether there are others.
    Number(Unrounded<u128>),
    /// An infinity of infinite operands.
    Infinite {
        /// Its sign.
        sign: bool,
    },
    /// An infinity of finite ones: a division by zero.
    Pole {
        /// Its sign.
        sign: bool,
    },
    /// An invalid operation.
    Invalid,
    /// A NaN of the operands' format, quiet, with what it signals.
    Nan(Rounded<u128>),
}

/// The same, with all bits.
pub(super) enum Answer {
    Exact(Exact),
    /// Of infinite operands.
    Infinite(bool),
    /// Of finite ones.
    Pole(bool),
    Invalid,
    /// A NaN of the format, quiet, with what it signals.
    Nan(Rounded<u128>),
}

impl Wide {
    /// `a + b`.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (one, two) = (0x3fff << 112, 0x4000 << 112);
    /// assert_eq!(quad.add(one, two, &rules).bits, 0x4000_8000 << 96); // 3
    /// ```
    #[must_use]
    pub fn add(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.evaluate(Formula::Add, [a, b, 0], rules)
    }

    /// `a - b`.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (one, two) = (0x3fff << 112, 0x4000 << 112);
    /// assert_eq!(quad.sub(one, two, &rules).bits, 0xbfff << 112); // -1
    /// ```
    #[must_use]
    pub fn sub(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.evaluate(Formula::Sub, [a, b, 0], rules)
    }

    /// `a * b`.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env, Flags};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (two, three) = (0x4000 << 112, 0x4000_8000 << 96);
    /// assert_eq!(quad.mul(two, three, &rules).bits, 0x4001_8000 << 96); // 6
    /// let r = quad.mul(two, quad.largest(), &rules);
    /// assert_eq!((r.bits, r.flags), (quad.infinity(false), Flags::OVERFLOW | Flags::INEXACT));
    /// ```
    #[must_use]
    pub fn mul(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.evaluate(Formula::Mul, [a, b, 0], rules)
    }

    /// `a / b`.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env, Flags};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (one, two) = (0x3fff << 112, 0x4000 << 112);
    /// assert_eq!(quad.div(one, two, &rules).bits, 0x3ffe << 112); // 1/2
    /// let r = quad.div(one, 0, &rules);
    /// assert_eq!((r.bits, r.flags), (quad.infinity(false), Flags::DIVIDE_BY_ZERO));
    /// ```
    #[must_use]
    pub fn div(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.evaluate(Formula::Div, [a, b, 0], rules)
    }

    /// The square root.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env, Flags};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// assert_eq!(quad.sqrt(0x4001 << 112, &rules).bits, 0x4000 << 112); // 4, 2
    /// let r = quad.sqrt(0xbfff << 112, &rules); // of -1
    /// assert_eq!((r.bits, r.flags), (quad.nan(false), Flags::INVALID));
    /// ```
    #[must_use]
    pub fn sqrt(&self, a: u128, rules: &Rules) -> Rounded<u128> {
        self.evaluate(Formula::Sqrt, [a, 0, 0], rules)
    }

    /// `a * b + c`, rounded once; an infinity times zero is *invalid* beside a NaN, too, but not where `nan` is that of SSE.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (one, two, three) = (0x3fff << 112, 0x4000 << 112, 0x4000_8000 << 96);
    /// assert_eq!(quad.fma(two, three, one, &rules).bits, 0x4001_c000 << 96); // 2 * 3 + 1
    /// ```
    #[must_use]
    pub fn fma(&self, a: u128, b: u128, c: u128, rules: &Rules) -> Rounded<u128> {
        self.evaluate(Formula::Fma, [a, b, c], rules)
    }

    /// A formula of up to three operands; those that it lacks are not looked at.
    ///
    /// ```
    /// use softfloat::{wide::{Formula, Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (two, three) = (0x4000 << 112, 0x4000_8000 << 96);
    /// let r = quad.evaluate(Formula::Mul, [two, three, 0], &rules);
    /// assert_eq!(r.bits, 0x4001_8000 << 96); // 6
    /// ```
    #[must_use]
    pub fn evaluate(&self, formula: Formula, x: [u128; 3], rules: &Rules) -> Rounded<u128> {
        match self.answer(formula, x, rules) {
            Answer::Exact(exact) => self.round(rules, &exact),
            Answer::Infinite(sign) => self.infinite(sign),
            Answer::Pole(sign) => Rounded { flags: Flags::DIVIDE_BY_ZERO, ..self.infinite(sign) },
            Answer::Invalid => self.invalid(rules),
            Answer::Nan(nan) => nan,
        }
    }

    /// What comes of a formula before it is rounded.
    ///
    /// ```
    /// use softfloat::{wide::{Formula, Rules, Unfinished, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (one, three) = (0x3fff << 112, 0x4000_8000 << 96);
    /// let third = quad.exactly(Formula::Div, [one, three, 0], &rules);
    /// assert!(matches!(third, Unfinished::Number(u) if u.sticky)); // 1/3 has no end
    /// let pole = quad.exactly(Formula::Div, [one, 0, 0], &rules);
    /// assert_eq!(pole, Unfinished::Pole { sign: false });
    /// ```
    #[must_use]
    pub fn exactly(&self, formula: Formula, x: [u128; 3], rules: &Rules) -> Unfinished {
        match self.answer(formula, x, rules) {
            Answer::Exact(exact) => Unfinished::Number(exact.unrounded()),
            Answer::Infinite(sign) => Unfinished::Infinite { sign },
            Answer::Pole(sign) => Unfinished::Pole { sign },
            Answer::Invalid => Unfinished::Invalid,
            Answer::Nan(nan) => Unfinished::Nan(nan),
        }
    }

    pub(super) fn answer(&self, formula: Formula, x: [u128; 3], rules: &Rules) -> Answer {
        let numbers = x.map(|code| self.number(code));
        let [a, b, c] = numbers;
        match formula {
            Formula::Add => self.sum(a, b, rules),
            Formula::Sub => self.sum(a, b.turned(true), rules),
            Formula::Mul => self.special(rules, &[a, b]).map_or_else(|| product(a, b), Answer::Nan),
            Formula::Div => {
                self.special(rules, &[a, b]).map_or_else(|| self.quotient(a, b), Answer::Nan)
            }
            Formula::Sqrt => self.special(rules, &[a]).map_or_else(|| self.root(a), Answer::Nan),
            Formula::Fma => {
                // Arm looks at the addend first.
                let ordered = if rules.env.nan == NanRule::Arm { [c, a, b] } else { numbers };
                match self.special(rules, &ordered) {
                    Some(special) => Answer::Nan(self.beside_nan(rules, special, a, b)),
                    None => fused(a, b, c, rules),
                }
            }
        }
    }

    fn sum(&self, a: Number, b: Number, rules: &Rules) -> Answer {
        if let Some(special) = self.special(rules, &[a, b]) {
            return Answer::Nan(special);
        }
        match (exact(a), exact(b)) {
            (Some(x), Some(y)) => Answer::Exact(total(x, y, rules)),
            (None, None) if a.sign() != b.sign() => Answer::Invalid,
            (None, _) => Answer::Infinite(a.sign()),
            (_, None) => Answer::Infinite(b.sign()),
        }
    }

    /// The result of a fused operation with a NaN, where the product may be one of an infinity and zero.
    fn beside_nan(
        &self,
        rules: &Rules,
        special: Rounded<u128>,
        a: Number,
        b: Number,
    ) -> Rounded<u128> {
        let infinite = |n: Number| matches!(n, Number::Infinite { .. });
        let times_zero = infinite(a) && b.is_zero() || a.is_zero() && infinite(b);
        match rules.env.nan {
            _ if !times_zero => special,
            NanRule::Sse => special,
            NanRule::Arm if !special.flags.contains(Flags::INVALID) => self.invalid(rules),
            _ => Rounded { flags: special.flags | Flags::INVALID, ..special },
        }
    }

    fn quotient(&self, a: Number, b: Number) -> Answer {
        let sign = a.sign() != b.sign();
        match (exact(a), exact(b)) {
            (None, None) => Answer::Invalid,
            (None, _) => Answer::Infinite(sign),
            (_, None) => Answer::Exact(zero(sign)),
            (Some(x), Some(y)) if y.significand.is_zero() => match x.significand.is_zero() {
                true => Answer::Invalid,
                false => Answer::Pole(sign),
            },
            (Some(x), Some(_)) if x.significand.is_zero() => Answer::Exact(zero(sign)),
            (Some(x), Some(y)) => {
                // Both begin at one bit, so that the quotient has `more` bits behind its leading one, or one fewer.
                let more = self.precision() + 4;
                let [a, b] = [x, y].map(|x| x.significand.up(SUM - x.significand.length()));
                let exponent = |e: &Exact| e.exponent + i64::from(e.significand.length());
                let (significand, sticky) = a.up(more).quotient(&b, more + 1);
                let exponent = exponent(&x) - exponent(&y) - i64::from(more);
                Answer::Exact(Exact { sign, exponent, significand, sticky })
            }
        }
    }

    fn root(&self, a: Number) -> Answer {
        match exact(a) {
            Some(x) if x.significand.is_zero() => Answer::Exact(x),
            _ if a.sign() => Answer::Invalid,
            None => Answer::Infinite(false),
            Some(x) => {
                // An even exponent, and twice as many bits as the root has.
                let bits = self.precision() + 4;
                let up = 2 * bits - x.significand.length();
                let up = up - u32::from((x.exponent - i64::from(up)) % 2 != 0);
                let (significand, sticky) = x.significand.up(up).root(bits);
                let exponent = (x.exponent - i64::from(up)) / 2;
                Answer::Exact(Exact { sign: false, exponent, significand, sticky })
            }
        }
    }

    pub(super) fn infinite(&self, sign: bool) -> Rounded<u128> {
        Rounded { bits: self.infinity(sign), flags: Flags::NONE }
    }
}

fn fused(a: Number, b: Number, c: Number, rules: &Rules) -> Answer {
    match (product(a, b), exact(c)) {
        (Answer::Infinite(sign), None) if sign != c.sign() => Answer::Invalid,
        (Answer::Exact(_), None) => Answer::Infinite(c.sign()),
        (Answer::Exact(x), Some(y)) => Answer::Exact(total(x, y, rules)),
        (other, _) => other,
    }
}

/// Sums and quotients begin at this bit at the latest.
const SUM: u32 = 256;

const fn zero(sign: bool) -> Exact {
    Exact { sign, exponent: 0, significand: Big::ZERO, sticky: false }
}

/// A finite number.
pub(super) fn exact(number: Number) -> Option<Exact> {
    match number {
        Number::Finite { sign, exponent, significand } => {
            Some(Exact { sign, exponent, significand: Big::of(significand), sticky: false })
        }
        _ => None,
    }
}

fn product(a: Number, b: Number) -> Answer {
    let sign = a.sign() != b.sign();
    match (a, b) {
        (
            Number::Finite { exponent: e, significand: x, .. },
            Number::Finite { exponent: f, significand: y, .. },
        ) => {
            let significand = Big::product(x, y);
            Answer::Exact(Exact { sign, exponent: e + f, significand, sticky: false })
        }
        _ if a.is_zero() || b.is_zero() => Answer::Invalid,
        _ => Answer::Infinite(sign),
    }
}

/// The sum of two exact numbers. An exact zero of two signs is negative rounding down alone (IEEE 754-2019, 6.3).
fn total(x: Exact, y: Exact, rules: &Rules) -> Exact {
    match (x.significand.is_zero(), y.significand.is_zero()) {
        (true, true) if x.sign == y.sign => return x,
        (true, true) => return zero(rules.env.rounding == Rounding::Down),
        (true, false) => return y,
        (false, true) => return x,
        (false, false) => {}
    }
    let lead = |e: &Exact| e.exponent + i64::from(e.significand.length());
    let (large, small) = if lead(&x) >= lead(&y) { (x, y) } else { (y, x) };
    // The larger one begins at bit 500; of the smaller one what is below bit 0 is sticky. It begins at least 274 bits lower then, since
    // no number has more than 226: nothing cancels but one bit.
    let up = 500 - large.significand.length();
    let exponent = large.exponent - i64::from(up);
    let a = large.significand.up(up);
    let (b, sticky) = match small.exponent - exponent {
        up @ 0.. => (small.significand.up(up as u32), false),
        down => small.significand.down(down.unsigned_abs().min(u64::from(Big::BITS)) as u32),
    };
    if large.sign == small.sign {
        return Exact { sign: large.sign, exponent, significand: a.plus(&b), sticky };
    }
    let (sign, mut significand) =
        if a >= b { (large.sign, a.minus(&b)) } else { (small.sign, b.minus(&a)) };
    if sticky {
        significand = significand.minus(&Big::of(1));
    }
    if significand.is_zero() && !sticky {
        return zero(rules.env.rounding == Rounding::Down);
    }
    Exact { sign, exponent, significand, sticky }
}
