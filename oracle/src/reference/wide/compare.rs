//! Comparison (IEEE 754-2019, 5.11) and the total order (5.10).

use super::code::Number;
use crate::Rational;
use rug::Integer;
use std::cmp::Ordering;

/// Whether a comparison holds, and whether it is invalid.
pub(super) fn compared(operation: &str, numbers: &[Number]) -> Option<(bool, bool)> {
    let (name, signaling) = match operation {
        "unordered" | "ordered" => (operation, false),
        _ => match operation.rsplit_once('_')? {
            (name, "quiet") => (name, false),
            (name, "signaling") => (name, true),
            _ => return None,
        },
    };
    let [a, b] = numbers else { return None };
    let order = order(a, b);
    use Ordering::{Equal, Greater, Less};
    let of = |orders: &[Ordering]| order.is_some_and(|order| orders.contains(&order));
    let holds = match name {
        "eq" => of(&[Equal]),
        "lt" => of(&[Less]),
        "le" => of(&[Less, Equal]),
        "gt" => of(&[Greater]),
        "ge" => of(&[Greater, Equal]),
        "ne" => !of(&[Equal]),
        "not_gt" => !of(&[Greater]),
        "not_lt" => !of(&[Less]),
        "lt_unordered" => !of(&[Greater, Equal]),
        "gt_unordered" => !of(&[Less, Equal]),
        "unordered" => order.is_none(),
        "ordered" => order.is_some(),
        _ => return None,
    };
    let bad = |n: &Number| matches!(n, Number::Unsupported | Number::Nan { signalling: true, .. });
    let invalid = order.is_none() && (signaling || bad(a) || bad(b));
    Some((holds, invalid))
}

pub(super) fn order(a: &Number, b: &Number) -> Option<Ordering> {
    // An infinity is beyond every number of either format.
    let value = |n: &Number| match n {
        Number::Nan { .. } | Number::Unsupported => None,
        Number::Infinite { sign } => {
            let beyond = Rational::from(Integer::from(1) << 20_000u32);
            Some(if *sign { -beyond } else { beyond })
        }
        Number::Finite { .. } => n.signed(),
    };
    Some(value(a)?.cmp(&value(b)?))
}

/// Whether a comes before b or is b: the cases of 5.10, in their order.
pub(super) fn total_order(a: Number, b: Number) -> bool {
    // d) A negative NaN comes before everything, a positive one behind; 3) of a sign, one that signals is nearer to the numbers, then
    // one of a lesser payload.
    let place = |n: &Number| match *n {
        Number::Nan { sign, signalling, fraction } => {
            let away = (!signalling, fraction);
            if sign { (-1, !away.0, !away.1) } else { (1, away.0, away.1) }
        }
        _ => (0, false, 0),
    };
    match order(&a, &b) {
        Some(Ordering::Less) => true,
        Some(Ordering::Greater) => false,
        // c) Equal and of one format: only zeros differ, by their sign.
        Some(Ordering::Equal) => a.sign() || !b.sign(),
        None => place(&a) <= place(&b),
    }
}
