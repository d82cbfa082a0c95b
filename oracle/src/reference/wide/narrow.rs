//! Into formats of at most 64 bits.

use super::code::{Coded, Number};
use crate::reference::engine::{self, Env, Flags, NanRule, Value};

/// A number in another format; *inexact* of integers where it is asked for.
pub(super) fn into_narrow(number: Number, to: &engine::Facts, exact: bool, env: &Env) -> Coded {
    // The payload as a fraction of 61 bits, which is cut or filled.
    let source = engine::custom(2, 61);
    let value = match number {
        Number::Finite { sign, magnitude } => Value::Finite { sign, magnitude },
        Number::Infinite { sign } => Value::Infinite { sign },
        Number::Nan { sign, signalling, fraction } => {
            Value::Nan { sign, signalling, payload: (fraction >> 67) as u64 }
        }
        Number::Unsupported => {
            Value::Nan { sign: env.nan == NanRule::Sse, signalling: true, payload: 0 }
        }
    };
    let (code, flags) = engine::encode(to, &value, Some(&source), env);
    let integer = matches!(to.kind, engine::Kind::Fixed { .. });
    let inexact = flags.inexact && (exact || !integer);
    (code.into(), Flags { inexact, ..flags })
}
