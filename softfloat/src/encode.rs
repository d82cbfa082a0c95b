//! Value -> code: infinities and NaN here, numbers in [`crate::round`].

use crate::format::{Kind, Nonfinite};
use crate::value::Value;
use crate::{Bits, Env, Flags, Format, NanRule, Overflow, Rounded};

impl Format {
    /// Rounds any value into this format, special values included.
    #[inline(always)]
    pub fn encode<W: Bits>(&self, env: &Env, value: Value<W>) -> Rounded<W> {
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
        let exact = |bits| Rounded { bits, flags: Flags::NONE };
        let invalid = |bits| Rounded { bits, flags: Flags::INVALID };
        if self.has_infinity() {
            exact(self.infinity_code(sign))
        } else if matches!(self.kind, Kind::Fixed { .. }) {
            invalid(self.max_code(sign))
        } else if self.has_nan() && (env.overflow != Overflow::Saturate || sign && !self.sign) {
            invalid(self.nan_code(sign))
        } else {
            Rounded { bits: self.max_code(sign), flags: Flags::OVERFLOW | Flags::INEXACT }
        }
    }

    #[inline(always)]
    fn encode_nan<W: Bits>(
        &self,
        env: &Env,
        sign: bool,
        signalling: bool,
        payload: u64,
    ) -> Rounded<W> {
        if !self.has_nan() {
            let bits =
                if self.has_infinity() { self.infinity_code(false) } else { self.max_code(false) };
            return Rounded { bits, flags: Flags::INVALID };
        }
        let bits = match (env.nan, self.nonfinite) {
            (NanRule::Canonical, _) => self.nan_code(false),
            (_, Nonfinite::Ieee) => {
                let fraction = W::low((payload >> (64 - self.man_bits)) as u128);
                self.nan_code::<W>(false) | self.assemble(sign, fraction)
            }
            (_, _) => self.nan_code(sign),
        };
        Rounded { bits, flags: Flags::INVALID.when(signalling) }
    }
}
