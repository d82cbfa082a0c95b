//! scaleB and logB.

use super::arithmetic::exact;
use super::big::Big;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Flags, Rounded};

/// Beyond this, up or down, every number overflows or underflows alike.
const FAR: i64 = 1 << 20;

impl Wide {
    /// `a * 2^n`, rounded once (scaleB, IEEE 754-2019, 5.3.3; FSCALE of the x87). The rules' precision has no say.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env, Flags};
    /// let (quad, one) = (Wide::BINARY128, 0x3fff_u128 << 112);
    /// let r = quad.scale_b(one, -16495, &Rules::of(Env::IEEE)); // half of the least number
    /// assert_eq!((r.bits, r.flags), (0, Flags::INEXACT | Flags::UNDERFLOW));
    /// ```
    #[must_use]
    pub fn scale_b(&self, a: u128, n: i64, rules: &Rules) -> Rounded<u128> {
        let number = self.number(a);
        if let Some(special) = self.special(rules, &[number]) {
            return special;
        }
        match exact(number) {
            Some(x) => {
                let exponent = x.exponent + n.clamp(-FAR, FAR);
                self.round_to(&rules.env, self.precision(), &Exact { exponent, ..x })
            }
            None => self.infinite(number.sign()),
        }
    }

    /// The exponent of `a` as a number of the format (logB, IEEE 754-2019, 5.3.3; the exponent that FXTRACT of the x87 gives).
    ///
    /// Subnormal numbers have the exponent of their leading one. A zero gives -infinity with *divide by zero*.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, ten) = (Wide::BINARY128, 0x4002_4000_u128 << 96);
    /// assert_eq!(quad.log_b(ten, &Rules::of(Env::IEEE)).bits, 0x4000_8000 << 96); // 3
    /// ```
    #[must_use]
    pub fn log_b(&self, a: u128, rules: &Rules) -> Rounded<u128> {
        let number = self.number(a);
        if let Some(special) = self.special(rules, &[number]) {
            return special;
        }
        let Some(x) = exact(number) else { return self.infinite(false) };
        if x.significand.is_zero() {
            return Rounded { flags: Flags::DIVIDE_BY_ZERO, ..self.infinite(true) };
        }
        let e = x.exponent + i64::from(x.significand.length()) - 1;
        let significand = Big::of(e.unsigned_abs().into());
        let whole = Exact { sign: e < 0, exponent: 0, significand, sticky: false };
        self.round_to(&rules.env, self.precision(), &whole)
    }
}
