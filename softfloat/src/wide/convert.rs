//! Conversions to and from formats of at most 64 bits, between both, and to integral values.

use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Env, Flags, Format, NanRule, Rounded, Unrounded, Value};

impl Wide {
    /// A number of another format in this one; integers and floating-point formats of at most 64 bits, all of whose numbers it has but
    /// those below its smallest. The rules' precision has no say.
    #[must_use]
    pub fn of_narrow(&self, from: &Format, code: u64, rules: &Rules) -> Rounded<u128> {
        match from.decode::<u64>(code) {
            Value::Finite(u) => {
                let (significand, sticky) = (Big::of(u.significand.into()), u.sticky);
                let exact =
                    Exact { sign: u.sign, exponent: u.exponent.into(), significand, sticky };
                self.round_to(&rules.env, self.precision(), &exact)
            }
            Value::Infinite { sign } => self.infinite(sign),
            Value::Nan { sign, signalling, payload } => {
                self.converted(rules, sign, signalling, payload)
            }
        }
    }

    /// A code of another format, floating-point and of at most 64 bits, as the one of this format that means the same: a NaN keeps its sign, its
    /// fraction, and whether it signals.
    #[must_use]
    pub fn embed(&self, from: &Format, code: u64) -> u128 {
        match from.decode::<u64>(code) {
            Value::Finite(u) => self.pack(&Env::IEEE, u.cast()).bits,
            Value::Infinite { sign } => self.infinity(sign),
            Value::Nan { sign, signalling, payload } => self.nan_of(sign, signalling, payload),
        }
    }

    /// A number of this format in another; what an integer cannot hold is what its rule says. Conversions to integers signal *inexact* where
    /// `exact` says so.
    #[must_use]
    pub fn to_narrow(&self, to: &Format, code: u128, exact: bool, rules: &Rules) -> Rounded<u64> {
        let env = &rules.env;
        let value: Value<u128> = match self.number(code) {
            Number::Finite { sign, exponent, significand } => {
                Value::Finite(Unrounded::exact(sign, exponent as i32, significand))
            }
            Number::Infinite { sign } => Value::Infinite { sign },
            Number::Nan { code, signalling } => {
                let sign = code >> (self.width - 1) & 1 == 1;
                Value::Nan { sign, signalling, payload: self.payload(code) }
            }
            Number::Unsupported => {
                return invalid(to, env);
            }
        };
        let r: Rounded<u128> = to.encode(env, value);
        let flags = if to.is_fixed() && !exact { r.flags.without(Flags::INEXACT) } else { r.flags };
        Rounded { bits: r.bits as u64, flags }
    }

    /// A number of this format in the other one.
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
    fn converted(
        &self,
        rules: &Rules,
        sign: bool,
        signalling: bool,
        payload: u64,
    ) -> Rounded<u128> {
        let flags = Flags::INVALID.when(signalling);
        if rules.env.nan == NanRule::Canonical {
            return Rounded { bits: self.nan(false), flags };
        }
        let bits = self.precision() - 1;
        let fraction = u128::from(payload) << 64 >> (128 - bits);
        Rounded { bits: self.nan(sign) | fraction, flags }
    }
}

/// What a code that is no operand becomes.
fn invalid(to: &Format, env: &Env) -> Rounded<u64> {
    // Of integers the rule of NaN: it is no number.
    let sign = env.nan == NanRule::Sse && !to.is_fixed();
    let nan = Value::Nan { sign, signalling: true, payload: 0 };
    to.encode(env, nan)
}
