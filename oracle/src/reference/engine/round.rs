//! Rounding a rational to a multiple of a power of two.

use std::cmp::Ordering;

use rug::{Integer, Rational};

use super::env::Rounding;

/// 2^exponent.
pub(super) fn pow2(exponent: i32) -> Rational {
    Rational::from(1) << exponent
}

/// The exponent e with 2^e <= v < 2^(e+1), for v > 0.
pub fn floor_log2(v: &Rational) -> i32 {
    // A number of n bits lies in [2^(n-1), 2^n), so the quotient of two lies above 2^(e-1) and below 2^(e+1).
    let e = v.numer().significant_bits() as i32 - v.denom().significant_bits() as i32;
    if *v >= pow2(e) { e } else { e - 1 }
}

/// The magnitude `v` of a number with this sign, rounded to `precision` significant bits, exponent unbounded; v > 0.
pub(super) fn to_precision(
    v: &Rational,
    sign: bool,
    precision: i32,
    rounding: Rounding,
) -> Rational {
    to_multiple(v, sign, floor_log2(v) - (precision - 1), rounding)
}

/// The magnitude `v` of a number with this sign, rounded to a multiple of 2^quantum.
pub(super) fn to_multiple(v: &Rational, sign: bool, quantum: i32, rounding: Rounding) -> Rational {
    let integer = to_integer(Rational::from(v >> quantum), sign, rounding);
    Rational::from(integer) << quantum
}

/// The magnitude `v` of a number with this sign, rounded to an integer.
pub fn to_integer(v: Rational, sign: bool, rounding: Rounding) -> Integer {
    let (fraction, below) = v.fract_floor(Integer::new());
    if fraction == 0 {
        return below;
    }
    let nearer = fraction.cmp(&Rational::from((1, 2)));
    let away = match rounding {
        Rounding::NearestEven => {
            nearer == Ordering::Greater || nearer == Ordering::Equal && below.is_odd()
        }
        Rounding::NearestAway => nearer != Ordering::Less,
        Rounding::TowardZero => false,
        Rounding::Up => !sign,
        Rounding::Down => sign,
        Rounding::ToOdd => below.is_even(),
    };
    if away { below + 1 } else { below }
}
