//! The arbitrary-precision reference of the format engine: what a code means, and which code a value becomes.
//!
//! Every number is an exact rational and every rule is written as its definition reads. Nothing here is shared with the
//! implementation under test; speed matters only so far as a test has to end.
//!
//! `facts` says what a format is, `value` reads a code, `round` rounds a rational, `floating` and `fixed` write a
//! finite value, `special` writes what is not finite, `env` holds the rules an operation runs under.

mod env;
mod facts;
mod fixed;
mod floating;
mod p3109;
pub(in crate::reference) mod posit;
mod round;
mod special;
mod value;

pub use env::{Env, Flags, IntegerRule, NanRule, Overflow, Rounding, Tininess, Underflow};
pub use facts::{Facts, Kind, Nonfinite, custom, integer, p3109 as p3109s, posit as posits, table};
pub use round::to_integer;
pub use value::{Value, decode, read};

/// The code of format `f` that `v` becomes under `env`, and the exceptions that raises.
///
/// `source` is the format a NaN came from: its payload is a fraction field of that format. Without a source the
/// payload is taken for a fraction field of `f` itself.
pub fn encode(f: &Facts, v: &Value, source: Option<&Facts>, env: &Env) -> (u64, Flags) {
    match *v {
        Value::Infinite { sign }
            if env.overflow == Overflow::Saturate
                && f.sign
                && matches!(f.kind, Kind::Binary | Kind::Explicit) =>
        {
            (special::largest(f, sign), Flags::OVERFLOW)
        }
        _ => result(f, v, source, env),
    }
}

/// The same of the result of an operation: its infinities come of infinite operands, and stay where there are any.
pub fn result(f: &Facts, v: &Value, source: Option<&Facts>, env: &Env) -> (u64, Flags) {
    match *v {
        Value::Nan { sign, signalling, payload } => {
            special::nan(f, sign, signalling, payload, source.unwrap_or(f), env)
        }
        Value::Infinite { sign } => special::infinity(f, sign, env),
        Value::Finite { sign, ref magnitude } => match f.kind {
            Kind::Fixed { frac, symmetric } => {
                fixed::encode(f, frac, symmetric, sign, magnitude, env)
            }
            Kind::Binary | Kind::Explicit => floating::encode(f, sign, magnitude, env),
            Kind::P3109 { .. } => p3109::encode(f, sign, magnitude, env)
                .unwrap_or_else(|| special::out_of_range(f, sign, env)),
            Kind::Posit { es } => {
                let (code, exact) = posit::encode(f, es, sign, magnitude);
                (code, Flags { inexact: !exact, ..Flags::NONE })
            }
        },
    }
}

/// The code of format `b` that the code `bits` of format `a` becomes. Equal formats are no shortcut.
pub fn convert(a: &Facts, b: &Facts, env: &Env, bits: u64) -> (u64, Flags) {
    encode(b, &read(a, bits, env), Some(a), env)
}

/// The code of format `f` that an invalid operation becomes, and the exception.
pub fn invalid(f: &Facts, env: &Env) -> (u64, Flags) {
    special::invalid(f, env)
}

/// The code of format `f` that stands for the infinite result of finite operands, and the exception.
pub fn pole(f: &Facts, sign: bool) -> (u64, Flags) {
    special::pole(f, sign)
}
