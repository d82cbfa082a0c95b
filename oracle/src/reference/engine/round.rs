//! Rounding a rational to a multiple of a power of two.

use std::cmp::Ordering;

use crate::Rational;
use rug::Integer;

use super::env::Rounding;

/// The magnitude `v` of a number with this sign, rounded to `precision` significant bits, exponent unbounded; v > 0.
pub(super) fn to_precision(
    v: &Rational,
    sign: bool,
    precision: i32,
    rounding: Rounding,
) -> Rational {
    to_multiple(v, sign, v.floor_log2() - (precision - 1), rounding)
}

/// The magnitude `v` of a number with this sign, rounded to a multiple of 2^quantum.
pub(super) fn to_multiple(v: &Rational, sign: bool, quantum: i32, rounding: Rounding) -> Rational {
    let integer = to_integer(&(v >> quantum), sign, rounding);
    Rational::from(integer) << quantum
}

/// The magnitude `v` of a number with this sign, rounded to an integer.
pub fn to_integer(v: &Rational, sign: bool, rounding: Rounding) -> Integer {
    let (fraction, below) = v.fract_floor();
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
