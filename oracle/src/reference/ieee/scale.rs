//! scaleB and logB (IEEE 754-2019, 5.3.3).

use rug::Rational;

use super::exact::Exact;
use crate::reference::engine::{Env, Facts, Flags, Value, floor_log2, read};

/// More than the exponents of any two numbers of any format differ by.
const FAR: i64 = 200_000;

/// a 2^n.
pub fn scale_b(f: &Facts, a: u64, n: i64, env: &Env) -> (u64, Flags) {
    let value = read(f, a, env);
    let n = n.clamp(-FAR, FAR) as i32;
    let exact = match value {
        Value::Nan { .. } => Exact::nan(&[&value]),
        Value::Infinite { sign } => Some(Exact::Infinite { sign }),
        Value::Finite { sign, magnitude } => Some(Exact::number(sign, magnitude << n)),
    };
    exact.expect("NaN is one").round(f, env)
}

/// The exponent of a as a number of its format; of a subnormal number as if it were normal.
pub fn log_b(f: &Facts, a: u64, env: &Env) -> (u64, Flags) {
    let value = read(f, a, env);
    let exact = match value {
        Value::Nan { .. } => Exact::nan(&[&value]),
        Value::Infinite { .. } => Some(Exact::Infinite { sign: false }),
        Value::Finite { magnitude, .. } if magnitude.is_zero() => Some(Exact::Pole { sign: true }),
        Value::Finite { magnitude, .. } => {
            let exponent = Rational::from(floor_log2(&magnitude));
            let negative = exponent < 0;
            Some(Exact::number(negative, exponent.abs()))
        }
    };
    exact.expect("NaN is one").round(f, env)
}
