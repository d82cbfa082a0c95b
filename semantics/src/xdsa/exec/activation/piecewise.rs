//! Activations whose values are rational, operation by operation (XDSA-D60, D85).

use crate::xdsa::number::Number;
use std::cmp::Ordering;

fn integer(n: i128) -> Number {
    Number::integer(n)
}

/// How an element stands to a border; NaN is not there.
fn side(x: &Number, border: &Number) -> Option<Ordering> {
    x.compare(border)
}

/// x where it is above 0, else 0.
pub(super) fn relu(x: &Number) -> Number {
    match side(x, &Number::ZERO) {
        Some(Ordering::Less | Ordering::Equal) => Number::ZERO,
        _ => x.clone(),
    }
}

/// 6 above 6, 0 where not above 0, else x.
pub(super) fn relu6(x: &Number) -> Number {
    if side(x, &integer(6)) == Some(Ordering::Greater) { integer(6) } else { relu(x) }
}

/// x above 1, else 0.
pub(super) fn threshold(x: &Number) -> Number {
    match side(x, &integer(1)) {
        Some(Ordering::Less | Ordering::Equal) => Number::ZERO,
        _ => x.clone(),
    }
}

/// x, below 0 times the fp32 of 0.01.
pub(super) fn leaky(x: &Number) -> Number {
    if side(x, &Number::ZERO) == Some(Ordering::Less) {
        x.mul(&Number::fp32(0.01f32.to_bits()))
    } else {
        x.clone()
    }
}

/// x within 0 to 24.
pub(super) fn bounded(x: &Number) -> Number {
    x.max(&Number::ZERO).min(&integer(24))
}

/// `x / (1 + |x|)`.
pub(super) fn soft_sign(x: &Number) -> Number {
    x.div(&integer(1).add(&x.abs()))
}

/// `(x clip(x + 3, 0, 6)) / 6`.
pub(super) fn hard_swish(x: &Number) -> Number {
    let clipped = x.add(&integer(3)).max(&Number::ZERO).min(&integer(6));
    x.mul(&clipped).div(&integer(6))
}

/// x where |x| is above 1/2, else 0.
pub(super) fn hard_shrink(x: &Number) -> Number {
    match side(&x.abs(), &Number::ratio(1, 2)) {
        Some(Ordering::Less | Ordering::Equal) => Number::ZERO,
        _ => x.clone(),
    }
}

/// x within -1 to 1.
pub(super) fn hard_tanh(x: &Number) -> Number {
    x.max(&integer(-1)).min(&integer(1))
}
