//! scaleB and logB (IEEE 754-2019, 5.3.3).

use super::code::{Coded, Number, Wide};
use super::special::chosen;
use crate::Rational;
use crate::reference::engine::{Env, Flags};

/// Beyond this every number other than 0 overflows, or lies far below the least one.
const FAR: i32 = 40_000;

/// x 2^n, rounded once to the whole precision.
pub(super) fn scale_b(w: &Wide, x: &Number, n: i32, env: &Env) -> Coded {
    match x {
        Number::Finite { sign, magnitude } => {
            let scaled = magnitude << n.clamp(-FAR, FAR);
            w.round(w.precision(), *sign, &scaled, env)
        }
        Number::Infinite { sign } => (w.infinity(*sign), Flags::NONE),
        Number::Nan { .. } | Number::Unsupported => chosen(w, &[x], env),
    }
}

/// The exponent as a number of the format.
pub(super) fn log_b(w: &Wide, x: &Number, env: &Env) -> Coded {
    match x {
        Number::Finite { magnitude, .. } if *magnitude == 0 => {
            (w.infinity(true), Flags::DIVIDE_BY_ZERO)
        }
        Number::Finite { magnitude, .. } => {
            let e = magnitude.floor_log2();
            w.round(w.precision(), e < 0, &Rational::from(e.unsigned_abs()), env)
        }
        Number::Infinite { .. } => (w.infinity(false), Flags::NONE),
        Number::Nan { .. } | Number::Unsupported => chosen(w, &[x], env),
    }
}

/// The exponent as an integer of 32 bits (NUM-D72).
pub(super) fn log_b_integer(x: &Number) -> Coded {
    let code = |n: i32| u128::from(n.cast_unsigned());
    match x {
        Number::Finite { magnitude, .. } if *magnitude == 0 => (code(i32::MIN), Flags::INVALID),
        Number::Finite { magnitude, .. } => (code(magnitude.floor_log2()), Flags::NONE),
        _ => (code(i32::MAX), Flags::INVALID),
    }
}
