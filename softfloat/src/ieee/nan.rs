//! Which NaN an operation yields.

use crate::{Bits, Env, Flags, Format, NanRule, Rounded, Value};

impl Format {
    /// An infinite result of infinite operands, which is exact.
    #[inline(always)]
    pub(super) fn infinite<W: Bits>(&self, sign: bool) -> Rounded<W> {
        Rounded { bits: self.infinity_code(sign), flags: Flags::NONE }
    }

    /// What an invalid operation yields: the default NaN; in a format without NaN what NaN becomes
    /// there.
    #[cold]
    pub(super) fn invalid<W: Bits>(&self, env: &Env) -> Rounded<W> {
        let sign = env.nan == NanRule::Sse;
        let nan = Value::Nan { sign, signalling: false, payload: 0 };
        // With a negative default NaN, sign and (empty) payload are kept.
        let r: Rounded<W> = self.encode(env, nan);
        Rounded { bits: r.bits, flags: Flags::INVALID }
    }

    /// The NaN result of operands of which at least one is NaN, in the order of the operation.
    #[cold]
    pub(super) fn nan_result<W: Bits>(&self, env: &Env, operands: &[Value<W>]) -> Rounded<W> {
        let is_signalling = |v: &Value<W>| matches!(v, Value::Nan { signalling: true, .. });
        let is_nan = |v: &&Value<W>| matches!(v, Value::Nan { .. });
        let signalling = operands.iter().find(|v| is_signalling(v));
        let first = operands.iter().find(is_nan);
        let chosen = match env.nan {
            NanRule::Arm => signalling.or(first),
            _ => first,
        };
        let Some(&Value::Nan { sign, payload, .. }) = chosen else { return self.invalid(env) };
        let quiet = Value::Nan { sign, signalling: false, payload };
        let r: Rounded<W> = self.encode(env, quiet);
        Rounded { bits: r.bits, flags: Flags::INVALID.when(signalling.is_some()) }
    }
}
