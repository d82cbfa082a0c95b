//! Operations over slices: each element as the scalar form has it, bit for bit, flags included.
//!
//! Every function takes operand slices and a result slice of one length, computes element by
//! element, and returns the union of the elements' flags; those of [`each`](mod@each) give the flags
//! of each element. At run time it chooses the code compiled
//! for the widest vectors that the processor has ([`Level`]).
//!
//! Addition, subtraction, multiplication, division, square root, fused multiply-add and conversion
//! of formats of at most 32 bits with at most 8 exponent bits (all of the table's IEEE, FP8, FP6
//! and FP4 formats but binary64) go through exact hardware lanes; infinities and NaN among the
//! operands, and every other operation and format, through the scalar form in a loop.
//!
//! Lengths are asked for, codes are not: of one that is wider than its format the result means nothing
//! ([`Format::check`](crate::Format::check) finds it).
//!
//! The lanes rely on the processor's default rules, as Rust does: a program that sets another
//! rounding direction or flushes subnormals (x86: MXCSR) gets other bits here, not from the scalar
//! forms.
//!
//! ```
//! use softfloat::{format::Bf16, slice, Env, Flags};
//! let (a, b) = ([0x3f80, 0x4000, 0x7f7f], [0x3b80; 3]); // 1, 2, the largest number; 2^-8
//! let mut sums = [0; 3];
//! let flags = slice::add::<Bf16>(&a, &b, &mut sums, &Env::IEEE)?;
//! assert_eq!((sums, flags), ([0x3f80, 0x4000, 0x7f7f], Flags::INEXACT));
//! # Ok::<(), slice::LengthError>(())
//! ```

mod arithmetic;
mod dispatch;
pub mod each;
mod elementwise;
mod lane;
mod map;
pub mod mncore2;
mod operations;
mod pack;
#[cfg(test)]
mod tests;

use core::fmt;

pub use dispatch::{Kernel, Level, vectorised};
pub use map::{map, map2, map3};
pub use operations::*;
pub use pack::has_lanes;

/// Slices of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// Which operand, from 0; behind the operands, the slice of flags.
    pub operand: usize,
    /// Its length.
    pub found: usize,
    /// The result's length.
    pub expected: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operand, found, expected } = self;
        write!(f, "operand slice {operand} has {found} elements, the result has {expected}")
    }
}

impl core::error::Error for LengthError {}

/// Whether all operands are as long as the result.
fn agree<const N: usize>(expected: usize, lengths: [usize; N]) -> Result<(), LengthError> {
    match lengths.into_iter().enumerate().find(|&(_, found)| found != expected) {
        Some((operand, found)) => Err(LengthError { operand, found, expected }),
        None => Ok(()),
    }
}
