//! The numbers of a block.

use softfloat::{Unrounded, Value};

/// The elements of a block.
pub(super) struct Numbers {
    /// Those that are numbers, zeros too.
    pub(super) finite: Vec<Unrounded<u64>>,
    /// Whether there is a positive infinity.
    pub(super) plus: bool,
    /// Whether there is a negative infinity.
    pub(super) minus: bool,
}

impl Numbers {
    /// The elements without NaN.
    pub(super) fn of(values: &[Value<u64>]) -> Self {
        let finite = values.iter().filter_map(|v| match v {
            Value::Finite(u) => Some(*u),
            _ => None,
        });
        let infinite =
            |of: bool| values.iter().any(|v| matches!(v, Value::Infinite { sign } if *sign == of));
        Self { finite: finite.collect(), plus: infinite(false), minus: infinite(true) }
    }

    /// Whether there is an infinity.
    pub(super) const fn infinite(&self) -> bool {
        self.plus || self.minus
    }

    /// Whether every number is 0.
    pub(super) fn zeros(&self) -> bool {
        self.finite.iter().all(|u| u.significand == 0)
    }
}
