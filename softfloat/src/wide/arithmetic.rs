//! Sums, products, quotients, roots.

use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Flags, NanRule, Rounded, Rounding};

impl Wide {
    /// `a + b`.
    #[must_use]
    pub fn add(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.sum(self.number(a), self.number(b), rules)
    }

    /// `a - b`.
    #[must_use]
    pub fn sub(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.sum(self.number(a), self.number(b).turned(true), rules)
    }

    fn sum(&self, a: Number, b: Number, rules: &Rules) -> Rounded<u128> {
        if let Some(special) = self.special(rules, &[a, b]) {
            return special;
        }
        match (exact(a), exact(b)) {
            (Some(x), Some(y)) => self.round(rules, &total(x, y, rules)),
            (None, None) if a.sign() != b.sign() => self.invalid(rules),
            (None, _) => self.infinite(a.sign()),
            (_, None) => self.infinite(b.sign()),
        }
    }

    /// `a * b`.
    #[must_use]
    pub fn mul(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        let (a, b) = (self.number(a), self.number(b));
        if let Some(special) = self.special(rules, &[a, b]) {
            return special;
        }
        match product(a, b) {
            Product::Number(product) => self.round(rules, &product),
            Product::Infinite(sign) => self.infinite(sign),
            Product::Invalid => self.invalid(rules),
        }
    }

    /// `a * b + c`, rounded once; an infinity times zero is *invalid* beside a NaN, too, but not where `nan` is that of SSE.
    #[must_use]
    pub fn fma(&self, a: u128, b: u128, c: u128, rules: &Rules) -> Rounded<u128> {
        let numbers = [a, b, c].map(|code| self.number(code));
        let [a, b, c] = numbers;
        // Arm looks at the addend first.
        let ordered = if rules.env.nan == NanRule::Arm { [c, a, b] } else { numbers };
        if let Some(special) = self.special(rules, &ordered) {
            return self.beside_nan(rules, special, a, b);
        }
        match (product(a, b), exact(c)) {
            (Product::Invalid, _) => self.invalid(rules),
            (Product::Infinite(sign), None) if sign != c.sign() => self.invalid(rules),
            (Product::Infinite(sign), _) => self.infinite(sign),
            (_, None) => self.infinite(c.sign()),
            (Product::Number(x), Some(y)) => self.round(rules, &total(x, y, rules)),
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

    /// `a / b`.
    #[must_use]
    pub fn div(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        let (a, b) = (self.number(a), self.number(b));
        if let Some(special) = self.special(rules, &[a, b]) {
            return special;
        }
        let sign = a.sign() != b.sign();
        match (exact(a), exact(b)) {
            (None, None) => self.invalid(rules),
            (None, _) => self.infinite(sign),
            (_, None) => self.round(rules, &zero(sign)),
            (Some(x), Some(y)) if y.significand.is_zero() => match x.significand.is_zero() {
                true => self.invalid(rules),
                false => Rounded { flags: Flags::DIVIDE_BY_ZERO, ..self.infinite(sign) },
            },
            (Some(x), Some(y)) => {
                // Both begin at one bit, so that the quotient has `more` bits behind its leading one, or one fewer.
                let more = self.precision() + 4;
                let [a, b] = [x, y].map(|x| x.significand.up(SUM - x.significand.length()));
                let exponent = |e: &Exact| e.exponent + i64::from(e.significand.length());
                if x.significand.is_zero() {
                    return self.round(rules, &zero(sign));
                }
                let (significand, sticky) = a.up(more).quotient(&b, more + 1);
                let exponent = exponent(&x) - exponent(&y) - i64::from(more);
                self.round(rules, &Exact { sign, exponent, significand, sticky })
            }
        }
    }

    /// The square root.
    #[must_use]
    pub fn sqrt(&self, a: u128, rules: &Rules) -> Rounded<u128> {
        let a = self.number(a);
        if let Some(special) = self.special(rules, &[a]) {
            return special;
        }
        match exact(a) {
            Some(x) if x.significand.is_zero() => self.round(rules, &x),
            _ if a.sign() => self.invalid(rules),
            None => self.infinite(false),
            Some(x) => {
                // An even exponent, and twice as many bits as the root has.
                let bits = self.precision() + 4;
                let up = 2 * bits - x.significand.length();
                let up = up - u32::from((x.exponent - i64::from(up)) % 2 != 0);
                let (significand, sticky) = x.significand.up(up).root(bits);
                let exponent = (x.exponent - i64::from(up)) / 2;
                self.round(rules, &Exact { sign: false, exponent, significand, sticky })
            }
        }
    }

    pub(super) fn infinite(&self, sign: bool) -> Rounded<u128> {
        Rounded { bits: self.infinity(sign), flags: Flags::NONE }
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

enum Product {
    Number(Exact),
    Infinite(bool),
    Invalid,
}

fn product(a: Number, b: Number) -> Product {
    let sign = a.sign() != b.sign();
    match (a, b) {
        (
            Number::Finite { exponent: e, significand: x, .. },
            Number::Finite { exponent: f, significand: y, .. },
        ) => {
            let significand = Big::product(x, y);
            Product::Number(Exact { sign, exponent: e + f, significand, sticky: false })
        }
        _ if a.is_zero() || b.is_zero() => Product::Invalid,
        _ => Product::Infinite(sign),
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
