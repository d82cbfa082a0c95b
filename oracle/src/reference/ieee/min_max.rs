//! Minimum and maximum, as three choices: what is compared, what a NaN does, and which of two zeros is the lesser.

use std::cmp::Ordering;

use super::compare::order;
use super::exact::Exact;
use crate::reference::engine::{self, Env, Facts, Flags, Value, read};

/// Which operand is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The lesser.
    Least,
    /// The greater.
    Greatest,
    /// The one of lesser magnitude; if these are equal, the lesser.
    LeastMagnitude,
    /// The one of greater magnitude; if these are equal, the greater.
    GreatestMagnitude,
}

/// What happens if an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanChoice {
    /// A number wins over a quiet NaN; a signalling NaN makes the result NaN. (IEEE 754-2008, 5.3.1 and 6.2)
    NumberUnlessSignalling,
    /// NaN wins. (IEEE 754-2019, 9.6)
    Nan,
    /// A number wins; a signalling NaN is invalid all the same. (IEEE 754-2019, 9.6)
    Number,
    /// As `Number`; of two NaNs the canonical one whatever the rule. (RISC-V, F extension 2.2)
    NumberOrCanonical,
    /// The second operand as it is, not even made quiet; every NaN is invalid. (x86, MINSS)
    Second,
}

/// Which of two zeros of opposite sign is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// Minus zero is the lesser.
    Ordered,
    /// They are equal: the first.
    First,
    /// They are equal: the second.
    Second,
}

/// A variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which operand is taken.
    pub order: Order,
    /// What a NaN does.
    pub nan: NanChoice,
    /// Which zero is taken.
    pub zeros: Zeros,
}

/// The minimum or maximum of two codes.
pub fn min_max(f: &Facts, choice: Choice, a: u64, b: u64, env: &Env) -> (u64, Flags) {
    let (x, y) = (read(f, a, env), read(f, b, env));
    if let Some(nan) = Exact::nan(&[&x, &y]) {
        return with_nan(f, choice.nan, &x, &y, b, &nan, env);
    }
    let first = match choice.order {
        Order::Least => first_is_less(&x, &y, choice.zeros),
        Order::Greatest => first_is_greater(&x, &y, choice.zeros),
        Order::LeastMagnitude => match magnitudes(&x, &y) {
            Ordering::Equal => first_is_less(&x, &y, choice.zeros),
            magnitudes => magnitudes == Ordering::Less,
        },
        Order::GreatestMagnitude => match magnitudes(&x, &y) {
            Ordering::Equal => first_is_greater(&x, &y, choice.zeros),
            magnitudes => magnitudes == Ordering::Greater,
        },
    };
    (written(f, if first { &x } else { &y }), Flags::NONE)
}

/// The result where an operand is NaN; `nan` is what becomes of the NaNs, `b` the second operand's code.
fn with_nan(
    f: &Facts,
    choice: NanChoice,
    x: &Value,
    y: &Value,
    b: u64,
    nan: &Exact,
    env: &Env,
) -> (u64, Flags) {
    let (code, flags) = nan.round(f, env);
    let number = [x, y].into_iter().find(|v| !matches!(v, Value::Nan { .. }));
    match (choice, number) {
        (NanChoice::Second, _) => {
            let as_it_is = b >> f.pad << f.pad;
            let second = if matches!(y, Value::Nan { .. }) { as_it_is } else { written(f, y) };
            (second, Flags::INVALID)
        }
        (NanChoice::NumberUnlessSignalling, Some(number)) if !flags.invalid => {
            (written(f, number), Flags::NONE)
        }
        (NanChoice::Number | NanChoice::NumberOrCanonical, Some(number)) => {
            (written(f, number), flags)
        }
        (NanChoice::NumberOrCanonical, None) => (f.canonical_nan.unwrap_or(code), flags),
        _ => (code, flags),
    }
}

/// The code of an operand that is passed on: no rule of rounding applies.
fn written(f: &Facts, value: &Value) -> u64 {
    engine::encode(f, value, None, &Env::default()).0
}

fn first_is_less(x: &Value, y: &Value, zeros: Zeros) -> bool {
    match order(x, y) {
        Some(Ordering::Equal) => match zeros {
            Zeros::Ordered => x.sign() || !y.sign(),
            Zeros::First => true,
            Zeros::Second => false,
        },
        order => order == Some(Ordering::Less),
    }
}

fn first_is_greater(x: &Value, y: &Value, zeros: Zeros) -> bool {
    match order(x, y) {
        Some(Ordering::Equal) => match zeros {
            Zeros::Ordered => !x.sign() || y.sign(),
            Zeros::First => true,
            Zeros::Second => false,
        },
        order => order == Some(Ordering::Greater),
    }
}

/// The order of the magnitudes of two values that are not NaN.
fn magnitudes(x: &Value, y: &Value) -> Ordering {
    let infinite = |v: &Value| matches!(v, Value::Infinite { .. });
    match (infinite(x), infinite(y)) {
        (false, false) => x.magnitude().cmp(&y.magnitude()),
        (x, y) => x.cmp(&y),
    }
}
