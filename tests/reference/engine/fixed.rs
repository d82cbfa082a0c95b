//! Writing a number as a fixed-point integer.

use rug::{Integer, Rational};

use super::env::{Flags, Rounding};
use super::facts::{Facts, ones};
use super::round::to_integer;

/// The code of a finite number: the nearest limit if it does not fit.
pub(super) fn encode(
    f: &Facts,
    frac: u32,
    symmetric: bool,
    sign: bool,
    v: &Rational,
    rounding: Rounding,
) -> (u64, Flags) {
    let scaled = Rational::from(v << frac);
    let magnitude = to_integer(scaled.clone(), sign, rounding);
    let inexact = scaled != magnitude;
    let integer = if sign { -magnitude } else { magnitude };

    let (least, most) = limits(f, symmetric);
    if integer < least {
        (code(f, &least), Flags::INVALID)
    } else if integer > most {
        (code(f, &most), Flags::INVALID)
    } else {
        (code(f, &integer), Flags { inexact, ..Flags::NONE })
    }
}

/// The code an infinity of this sign becomes: the limit on its side.
pub(super) fn limit(f: &Facts, symmetric: bool, sign: bool) -> u64 {
    let (least, most) = limits(f, symmetric);
    code(f, if sign { &least } else { &most })
}

/// The least and the greatest integer that is ever written.
fn limits(f: &Facts, symmetric: bool) -> (Integer, Integer) {
    if !f.sign {
        return (Integer::new(), Integer::from(ones(f.width)));
    }
    let most = Integer::from(ones(f.width - 1));
    let least = if symmetric { -most.clone() } else { -most.clone() - 1 };
    (least, most)
}

/// The code of an integer between the limits: the integer modulo 2^width.
fn code(f: &Facts, integer: &Integer) -> u64 {
    integer.to_u64_wrapping() & ones(f.width)
}
