//! Softmax, its logarithm, and the logarithm of a sum of exponentials.
//!
//! With d[j] = x[j] - x[i], all are made of S = sum e^d[j]. Exponentials of different algebraic numbers
//! are linearly independent over the algebraic numbers (Lindemann-Weierstrass). So S is algebraic
//! where all d[j] are 0 alone, and then it is an integer k; and e^v = S, v algebraic, where S is a
//! single exponential alone (its coefficient being 1). An element of -inf adds nothing.

use core::cmp::Ordering;

use softfloat::{Env, Unrounded, Value};

use super::Known;
use super::reduction::Numbers;
use crate::exact::Odd;

/// `e^x[i] / sum e^x[j]`. Exact: +0 for -inf, and 1/k where the k elements that are finite are equal;
/// that is dyadic where k is a power of two. Else it is transcendental.
pub(super) fn softmax(values: &[Value<u64>], x: &Numbers) -> Vec<Known> {
    each(values, x, Known::Zero(false), || equal(x).then(|| Known::ratio(1, x.finite.len())))
}

/// `x[i] - ln sum e^x[j]`. Exact: -inf for -inf, and 0 where one element alone is finite. Else it is
/// transcendental: -ln k where the k finite elements are equal.
pub(super) fn log_softmax(values: &[Value<u64>], x: &Numbers) -> Vec<Known> {
    each(values, x, Known::Infinite(true), || (x.finite.len() == 1).then_some(Known::Zero(false)))
}

/// The result of each element: `minus` of -inf, and one of all that are finite, or each open.
fn each(
    values: &[Value<u64>],
    x: &Numbers,
    minus: Known,
    finite: impl FnOnce() -> Option<Known>,
) -> Vec<Known> {
    if x.plus || x.finite.is_empty() {
        return vec![Known::Invalid; values.len()];
    }
    let finite = finite().unwrap_or(Known::Open);
    let of = |v: &Value<u64>| if matches!(v, Value::Finite(_)) { finite } else { minus };
    values.iter().map(of).collect()
}

/// `ln sum e^x[j]`. Exact: an element that alone is finite (a zero with its sign). Else it is
/// transcendental.
pub(super) fn log_sum_exp(x: &Numbers, _: &Env) -> Known {
    match x.finite[..] {
        _ if x.plus => Known::Infinite(false),
        [] => Known::Infinite(true),
        [one] if one.significand == 0 => Known::Zero(one.sign),
        [one] => Known::number(one),
        _ => Known::Open,
    }
}

/// Whether all finite elements are the same number (zeros of both signs are).
fn equal(x: &Numbers) -> bool {
    x.finite.windows(2).all(|pair| compare(pair[0], pair[1]) == Ordering::Equal)
}

fn compare(a: Unrounded<u64>, b: Unrounded<u64>) -> Ordering {
    let key = |u: Unrounded<u64>| (u.significand != 0).then(|| (u.sign, Odd::of(u)));
    key(a).cmp(&key(b))
}
