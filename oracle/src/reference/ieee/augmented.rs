//! Augmented arithmetic (IEEE 754-2019, 9.5) by its definition: r = roundTiesTowardZero(v), and v - r rounded so.

use crate::Rational;

use super::exact::Exact;
use super::{Operation, exact};
use crate::reference::engine::{self, Env, Facts, Flags, Rounding, Value, decode};

/// Both results and the exceptions.
pub(super) fn augmented(
    operation: Operation,
    f: &Facts,
    x: &[u64],
    env: &Env,
) -> (Vec<u64>, Flags) {
    let env = Env { rounding: Rounding::NearestEven, ..*env };
    let value = match exact(operation, f, x, &env) {
        Exact::Number { sign, magnitude } => (sign, magnitude),
        // Zeros, infinities, NaN.
        special => {
            let (code, flags) = special.round(f, &env);
            return (vec![code, code], flags);
        }
    };
    let (sign, magnitude) = value;
    let Some(high) = ties_toward_zero(f, &magnitude) else {
        let infinity = engine::result(f, &Value::Infinite { sign }, None, &env).0;
        return (vec![infinity; 2], Flags { overflow: true, inexact: true, ..Flags::NONE });
    };
    let code = |sign, magnitude: &Rational| {
        let value = Value::Finite { sign, magnitude: magnitude.clone() };
        engine::encode(f, &value, None, &Env::default()).0
    };
    let rest = magnitude - &high;
    let rest_sign = if rest == 0 { sign } else { sign != (rest < 0) };
    let rest = rest.abs();
    let low = ties_toward_zero(f, &rest).expect("what is left is less than what was there");
    let inexact = low != rest;
    // What is left has at most the format's bits: what it loses lies below the least number.
    let flags = Flags { inexact, underflow: inexact, ..Flags::NONE };
    (vec![code(sign, &high), code(rest_sign, &low)], flags)
}

/// The number of the format nearest to a magnitude, at a tie the lesser one; `None` beyond half a place above the largest.
fn ties_toward_zero(f: &Facts, magnitude: &Rational) -> Option<Rational> {
    let below = |rounding| {
        let value = Value::Finite { sign: false, magnitude: magnitude.clone() };
        decode(f, engine::encode(f, &value, None, &Env { rounding, ..Env::default() }).0)
    };
    let lower = below(Rounding::TowardZero).magnitude();
    let half = match below(Rounding::Up) {
        Value::Finite { magnitude: upper, .. } => (upper - &lower) / 2u32,
        _ => {
            let last = f.max_finite & !((1 << f.pad) - 1);
            let before = decode(f, last - (1 << f.pad)).magnitude();
            let half = (&lower - before) / 2u32;
            if magnitude - &lower > half {
                return None;
            }
            return Some(lower);
        }
    };
    let over = magnitude - &lower;
    Some(if over > half { lower + half * 2u32 } else { lower })
}
