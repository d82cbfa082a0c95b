//! Conversions, and formulas of one format rounded into another.

use crate::wide::{Decoded, Formula, Rules, Unfinished, Wide};
use crate::{Env, Flags, Format, NanRule, Rounded, Unrounded, Value};

impl Wide {
    /// A number of another format in this one; integers and floating-point formats of at most 64 bits, all of whose numbers it has but
    /// those below its smallest. The rules' precision has no say.
    ///
    /// ```
    /// use softfloat::{format::Int8, wide::{Rules, Wide}, Env, Flags, StaticFormat};
    /// let r = Wide::BINARY128.of_narrow(&Int8::FORMAT, 0xff, &Rules::of(Env::IEEE)); // -1
    /// assert_eq!((r.bits, r.flags), (0xbfff << 112, Flags::NONE));
    /// ```
    #[must_use]
    pub fn of_narrow(&self, from: &Format, code: u64, rules: &Rules) -> Rounded<u128> {
        match from.decode::<u64>(code) {
            Value::Finite(u) => self.pack(&rules.env, u.cast()),
            Value::Infinite { sign } => Rounded { bits: self.infinity(sign), flags: Flags::NONE },
            Value::Nan { sign, signalling, payload } => {
                let quiet = from.is_ofp8() && rules.env.nan == NanRule::Ofp8;
                self.converted(rules, sign, signalling && !quiet, payload)
            }
        }
    }

    /// A code of another format, floating-point and of at most 64 bits, as the one of this format that means the same: a NaN keeps its sign, its
    /// fraction, and whether it signals.
    ///
    /// ```
    /// use softfloat::{format::Binary32, wide::Wide, StaticFormat};
    /// let quad = Wide::BINARY128;
    /// assert_eq!(quad.embed(&Binary32::FORMAT, 0x3fc0_0000), 0x3fff_8000 << 96); // 1.5
    /// // A signalling NaN stays one: 23 bits of fraction become 112.
    /// assert_eq!(quad.embed(&Binary32::FORMAT, 0x7f80_0001), 0x7fff << 112 | 1 << 89);
    /// ```
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
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, wide::{Rules, Wide}, Env, Flags, StaticFormat};
    /// let (quad, rules, code) = (Wide::BINARY128, Rules::of(Env::IEEE), 0x4000_4000 << 96); // 2.5
    /// let r = quad.to_narrow(&Int8::FORMAT, code, true, &rules);
    /// assert_eq!((r.bits, r.flags), (2, Flags::INEXACT));
    /// assert_eq!(quad.to_narrow(&Binary16::FORMAT, code, true, &rules).bits, 0x4100);
    /// ```
    #[must_use]
    pub fn to_narrow(&self, to: &Format, code: u128, exact: bool, rules: &Rules) -> Rounded<u64> {
        let env = &rules.env;
        let value: Value<u128> = match self.decode(code) {
            Decoded::Finite { sign, exponent, significand } => {
                Value::Finite(Unrounded::exact(sign, exponent, significand))
            }
            Decoded::Infinite { sign } => Value::Infinite { sign },
            Decoded::Nan { sign, signalling, payload } => Value::Nan { sign, signalling, payload },
            Decoded::Unsupported { .. } => invalid(to, env),
        };
        let r: Rounded<u128> = to.encode(env, value);
        let flags = if to.is_fixed() && !exact { r.flags.without(Flags::INEXACT) } else { r.flags };
        Rounded { bits: r.bits as u64, flags }
    }

    /// A formula of up to three operands, rounded once into another format (formatOf, IEEE 754-2019, 5.4.1), one with infinities and NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary32, wide::{Formula, Rules, Wide}, Env, Flags, StaticFormat};
    /// let (quad, one) = (Wide::BINARY128, 0x3fff_u128 << 112);
    /// // 1 + 2^-24 + 2^-113 lies above the tie that it would be, were it rounded to 113 bits before.
    /// let x = [one, 0x3fe7 << 112 | 1 << 23, 0];
    /// let sum = quad.evaluate_into(Formula::Add, &Binary32::FORMAT, x, &Rules::of(Env::IEEE));
    /// assert_eq!((sum.bits, sum.flags), (0x3f80_0001, Flags::INEXACT));
    /// ```
    #[must_use]
    pub fn evaluate_into(
        &self,
        formula: Formula,
        to: &Format,
        x: [u128; 3],
        rules: &Rules,
    ) -> Rounded<u64> {
        let env = &rules.env;
        let encoded = |value: Value<u128>| -> Rounded<u128> { to.encode(env, value) };
        let narrow = |r: Rounded<u128>, flags| Rounded { bits: r.bits as u64, flags };
        match self.exactly(formula, x, rules) {
            Unfinished::Number(exact) => {
                let r = to.round_pack(env, exact);
                narrow(r, r.flags)
            }
            Unfinished::Infinite { sign } => narrow(encoded(Value::Infinite { sign }), Flags::NONE),
            Unfinished::Pole { sign } => {
                narrow(encoded(Value::Infinite { sign }), Flags::DIVIDE_BY_ZERO)
            }
            Unfinished::Invalid => narrow(encoded(invalid(to, env)), Flags::INVALID),
            Unfinished::Nan(nan) => {
                Rounded { flags: nan.flags, ..self.to_narrow(to, nan.bits, false, rules) }
            }
        }
    }
}

/// What stands for the result of an invalid operation, or for a code that is no operand. Of integers the rule of NaN: it is no number.
fn invalid(to: &Format, env: &Env) -> Value<u128> {
    let sign = env.nan == NanRule::Sse && !to.is_fixed();
    Value::Nan { sign, signalling: true, payload: 0 }
}
