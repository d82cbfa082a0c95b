//! Remainders, which are exact.

use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::Rounded;

impl Wide {
    /// `a - b * n`, n the integer nearest to a / b, a tie to the even one (IEEE 754-2019, 5.3.1). It is exact, and a zero has the sign of
    /// `a`. The rules' precision has no say.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let (five, three) = (0x4001_4000 << 96, 0x4000_8000 << 96);
    /// assert_eq!(quad.remainder(five, three, &rules).bits, 0xbfff << 112); // 5 - 3 * 2 = -1
    /// ```
    #[must_use]
    pub fn remainder(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.reduced(a, b, true, rules)
    }

    /// `a - b * n`, n = a / b cut toward zero (fmod of C, FPREM of the x87). It is exact, and a zero has the sign of `a`. The rules'
    /// precision has no say.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let [five, three, two] = [0x4001_4000_u128, 0x4000_8000, 0x4000_0000].map(|high| high << 96);
    /// assert_eq!(Wide::BINARY128.fmod(five, three, &Rules::of(Env::IEEE)).bits, two);
    /// ```
    #[must_use]
    pub fn fmod(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        self.reduced(a, b, false, rules)
    }

    /// The remainder by the nearest quotient, or by the one cut toward zero.
    fn reduced(&self, a: u128, b: u128, nearest: bool, rules: &Rules) -> Rounded<u128> {
        let (a, b) = (self.number(a), self.number(b));
        if let Some(special) = self.special(rules, &[a, b]) {
            return special;
        }
        let whole = |exact: &Exact| self.round_to(&rules.env, self.precision(), exact);
        match (a, b) {
            (
                Number::Finite { sign, exponent: e, significand: x },
                Number::Finite { exponent: f, significand: y, .. },
            ) if y != 0 => whole(&rest((sign, e, x), (f, y), nearest)),
            (Number::Finite { sign, exponent, significand }, Number::Infinite { .. }) => {
                whole(&Exact { sign, exponent, significand: Big::of(significand), sticky: false })
            }
            _ => self.invalid(rules),
        }
    }
}

/// The rest of x 2^e by y 2^f.
fn rest((sign, e, x): (bool, i64, u128), (f, y): (i64, u128), nearest: bool) -> Exact {
    let (x, place) = (Big::of(x), e.min(f));
    if f - place > 256 {
        // The divisor is more than twice as large.
        return Exact { sign, exponent: e, significand: x, sticky: false };
    }
    let divisor = Big::of(y).up((f - place) as u32);
    // The quotient's bits from the top; the last one says whether it is odd.
    let (mut r, mut odd) = modulo(x, &divisor);
    for _ in 0..e - place {
        (r, odd) = modulo(r.up(1), &divisor);
    }
    let away = nearest && (r.up(1) > divisor || r.up(1) == divisor && odd);
    let (sign, r) = if away { (!sign, divisor.minus(&r)) } else { (sign, r) };
    Exact { sign, exponent: place, significand: r, sticky: false }
}

/// The rest, and whether the quotient is odd.
fn modulo(x: Big, by: &Big) -> (Big, bool) {
    let (mut rest, mut odd) = (x, false);
    let more = x.length().saturating_sub(by.length());
    for i in (0..=more).rev() {
        let part = by.up(i);
        odd = part <= rest;
        if odd {
            rest = rest.minus(&part);
        }
    }
    (rest, odd)
}
