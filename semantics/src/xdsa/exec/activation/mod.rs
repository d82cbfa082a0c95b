//! Group Activation (text 2604 to 3023, XDSA-D26 to D31, D60 to D62, D85).

mod line;
mod parametric;
mod softmax;

pub(super) use line::Source;

use super::{Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::exec::elementwise::{Quick, Rounded};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round};
use functions::Function;
use parametric::elements;
use std::cmp::Ordering;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::Relu => formula(request, relu),
        O::Relu6 => formula(request, relu6),
        O::ThresholdRelu => formula(request, threshold),
        O::LeakyRelu => formula(request, leaky),
        O::Brelu => formula(request, bounded),
        O::SoftSign => formula(request, soft_sign),
        O::HardSwish => formula(request, hard_swish),
        O::HardShrink => formula(request, hard_shrink),
        O::HardTanh => formula(request, hard_tanh),
        O::Prelu => line::prelu(request),
        O::Elu => parametric::elu(request),
        O::HardSigmoid => parametric::hard_sigmoid(request),
        O::Selu => parametric::selu(request),
        O::Softmax => softmax::plan(request, false),
        O::Logsoftmax => softmax::plan(request, true),
        _ => {
            let Some(smooth) = Smooth::of(operation) else {
                return Err(request.unknown(operation));
            };
            let (unit, len) = (request.unit("src_unit"), request.length("len"));
            let kernel = smooth.kernel(unit);
            elements(request, unit, len, kernel)
        }
    }
}

/// A rational formula, rounded once.
fn formula(request: &mut Request<'_>, formula: fn(&Number) -> Number) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("src_unit"), request.length("len"));
    elements(request, unit, len, move |x| round(&formula(&Number::of(unit, x)), unit, Fit::Clamp))
}

/// Activations whose values are rational, operation by operation (XDSA-D60, D85).
fn integer(n: i128) -> Number {
    Number::integer(n)
}

/// How an element stands to a border; NaN is not there.
fn side(x: &Number, border: &Number) -> Option<Ordering> {
    x.compare(border)
}

/// x where it is above 0, else 0.
fn relu(x: &Number) -> Number {
    match side(x, &Number::ZERO) {
        Some(Ordering::Less | Ordering::Equal) => Number::ZERO,
        _ => x.clone(),
    }
}

/// 6 above 6, 0 where not above 0, else x.
fn relu6(x: &Number) -> Number {
    if side(x, &integer(6)) == Some(Ordering::Greater) { integer(6) } else { relu(x) }
}

/// x above 1, else 0.
fn threshold(x: &Number) -> Number {
    match side(x, &integer(1)) {
        Some(Ordering::Less | Ordering::Equal) => Number::ZERO,
        _ => x.clone(),
    }
}

/// x, below 0 times the fp32 of 0.01.
fn leaky(x: &Number) -> Number {
    if side(x, &Number::ZERO) == Some(Ordering::Less) {
        x.mul(&Number::fp32(0.01f32.to_bits()))
    } else {
        x.clone()
    }
}

/// x within 0 to 24.
fn bounded(x: &Number) -> Number {
    x.max(&Number::ZERO).min(&integer(24))
}

/// `x / (1 + |x|)`.
fn soft_sign(x: &Number) -> Number {
    x.div(&integer(1).add(&x.abs()))
}

/// `(x clip(x + 3, 0, 6)) / 6`.
fn hard_swish(x: &Number) -> Number {
    let clipped = x.add(&integer(3)).max(&Number::ZERO).min(&integer(6));
    x.mul(&clipped).div(&integer(6))
}

/// x where |x| is above 1/2, else 0.
fn hard_shrink(x: &Number) -> Number {
    match side(&x.abs(), &Number::ratio(1, 2)) {
        Some(Ordering::Less | Ordering::Equal) => Number::ZERO,
        _ => x.clone(),
    }
}

/// x within -1 to 1.
fn hard_tanh(x: &Number) -> Number {
    x.max(&integer(-1)).min(&integer(1))
}

// Activations whose values are irrational: SIGMOID, TANH, SOFTPLUS, GELU, SWISH, ERF, TANH_SHRINK (XDSA-D31, D60, D85).
//
// Zeros and infinities go by the formula. Of other numbers the value is taken from its function; where that is nearer to a rational
// number than 2^-1200 of it, that number counts (XDSA-D31).

/// An activation by its function, and its formula at zeros and infinities.
struct Smooth {
    function: Function,
    special: fn(&Number) -> Number,
    /// The value of a magnitude above [`FAR`].
    far: Option<fn(&Number) -> Number>,
}

/// e^-900 is below 2^-1298.
const FAR: i128 = 900;

impl Smooth {
    /// The activation of an operation.
    fn of(operation: Operation) -> Option<Self> {
        use Operation as O;
        Some(match operation {
            O::Sigmoid => Self { function: Function::Sigmoid, special: sigmoid, far: None },
            O::AiTanh => Self { function: Function::Tanh, special: Number::tanh, far: None },
            O::Softplus => Self {
                function: Function::Softplus,
                special: |x| Number::integer(1).add(&x.exp()).ln(),
                far: None,
            },
            O::Gelu => Self {
                function: Function::Gelu,
                special: |x| x.div(&Number::integer(2)).mul(&Number::integer(1).add(&x.erf())),
                far: None,
            },
            O::Swish => {
                Self { function: Function::Silu, special: |x| x.mul(&sigmoid(x)), far: None }
            }
            O::Erf => Self { function: Function::Erf, special: Number::erf, far: None },
            O::TanhShrink => Self {
                function: Function::TanhShrink,
                special: |x| x.sub(&x.tanh()),
                far: Some(|x| x.sub(&Number::integer(if x.is_negative() { -1 } else { 1 }))),
            },
            _ => return None,
        })
    }

    /// From element to element of a unit.
    fn kernel(self, unit: Unit) -> impl Fn(u64) -> Rounded + Send + Sync + 'static {
        let quick = Quick::new(self.function, unit, unit);
        move |code| {
            let x = Number::of(unit, code);
            let Number::Finite(_) = x else { return round(&(self.special)(&x), unit, Fit::Clamp) };
            match self.far {
                Some(far) if x.abs().compare(&Number::integer(FAR)).is_some_and(|o| o.is_gt()) => {
                    round(&far(&x), unit, Fit::Clamp)
                }
                _ => quick.round(code),
            }
        }
    }
}

/// `1 / (1 + e^-x)`.
fn sigmoid(x: &Number) -> Number {
    let one = Number::integer(1);
    one.div(&one.add(&x.neg().exp()))
}
