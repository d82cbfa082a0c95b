//! Operations whose results are exact, or cut off by a shift alone.

/// An operation on a number and a divisor or a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// `x - y*n`.
    Remainder {
        /// Whether `n` is the integer nearest `x/y`, ties to even; else it is cut toward zero.
        nearest: bool,
    },
    /// `x * 2^n`.
    Scale,
}
