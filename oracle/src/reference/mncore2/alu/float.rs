//! S. 3.6.12.9 to .11, .13, .18: the floating-point operations of the ALU.

use std::cmp::Ordering;

use crate::Rational;
use rug::Integer;

use super::integer::chosen;
use super::{Elements, Flagged};
use crate::reference::mncore2::number::{Format, Number, Value, signed};

/// One floating-point operation; only `ftoi` has an unsigned form.
pub(super) fn evaluate(
    opcode: &str,
    unsigned: bool,
    format: Format,
    elements: Elements,
) -> Option<Flagged> {
    match elements {
        Elements::One(x) => {
            let x = Number::read(format, x);
            match (opcode, unsigned) {
                ("rsqrt", false) => Some((rsqrt(x).bits(), !x.negative)),
                ("floor", false) => Some((floor(x).bits(), false)),
                ("ftoi", _) => Some((to_integer(x, unsigned), false)),
                _ => None,
            }
        }
        Elements::Two(x, y) if !unsigned => match opcode {
            "max" => Some(chosen(x, y, compare(format, x, y) != Ordering::Less)),
            "min" => Some(chosen(x, y, compare(format, x, y) != Ordering::Greater)),
            _ => relu(opcode, format, x, Number::read(format, y)),
        },
        Elements::Two(..) => None,
    }
}

/// S. 3.6.12.9, MN-D20: 2^(-floor(u/2) - 1) (1 + T/32) with T = min(31, floor(32 (2/sqrt(mu) - 1))); the
/// sign is ignored.
///
/// With mu = M/16, M an integer: 32 + T is the largest integer whose square is at most
/// 64^2 / mu = 2^16 / M.
fn rsqrt(x: Number) -> Number {
    if x.is_zero() {
        return Number::infinity(x.format, false);
    }
    if x.is_infinite() {
        return Number::zero(x.format);
    }
    let u = x.exponent - x.format.bias();
    let k = x.mantissa >> (x.format.mantissa_bits - 4);
    let sixteenths = if u % 2 == 0 { 16 + k } else { 2 * (16 + k) };
    let t = ((65536 / sixteenths).isqrt() - 32).min(31);
    Number {
        format: x.format,
        negative: false,
        exponent: x.format.bias() - u.div_euclid(2) - 1,
        mantissa: t << (x.format.mantissa_bits - 5),
    }
}

/// S. 3.6.12.10: zeros and infinities with all their bits, else the largest integer not above x, which the
/// format holds.
fn floor(x: Number) -> Number {
    match x.value() {
        Value::Finite(value) if !x.is_zero() => Value::Finite(value.floor().into()).pack(x.format),
        _ => x,
    }
}

/// S. 3.6.12.11: towards zero, clipped to the integers of the element's width (MN-D21); `u`: of |x|.
fn to_integer(x: Number, unsigned: bool) -> u64 {
    let width = x.format.width();
    let (lowest, highest) = if unsigned {
        (Integer::new(), (Integer::from(1) << width) - 1)
    } else {
        (-(Integer::from(1) << (width - 1)), (Integer::from(1) << (width - 1)) - 1)
    };
    let operand = Number { negative: x.negative && !unsigned, ..x };
    let integer = match operand.value() {
        Value::Infinite { negative: true } => lowest,
        Value::Infinite { negative: false } => highest,
        Value::Finite(value) => value.trunc().clamp(&lowest, &highest),
    };
    integer.keep_bits(width).to_u64_wrapping()
}

/// S. 3.6.12.13: how x stands to y. Zeros are equal; infinities of one sign are in the order of their
/// mantissas, as sign-magnitude numbers (MN-D22).
fn compare(format: Format, x: u64, y: u64) -> Ordering {
    let (x, y) = (Number::read(format, x), Number::read(format, y));
    let sided = |number: Number| signed(number.negative, Rational::from(number.mantissa));
    match (x.value(), y.value()) {
        (Value::Finite(a), Value::Finite(b)) => a.cmp(&b),
        (Value::Infinite { negative: a }, Value::Infinite { negative: b }) if a == b => {
            sided(x).cmp(&sided(y))
        }
        (Value::Infinite { negative }, _) => {
            if negative {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        (_, Value::Infinite { negative }) => {
            if negative {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
    }
}

/// S. 3.6.12.18, the relu family: y where the tested bit of x is 0, else -0 or y made smaller or larger;
/// the flag says which.
fn relu(opcode: &str, format: Format, x: u64, y: Number) -> Option<Flagged> {
    let (from_top, otherwise) = match opcode {
        "relu" | "relu0" => (0, negative_zero(format)),
        "relu1" => (1, negative_zero(format)),
        "relu2" => (2, negative_zero(format)),
        "relu3" => (3, negative_zero(format)),
        "lrelud" => (0, lowered(y, 1)),
        "lreluo" => (0, lowered(y, 3)),
        "ilrelud" => (0, Number { exponent: (y.exponent + 1).min(format.top()), ..y }),
        _ => return None,
    };
    let clear = x >> (format.width() - 1 - from_top) & 1 == 0;
    Some((if clear { y } else { otherwise }.bits(), clear))
}

/// The pattern 80..0.
fn negative_zero(format: Format) -> Number {
    Number::plain(format, true, 0)
}

/// The exponent field lower by `steps`, that of an infinity too (MN-D23); 80..0 where it ends at 0
/// or below (MN-D24).
fn lowered(y: Number, steps: i32) -> Number {
    if y.exponent <= steps {
        negative_zero(y.format)
    } else {
        Number { exponent: y.exponent - steps, ..y }
    }
}
