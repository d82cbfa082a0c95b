//! Augmented arithmetic (IEEE 754-2019, 9.5) by its definition: r = roundTiesTowardZero(v), and v - r rounded so.

use super::arithmetic::{Goal, evaluate};
use super::code::{Number, Wide, to_place, write};
use crate::Rational;
use crate::reference::engine::{Env, Flags, Rounding};

/// Both results and the exceptions.
pub(super) fn augmented(
    w: &Wide,
    operation: &str,
    x: &[Number],
    env: &Env,
) -> Option<([u128; 2], Flags)> {
    let (name, exact): (_, fn(Rational, Rational) -> Rational) = match operation {
        "addition" => ("add", |a, b| a + b),
        "subtraction" => ("sub", |a, b| a - b),
        "multiplication" => ("mul", |a, b| a * b),
        _ => return None,
    };
    let [a, b] = x else { return None };
    let value = a.signed().zip(b.signed()).map(|(a, b)| exact(a, b)).filter(|v| *v != 0);
    let Some(value) = value else {
        // Zeros, infinities, NaN: as the operation that rounds to nearest.
        let env = Env { rounding: Rounding::NearestEven, ..*env };
        let (code, flags) = evaluate(Goal::Wide(w, w.precision()), name, x, &env)?;
        return Some(([code; 2], flags));
    };
    let (sign, magnitude) = (value < 0, value.abs());
    let Some(high) = ties_toward_zero(w, &magnitude) else {
        return Some(([w.infinity(sign); 2], Flags::OVERFLOW));
    };
    let rest = magnitude - &high;
    let rest_sign = if rest == 0 { sign } else { sign != (rest < 0) };
    let rest = rest.abs();
    let low = ties_toward_zero(w, &rest)?;
    // What is left has at most the format's bits: what it loses lies below the least number.
    let flags = if low == rest { Flags::NONE } else { Flags::UNDERFLOW };
    Some(([w.signed(sign, write(w, &high)), w.signed(rest_sign, write(w, &low))], flags))
}

/// The number nearest to a magnitude, at a tie the lesser one; `None` beyond half a place above the largest.
fn ties_toward_zero(w: &Wide, v: &Rational) -> Option<Rational> {
    if *v == 0 {
        return Some(v.clone());
    }
    let exponent = v.floor_log2().max(w.least_normal().floor_log2());
    let place = exponent + 1 - w.precision() as i32;
    let unit = Rational::from(1) << place;
    let lower = Rational::from(to_place(v, place, false, Rounding::TowardZero).0) << place;
    let up = v - &lower > &unit / 2;
    let nearest = if up { lower + unit } else { lower };
    (nearest <= w.largest()).then_some(nearest)
}
