//! Comparison and total order.

use crate::{Env, Flags, Format, StaticFormat};

/// How two operands stand to each other (IEEE 754, 5.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// a < b.
    Less,
    /// a = b; zeros of either sign are equal.
    Equal,
    /// a > b.
    Greater,
    /// At least one is NaN.
    Unordered,
}

/// The relation of a and b. *Invalid* is signalled for a signalling NaN, with `signalling` for a
/// quiet one too.
pub fn compare<F: StaticFormat>(
    a: F::Bits,
    b: F::Bits,
    signalling: bool,
    env: &Env,
) -> (Relation, Flags) {
    let _ = (a, b, signalling, env);
    todo!()
}

/// Whether a comes before b or is b in the total order of all codes (IEEE 754-2019, 5.10).
#[must_use]
pub fn total_order<F: StaticFormat>(a: F::Bits, b: F::Bits) -> bool {
    let _ = (a, b);
    todo!()
}

/// [`total_order`] of the absolute values.
#[must_use]
pub fn total_order_magnitude<F: StaticFormat>(a: F::Bits, b: F::Bits) -> bool {
    let _ = (a, b);
    todo!()
}

impl Format {
    /// [`compare`](crate::ieee::compare()) in this format.
    #[must_use]
    pub fn compare(&self, a: u64, b: u64, signalling: bool, env: &Env) -> (Relation, Flags) {
        let _ = (a, b, signalling, env);
        todo!()
    }

    /// [`total_order`](crate::ieee::total_order()) in this format.
    #[must_use]
    pub fn total_order(&self, a: u64, b: u64) -> bool {
        let _ = (a, b);
        todo!()
    }

    /// [`total_order_magnitude`](crate::ieee::total_order_magnitude()) in this format.
    #[must_use]
    pub fn total_order_magnitude(&self, a: u64, b: u64) -> bool {
        let _ = (a, b);
        todo!()
    }
}
