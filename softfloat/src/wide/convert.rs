//! Conversions between both formats, and to integral values. Those from and to others are in `mixed.rs`.

use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Flags, NanRule, Rounded};

impl Wide {
    /// A number of this format in the other one.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env, Flags};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let x87 = Wide::EXTENDED80;
    /// let r = quad.to_wide(&x87, 0x3fff << 112, &rules); // 1
    /// assert_eq!((r.bits, r.flags), (0x3fff_8000 << 48, Flags::NONE));
    /// ```
    #[must_use]
    pub fn to_wide(&self, to: &Self, code: u128, rules: &Rules) -> Rounded<u128> {
        match self.number(code) {
            Number::Finite { sign, exponent, significand } => {
                let significand = Big::of(significand);
                let exact = Exact { sign, exponent, significand, sticky: false };
                to.round_to(&rules.env, to.precision(), &exact)
            }
            Number::Infinite { sign } => to.infinite(sign),
            Number::Unsupported => to.invalid(rules),
            Number::Nan { code, signalling } => {
                let sign = code >> (self.width - 1) & 1 == 1;
                to.converted(rules, sign, signalling, self.payload(code))
            }
        }
    }

    /// The nearest integral value in the direction of the rules, which the format has; *inexact* where `exact` says so.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env, Flags};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// let r = quad.round_to_integral(0x4000_4000 << 96, true, &rules); // 2.5, a tie
    /// assert_eq!((r.bits, r.flags), (0x4000 << 112, Flags::INEXACT)); // 2
    /// ```
    #[must_use]
    pub fn round_to_integral(&self, code: u128, exact: bool, rules: &Rules) -> Rounded<u128> {
        match self.number(code) {
            Number::Finite { sign, exponent: exponent @ ..0, significand } => {
                let own =
                    Exact { sign, exponent, significand: Big::of(significand), sticky: false };
                let (significand, lost) = own.rounded(&rules.env, 0);
                let whole = Exact { sign, exponent: 0, significand, sticky: false };
                let r = self.round_to(&rules.env, self.precision(), &whole);
                Rounded { flags: Flags::INEXACT.when(lost && exact), ..r }
            }
            // A pseudo-denormal lies below 1; all other numbers are written in one way.
            number @ (Number::Nan { .. } | Number::Unsupported) => {
                self.special(rules, &[number]).unwrap_or_else(|| self.invalid(rules))
            }
            _ => Rounded { bits: code, flags: Flags::NONE },
        }
    }

    /// The fraction of a NaN from the top of 64 bits on.
    pub(super) fn payload(&self, code: u128) -> u64 {
        let bits = self.precision() - 1;
        (code << (128 - bits) >> 64) as u64
    }

    /// The NaN that one of another format becomes: what there is room for of its fraction.
    pub(crate) fn converted(
        &self,
        rules: &Rules,
        sign: bool,
        signalling: bool,
        payload: u64,
    ) -> Rounded<u128> {
        let bits = match rules.env.nan {
            NanRule::Canonical | NanRule::Ofp8 => self.nan(false),
            _ => self.nan_of(sign, false, payload),
        };
        Rounded { bits, flags: Flags::INVALID.when(signalling) }
    }
}
