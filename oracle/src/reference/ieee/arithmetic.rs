//! Sums, products, quotients, square roots (IEEE 754-2019, 5.4.1), with the special cases of 6.1, 6.3 and 7.2.

use crate::Rational;
use rug::Integer;

use super::exact::{Exact, Nan};
use crate::reference::engine::{Facts, Value};

/// a + b, or a - b with `negate`. A NaN keeps its own sign.
pub(super) fn sum(a: &Value, b: &Value, negate: bool) -> Exact {
    if let Some(nan) = Exact::nan(&[a, b]) {
        return nan;
    }
    if negate { plain_sum(a, &negated(b)) } else { plain_sum(a, b) }
}

/// a + b; neither is NaN.
fn plain_sum(a: &Value, b: &Value) -> Exact {
    let (sign, sign_b) = (a.sign(), b.sign());
    match (a, b) {
        (Value::Infinite { .. }, Value::Infinite { .. }) if sign != sign_b => Exact::Invalid,
        (Value::Infinite { .. }, _) => Exact::Infinite { sign },
        (_, Value::Infinite { .. }) => Exact::Infinite { sign: sign_b },
        _ => {
            let total = a.signed() + b.signed();
            // 6.3: x + x and x - (-x) keep the sign of x, even when x is zero.
            if total == 0 && sign == sign_b { Exact::Zero { sign } } else { Exact::signed(total) }
        }
    }
}

fn negated(value: &Value) -> Value {
    match value.clone() {
        Value::Nan { sign, signalling, payload } => Value::Nan { sign: !sign, signalling, payload },
        Value::Infinite { sign } => Value::Infinite { sign: !sign },
        Value::Finite { sign, magnitude } => Value::Finite { sign: !sign, magnitude },
    }
}

/// a b.
pub(in crate::reference) fn product(a: &Value, b: &Value) -> Exact {
    if let Some(nan) = Exact::nan(&[a, b]) {
        return nan;
    }
    let sign = a.sign() != b.sign();
    match (a, b) {
        _ if infinity_times_zero(a, b) => Exact::Invalid,
        (Value::Infinite { .. }, _) | (_, Value::Infinite { .. }) => Exact::Infinite { sign },
        _ => Exact::number(sign, a.magnitude() * b.magnitude()),
    }
}

fn infinity_times_zero(a: &Value, b: &Value) -> bool {
    let infinite = |v: &Value| matches!(v, Value::Infinite { .. });
    let zero = |v: &Value| matches!(v, Value::Finite { magnitude, .. } if magnitude.is_zero());
    infinite(a) && zero(b) || zero(a) && infinite(b)
}

/// a / b.
pub(super) fn quotient(a: &Value, b: &Value) -> Exact {
    if let Some(nan) = Exact::nan(&[a, b]) {
        return nan;
    }
    let sign = a.sign() != b.sign();
    match (a, b) {
        (Value::Infinite { .. }, Value::Infinite { .. }) => Exact::Invalid,
        (Value::Infinite { .. }, _) => Exact::Infinite { sign },
        (_, Value::Infinite { .. }) => Exact::Zero { sign },
        _ if b.magnitude() == 0 && a.magnitude() == 0 => Exact::Invalid,
        _ if b.magnitude() == 0 => Exact::Pole { sign },
        _ => Exact::number(sign, a.magnitude() / b.magnitude()),
    }
}

/// a b + c.
pub(in crate::reference) fn fused(a: &Value, b: &Value, c: &Value) -> Exact {
    let factors = Exact::nan(&[a, b]);
    let invalid_product = infinity_times_zero(a, b);
    if factors.is_some() || Nan::of(c).is_some() {
        let operands = match factors {
            Some(Exact::Nan { operands, .. }) => operands,
            _ => Vec::new(),
        };
        return Exact::Nan { operands, addend: Nan::of(c), invalid_product };
    }
    match product(a, b) {
        Exact::Infinite { sign } => plain_sum(&Value::Infinite { sign }, c),
        Exact::Zero { sign } => plain_sum(&Value::Finite { sign, magnitude: Rational::new() }, c),
        Exact::Number { sign, magnitude } => plain_sum(&Value::Finite { sign, magnitude }, c),
        other => other,
    }
}

/// The square root of a. Where it is not rational, a number stands for it that lies between the same two numbers of any
/// precision that `f` could be rounded to.
pub(super) fn square_root(f: &Facts, a: &Value) -> Exact {
    if let Some(nan) = Exact::nan(&[a]) {
        return nan;
    }
    let sign = a.sign();
    match a {
        Value::Finite { magnitude, .. } if magnitude.is_zero() => Exact::Zero { sign },
        _ if sign => Exact::Invalid,
        Value::Infinite { .. } => Exact::Infinite { sign },
        _ => Exact::Number { sign, magnitude: root(f, &a.magnitude()) },
    }
}

/// floor(sqrt(v 4^k)) 2^-k, plus half of 2^-k if that is less than the root; k leaves it more bits than any rounding
/// of `f` looks at.
pub(in crate::reference) fn root(f: &Facts, v: &Rational) -> Rational {
    let k = f.precision() + 4 - v.floor_log2().div_euclid(2) + f.precision().max(8);
    let (fraction, below) = (v << (2 * k)).fract_floor();
    let (root, rest) = below.sqrt_rem(Integer::new());
    let between = rest != 0 || fraction != 0;
    let halves = Rational::from(root * 2u32 + u32::from(between));
    halves >> (k + 1)
}
