//! The exact values that are rounded.

use crate::explain::exact::Dyadic;
use crate::family::ieee::Operation;
use crate::family::number::explain::cut::Exact;

/// What an operation on finite numbers rounds; nothing of those that do not, and of those without a finite result.
pub(super) fn exact(operation: Operation, values: &[&Dyadic]) -> Option<Exact> {
    let minus = |x: &Dyadic| Dyadic { negative: !x.negative, ..x.clone() };
    Some(match (operation, values) {
        (Operation::Add, [x, y]) => Exact::of(&x.plus(y)),
        (Operation::Sub, [x, y]) => Exact::of(&x.plus(&minus(y))),
        (Operation::Mul, [x, y]) => Exact::of(&times(x, y)),
        (Operation::Fma, [x, y, z]) => Exact::of(&times(x, y).plus(z)),
        (Operation::Div, [x, y]) if !y.is_zero() => quotient(x, y),
        (Operation::Sqrt, [x]) if !x.negative => root(x),
        _ => return None,
    })
}

fn times(x: &Dyadic, y: &Dyadic) -> Dyadic {
    let negative = x.negative != y.negative;
    Dyadic::new(negative, &x.magnitude * &y.magnitude, x.exponent + y.exponent)
}

/// More bits than any format has, and whether there are others.
const BITS: u64 = 300;

fn quotient(x: &Dyadic, y: &Dyadic) -> Exact {
    let scaled = &x.magnitude << (BITS + y.magnitude.bits());
    let magnitude = &scaled / &y.magnitude;
    let more = &magnitude * &y.magnitude != scaled;
    let exponent = x.exponent - y.exponent - (BITS + y.magnitude.bits()) as i64;
    Exact { negative: x.negative != y.negative, magnitude, exponent, more }
}

fn root(x: &Dyadic) -> Exact {
    // An even exponent, and a root of many bits.
    let up = 2 * BITS + (x.exponent & 1) as u64;
    let scaled = &x.magnitude << up;
    let magnitude = scaled.sqrt();
    let more = &magnitude * &magnitude != scaled;
    Exact { negative: x.negative, magnitude, exponent: (x.exponent - up as i64) / 2, more }
}
