//! The one rounding into a unit (XDSA-D26 to D29), and its borders (XDSA-D31).

use super::Real;
use super::Value::{self, Finite, Infinite, Nan, Zero};
use super::real::PRECISIONS;
use crate::Rational;
use rug::{Float, Integer};
use semantics::xdsa::isa::Unit;

/// How a number becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Into {
    /// Half to even, and the nearest end of the unit's range.
    Clamp,
    /// Half to even, and the low bits.
    Wrap,
    /// Toward zero, and the nearest end of the unit's range.
    Truncate,
}

/// A floating-point unit: digits, and the exponent of the least digit that there is.
struct Shape {
    digits: i32,
    least: i32,
    exponent_bits: u32,
}

fn shape(unit: Unit) -> Option<Shape> {
    let (digits, least, exponent_bits) = match unit {
        Unit::Fp16 => (11, -24, 5),
        Unit::Fp32 => (24, -149, 8),
        Unit::Fp64 => (53, -1074, 11),
        _ => return None,
    };
    Some(Shape { digits, least, exponent_bits })
}

impl Value {
    /// The element of a unit that stands for this value.
    pub(crate) fn round(&self, unit: Unit, into: Into) -> u64 {
        let Some(shape) = shape(unit) else { return self.integer(unit, into) };
        let top = (1 << shape.exponent_bits) - 1;
        let infinity = top << (shape.digits - 1);
        let signed = |negative, code| code | u64::from(negative) << (unit.bits() - 1);
        match self {
            Nan => infinity | 1 << (shape.digits - 2),
            Infinite(negative) => signed(*negative, infinity),
            Zero(negative) => signed(*negative, 0),
            Finite(Real::Exact(value)) => {
                signed(*value < 0, shape.magnitude(value.clone().abs(), infinity))
            }
            Finite(open) => {
                let code = |value: &Rational| {
                    let magnitude = shape.magnitude(value.clone().abs(), infinity) as i128;
                    if *value < 0 { -magnitude } else { magnitude }
                };
                let (code, negative) = settle(open, code, |code| shape.number(code));
                signed(negative, code.unsigned_abs() as u64)
            }
        }
    }

    fn integer(&self, unit: Unit, into: Into) -> u64 {
        let [least, most] = unit.range();
        let element = |value: &Rational| {
            let whole = match into {
                Into::Truncate => value.trunc(),
                Into::Clamp | Into::Wrap => half_even(value),
            };
            if into == Into::Wrap {
                return low_bits(&whole) & unit.mask();
            }
            low_bits(&whole.clamp(&least, &most)) & unit.mask()
        };
        match self {
            Nan | Zero(_) => 0,
            Infinite(negative) => (if *negative { least } else { most }) as u64 & unit.mask(),
            Finite(Real::Exact(value)) => element(value),
            Finite(open) => {
                let code = |value: &Rational| {
                    half_even(value).clamp(&least, &most).to_i128().unwrap_or_default()
                };
                settle(open, code, Rational::from).0 as u64 & unit.mask()
            }
        }
    }
}

impl Shape {
    /// The code of a number that is not negative, sign apart.
    fn magnitude(&self, value: Rational, infinity: u64) -> u64 {
        if value == 0 {
            return 0;
        }
        let digit = (value.floor_log2() + 1 - self.digits).max(self.least);
        let Some(whole) = half_even(&(value >> digit)).to_u64() else { return infinity };
        // The leading digit adds one to the exponent, and a carry one more.
        let exponent = (digit - self.least) as u128;
        let code = u128::from(whole) + (exponent << (self.digits - 1));
        u64::try_from(code).unwrap_or(infinity).min(infinity)
    }

    /// The number of a code, the one of infinity being what would follow.
    fn number(&self, code: i128) -> Rational {
        let magnitude = code.unsigned_abs() as u64;
        let exponent = (magnitude >> (self.digits - 1)) as i32;
        let fraction = magnitude & ((1 << (self.digits - 1)) - 1);
        let whole = if exponent == 0 { fraction } else { fraction | 1 << (self.digits - 1) };
        let value = Rational::from(whole) << (self.least + (exponent - 1).max(0));
        if code < 0 { -value } else { value }
    }
}

/// The nearest integer, of two the even one.
pub(crate) fn half_even(value: &Rational) -> Integer {
    let down = value.floor();
    let twice = (value - &down) * 2;
    if twice > 1 || twice == 1 && down.is_odd() { down + 1 } else { down }
}

/// The low 64 bits in two's complement.
fn low_bits(value: &Integer) -> u64 {
    value.to_u64_wrapping()
}

/// The code to which an open number is rounded, and its sign. `code` rounds a rational, `number` takes a code back: codes
/// that follow each other are the neighbours of a border.
fn settle(
    open: &Real,
    code: impl Fn(&Rational) -> i128,
    number: impl Fn(i128) -> Rational,
) -> (i128, bool) {
    let tiny: Rational = Rational::from(1) >> 1200;
    for bits in PRECISIONS {
        let inside = open.interval(bits);
        if inside.lower.is_nan() || inside.upper.is_nan() {
            continue;
        }
        let (low, high) = (rational(&inside.lower), rational(&inside.upper));
        let largest = low.clone().abs().max(high.clone().abs()).max(tiny.clone());
        let margin = &tiny * &largest;
        let below = code(&(&low - &margin));
        let above = code(&(&high + &margin));
        if below == above {
            match (below, inside.sign()) {
                (0, None) => continue,
                (0, Some(negative)) => return (0, negative),
                (code, _) => return (code, code < 0),
            }
        }
        if (&high - &low) << 64 > margin {
            continue;
        }
        let border = (number(below) + number(above)) / 2;
        let code = if low > &border + &margin {
            above
        } else if high < &border - &margin {
            below
        } else {
            code(&border)
        };
        let negative = inside.sign().unwrap_or(false);
        return (code, negative);
    }
    (0, false)
}

/// The number of an end; beyond every unit it is cut.
fn rational(end: &Float) -> Rational {
    let far = |power: i32| {
        let value = Rational::from(1) << power;
        if end.is_sign_negative() { -value } else { value }
    };
    match end.get_exp() {
        Some(exponent) if exponent > 4000 => far(4000),
        Some(exponent) if exponent < -4000 => far(-4000),
        _ if end.is_zero() => Rational::new(),
        _ => Rational::from_float(end).unwrap_or_else(|| far(4000)),
    }
}
