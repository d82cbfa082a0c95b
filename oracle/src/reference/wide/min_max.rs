//! Minimum and maximum, by what is compared, what a NaN does, and which of two zeros is the lesser.

use super::code::{Coded, Number, Wide, read};
use super::compare::order;
use super::special::{chosen, has_nan};
use crate::reference::engine::{Env, Flags};
use crate::reference::ieee::{Choice, NanChoice, Order, Zeros};
use std::cmp::Ordering;

/// One of two codes, or NaN.
pub(super) fn min_max(w: &Wide, choice: Choice, [a, b]: [u128; 2], env: &Env) -> Coded {
    let (x, y) = (read(w, a), read(w, b));
    if has_nan(&[&x, &y]) {
        return with_nan(w, choice.nan, [(a, &x), (b, &y)], env);
    }
    let magnitude = |n: &Number| match n {
        Number::Infinite { .. } => Number::Infinite { sign: false },
        Number::Finite { magnitude, .. } => {
            Number::Finite { sign: false, magnitude: magnitude.clone() }
        }
        other => other.clone(),
    };
    let values = order(&x, &y).unwrap_or(Ordering::Equal);
    let sizes = order(&magnitude(&x), &magnitude(&y)).unwrap_or(Ordering::Equal);
    let (order, first) = match choice.order {
        Order::Least => (values, Ordering::Less),
        Order::Greatest => (values, Ordering::Greater),
        Order::LeastMagnitude => (sizes.then(values), Ordering::Less),
        Order::GreatestMagnitude => (sizes.then(values), Ordering::Greater),
    };
    // Of equal numbers other than zeros there is one code.
    let zeros = match choice.zeros {
        Zeros::Ordered => y.sign().cmp(&x.sign()),
        Zeros::First => first,
        Zeros::Second => first.reverse(),
    };
    let order = order.then(zeros).then(first);
    (if order == first { a } else { b }, Flags::NONE)
}

fn with_nan(w: &Wide, choice: NanChoice, x: [(u128, &Number); 2], env: &Env) -> Coded {
    let (nan, flags) = chosen(w, &x.map(|operand| operand.1), env);
    let number = x.into_iter().find(|operand| !has_nan(&[operand.1]));
    match (choice, number) {
        (NanChoice::Second, _) => (x[1].0, Flags::INVALID),
        (NanChoice::NumberUnlessSignalling, Some((code, _))) if !flags.invalid => (code, flags),
        (NanChoice::Number | NanChoice::NumberOrCanonical, Some((code, _))) => (code, flags),
        (NanChoice::NumberOrCanonical, None) => (w.nan(false, 0), flags),
        _ => (nan, flags),
    }
}
