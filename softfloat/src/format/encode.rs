//! Value -> code: infinities and NaN here, numbers in [`super::pack`].

use super::{Format, Nonfinite};
use crate::value::Value;
use crate::{Bits, Env, Flags, IntegerRule, NanRule, Overflow, Rounded};

impl Format {
    /// Rounds any value into this format, special values included, as a conversion does.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, Env, Flags, StaticFormat, Value};
    /// let infinity = Value::<u32>::Infinite { sign: false };
    /// let r = Binary16::FORMAT.encode(&Env::IEEE, infinity);
    /// assert_eq!((r.bits, r.flags), (0x7c00, Flags::NONE));
    /// // There is none: NaN stands for it.
    /// let r = Fp8E4m3Ocp::FORMAT.encode(&Env::IEEE, infinity);
    /// assert_eq!((r.bits, r.flags), (0x7f, Flags::INVALID));
    /// ```
    #[inline(always)]
    pub fn encode<W: Bits>(&self, env: &Env, value: Value<W>) -> Rounded<W> {
        match value {
            Value::Infinite { sign } if env.nan == NanRule::Ofp8 && self.is_ofp8() => {
                Rounded { bits: self.ofp8_infinity(env, sign), flags: Flags::NONE }
            }
            Value::Infinite { sign }
                if env.overflow == Overflow::Saturate
                    && self.has_infinity()
                    && !self.is_p3109()
                    && (self.sign || !sign) =>
            {
                self.saturated(sign)
            }
            _ => self.encode_result(env, value),
        }
    }

    /// The same of an operation's result, whose infinities do not saturate where the format has
    /// them.
    #[inline(always)]
    pub(crate) fn encode_result<W: Bits>(&self, env: &Env, value: Value<W>) -> Rounded<W> {
        match value {
            Value::Finite(u) => self.round_pack(env, u),
            Value::Infinite { sign } => self.encode_infinity(env, sign),
            Value::Nan { sign, signalling, payload } => {
                self.encode_nan(env, sign, signalling, payload)
            }
        }
    }

    #[inline(always)]
    fn encode_infinity<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        if let Some(format) = self.p3109() {
            return self.p3109_infinite(env, sign, format.extended);
        }
        let exact = |bits| Rounded { bits, flags: Flags::NONE };
        let invalid = |bits| Rounded { bits, flags: Flags::INVALID };
        if self.has_infinity() && (self.sign || !sign) {
            exact(self.infinity_code(sign))
        } else if let Some((_, symmetric)) = self.fixed() {
            invalid(self.unheld(env, symmetric, sign, W::ZERO))
        } else if self.is_posit()
            || self.has_nan() && (env.overflow != Overflow::Saturate || sign && !self.sign)
        {
            invalid(self.nan_due(env, sign))
        } else {
            self.saturated(sign)
        }
    }

    /// What a conversion makes of an infinity under [`NanRule::Ofp8`]: exact, whatever its code.
    #[cold]
    fn ofp8_infinity<W: Bits>(&self, env: &Env, sign: bool) -> W {
        match self.has_infinity() {
            _ if env.overflow == Overflow::Saturate => self.max_code(sign),
            true => self.infinity_code(sign),
            false => self.nan_code(false),
        }
    }

    /// The largest number in the place of an infinity.
    #[cold]
    fn saturated<W: Bits>(&self, sign: bool) -> Rounded<W> {
        Rounded { bits: self.max_code(sign), flags: Flags::OVERFLOW | Flags::INEXACT }
    }

    #[inline(always)]
    fn encode_nan<W: Bits>(
        &self,
        env: &Env,
        sign: bool,
        signalling: bool,
        payload: u64,
    ) -> Rounded<W> {
        if let Some((_, symmetric)) = self.fixed() {
            let bits = match env.integer {
                IntegerRule::Arm if !symmetric => W::ZERO,
                _ => self.unheld(env, symmetric, false, W::ZERO),
            };
            return Rounded { bits, flags: Flags::INVALID };
        }
        if !self.has_nan() {
            let bits =
                if self.has_infinity() { self.infinity_code(false) } else { self.max_code(false) };
            return Rounded { bits, flags: Flags::INVALID };
        }
        let bits = match (env.nan, self.nonfinite, self.wide()) {
            (NanRule::Canonical | NanRule::Ofp8, ..) => self.ruled_nan(env),
            (_, _, Some(wide)) => W::low(wide.nan_of(sign, false, payload)),
            (_, Nonfinite::Ieee, None) => {
                let fraction = W::low((payload >> (64 - self.man_bits)) as u128);
                self.nan_code::<W>(false) | self.assemble(sign, fraction)
            }
            (_, _, None) => self.nan_code(sign),
        };
        Rounded { bits, flags: Flags::INVALID.when(signalling) }
    }

    /// The canonical NaN of a format that has one, under a rule.
    #[inline(always)]
    pub(crate) fn ruled_nan<W: Bits>(&self, env: &Env) -> W {
        let code = self.nan_code::<W>(false);
        if env.nan == NanRule::Ofp8 && self.is_ofp8() {
            code | W::mask(self.man_bits)
        } else {
            code
        }
    }

    /// The NaN that stands for a number or an infinity of this sign that the format does not hold.
    #[inline(always)]
    pub(super) fn nan_due<W: Bits>(&self, env: &Env, sign: bool) -> W {
        self.nan_code(sign && !(env.nan == NanRule::Ofp8 && self.is_ofp8()))
    }

    /// The code of an integer format for a number beyond its limits; `low` holds the number's low
    /// bits in two's complement. The elements of block formats, which are symmetric, saturate under
    /// every rule (OCP MX 1.0).
    #[inline(always)]
    pub(crate) fn unheld<W: Bits>(&self, env: &Env, symmetric: bool, sign: bool, low: W) -> W {
        match env.integer {
            _ if symmetric => self.max_code(sign),
            IntegerRule::RiscV | IntegerRule::Arm => self.max_code(sign),
            // The most negative code, all ones without a sign.
            IntegerRule::X86 => self.max_code(self.sign),
            IntegerRule::Wrap => low & W::mask(self.width),
        }
    }
}
