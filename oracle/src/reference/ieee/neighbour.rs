//! nextUp and nextDown (IEEE 754-2019, 5.3.1).

use crate::Rational;

use super::exact::Exact;
use crate::reference::engine::{self, Env, Facts, Flags, Kind, Value, decode, read};

/// The least number above.
pub fn next_up(f: &Facts, code: u64, env: &Env) -> (u64, Flags) {
    next(f, code, false, env)
}

/// The greatest number below: nextDown(x) = -nextUp(-x).
pub fn next_down(f: &Facts, code: u64, env: &Env) -> (u64, Flags) {
    next(f, code, true, env)
}

/// The neighbour toward plus infinity, or minus infinity with `down`. No rule of rounding applies.
fn next(f: &Facts, code: u64, down: bool, env: &Env) -> (u64, Flags) {
    let value = read(f, code, env);
    if let Some(nan) = Exact::nan(&[&value]) {
        return nan.round(f, env);
    }
    if matches!(f.kind, Kind::Posit { .. }) {
        let step = if down { u64::MAX } else { 1 };
        return (code.wrapping_add(step) & (u64::MAX >> (64 - f.width)), Flags::NONE);
    }
    let plain = Env::default();
    let written = |value: Value| (engine::encode(f, &value, None, &plain).0, Flags::NONE);
    let largest = decode(f, f.max_finite).magnitude();
    match value {
        // Away from zero there is nothing above an infinity; toward zero there is the largest number.
        Value::Infinite { sign } if sign == down => written(value),
        Value::Infinite { sign } => written(Value::Finite { sign, magnitude: largest }),
        Value::Finite { sign, magnitude } if sign == down || magnitude.is_zero() => {
            if magnitude == largest {
                return beyond(f, down);
            }
            let up = &magnitude + gap(f, &magnitude);
            written(Value::Finite { sign: down, magnitude: up })
        }
        Value::Finite { sign, magnitude } => {
            // Below a power of two the numbers lie closer.
            let wide = &magnitude - gap(f, &magnitude);
            let magnitude = match wide.is_zero() {
                true => wide,
                false => magnitude - gap(f, &wide),
            };
            written(Value::Finite { sign, magnitude })
        }
        Value::Nan { .. } => unreachable!("NaN is dealt with"),
    }
}

/// The distance from a number to the next of larger magnitude.
fn gap(f: &Facts, magnitude: &Rational) -> Rational {
    let exponent = if magnitude.is_zero() { f.min_exponent() } else { magnitude.floor_log2() };
    Rational::from(1) << (exponent.max(f.min_exponent()) - (f.precision() - 1))
}

/// What follows the largest number: infinity; where there is none NaN, and where that is not either that number itself.
fn beyond(f: &Facts, sign: bool) -> (u64, Flags) {
    (engine::pole(f, sign).0, Flags::NONE)
}
