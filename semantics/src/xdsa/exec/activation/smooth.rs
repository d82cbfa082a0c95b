//! Activations whose values are irrational: SIGMOID, TANH, SOFTPLUS, GELU, SWISH, ERF, TANH_SHRINK (XDSA-D31, D60, D85).
//!
//! Zeros and infinities go by the formula. Of other numbers the value is taken from its function; where that is nearer to a rational
//! number than 2^-1200 of it, that number counts (XDSA-D31).

use crate::xdsa::exec::elementwise::{Quick, Rounded};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round};
use functions::Function;

/// An activation by its function, and its formula at zeros and infinities.
pub(super) struct Smooth {
    function: Function,
    special: fn(&Number) -> Number,
    /// The value of a magnitude above [`FAR`].
    far: Option<fn(&Number) -> Number>,
}

/// e^-900 is below 2^-1298.
const FAR: i128 = 900;

impl Smooth {
    /// The activation of an operation.
    pub(super) fn of(operation: Operation) -> Option<Self> {
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
    pub(super) fn kernel(self, unit: Unit) -> impl Fn(u64) -> Rounded + Send + Sync + 'static {
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
