//! Comparison (IEEE 754-2019, 5.11) and the total order (5.10).

use std::cmp::Ordering;

use crate::reference::engine::{Env, Facts, Flags, Nonfinite, Value, decode, read};

/// How two operands stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// a < b
    Less,
    /// a = b
    Equal,
    /// a > b
    Greater,
    /// An operand is NaN.
    Unordered,
}

/// The relation of two codes. Every NaN is invalid if `signalling`, else a signalling one is.
pub fn compare(f: &Facts, a: u64, b: u64, signalling: bool, env: &Env) -> (Relation, Flags) {
    let (a, b) = (read(f, a, env), read(f, b, env));
    let nan = [&a, &b].into_iter().any(|v| matches!(v, Value::Nan { .. }));
    let signals = [&a, &b].into_iter().any(|v| matches!(v, Value::Nan { signalling: true, .. }));
    let flags = Flags { invalid: signals || nan && signalling, ..Flags::NONE };
    (relation(&a, &b), flags)
}

/// The relation of two values.
pub(super) fn relation(a: &Value, b: &Value) -> Relation {
    match order(a, b) {
        None => Relation::Unordered,
        Some(Ordering::Less) => Relation::Less,
        Some(Ordering::Equal) => Relation::Equal,
        Some(Ordering::Greater) => Relation::Greater,
    }
}

/// The order of two values, unless one is NaN.
pub(super) fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => None,
        (Value::Finite { .. }, Value::Finite { .. }) => Some(a.signed().cmp(&b.signed())),
        _ => Some(side(a).cmp(&side(b))),
    }
}

/// -1 and 1 for the infinities, 0 for a number.
fn side(value: &Value) -> i32 {
    match value {
        Value::Infinite { sign: true } => -1,
        Value::Infinite { sign: false } => 1,
        Value::Nan { .. } | Value::Finite { .. } => 0,
    }
}

/// totalOrder(a, b).
pub fn total_order(f: &Facts, a: u64, b: u64) -> bool {
    in_order(&decode(f, a), &decode(f, b))
}

/// totalOrderMag(a, b): the total order of the absolute values.
pub fn total_order_magnitude(f: &Facts, a: u64, b: u64) -> bool {
    in_order(&absolute(f, decode(f, a)), &absolute(f, decode(f, b)))
}

/// The value without its sign. Where NaN has one code only, that code has the sign bit, and keeps it.
fn absolute(f: &Facts, value: Value) -> Value {
    match value {
        Value::Nan { .. } if f.nonfinite == Nonfinite::NegativeZero => value,
        Value::Nan { signalling, payload, .. } => Value::Nan { sign: false, signalling, payload },
        Value::Infinite { .. } => Value::Infinite { sign: false },
        Value::Finite { magnitude, .. } => Value::Finite { sign: false, magnitude },
    }
}

/// The cases of 5.10, in their order.
fn in_order(a: &Value, b: &Value) -> bool {
    match order(a, b) {
        Some(Ordering::Less) => true,
        Some(Ordering::Greater) => false,
        // Equal and of one format: only zeros differ, by their sign.
        Some(Ordering::Equal) => a.sign() || !b.sign(),
        None => nan_in_order(a, b),
    }
}

/// 5.10 d): a negative NaN comes before everything, a positive one behind. Among NaNs of a sign, 3) signalling is nearer
/// to the numbers than quiet, and then the lesser payload.
fn nan_in_order(a: &Value, b: &Value) -> bool {
    let place = |value: &Value| match *value {
        Value::Nan { sign, signalling, payload } => {
            let away = (1 + u64::from(!signalling), payload);
            if sign { (-1, u64::MAX - away.0, u64::MAX - away.1) } else { (1, away.0, away.1) }
        }
        Value::Infinite { .. } | Value::Finite { .. } => (0, 0, 0),
    };
    place(a) <= place(b)
}
