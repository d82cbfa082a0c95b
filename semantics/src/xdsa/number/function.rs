//! The functions of XDSA-D31 at elements.

use super::Number;
use crate::xdsa::isa::Unit;
use functions::Function;
use functions::real::{Outcome, Real};
use softfloat::{Unrounded, Value};

impl Number {
    /// A function at an element, special values by IEEE 754 clause 9.2. Functions of two numbers, of blocks and algebraic ones
    /// are NaN.
    #[must_use]
    pub(crate) fn function(function: Function, unit: Unit, element: u64) -> Self {
        let value = unit.format().map_or_else(
            || {
                let n = unit.integer(element);
                Value::Finite(Unrounded::exact(n < 0, 0, n.unsigned_abs() as u64))
            },
            |format| format.decode(element & unit.mask()),
        );
        match Real::function(function, value) {
            None | Some(Outcome::Invalid) => Self::Nan,
            Some(Outcome::Pole { negative } | Outcome::Infinite { negative }) => {
                Self::Infinite { negative }
            }
            Some(Outcome::Zero { negative }) => Self::Zero { negative },
            Some(Outcome::Number(x)) => Self::from(x),
        }
    }
}
