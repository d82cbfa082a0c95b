//! The arithmetic of MN-Core 2, bit for bit (developer manual, chapter 4 and s. 3.6.9, 3.6.12).
//!
//! Operations are generic over the [`Precision`] of their operands and take a [`Profile`]: the
//! answers to what the manual leaves open (`MN-D..` in `docs/decisions.md`). The functions are
//! inlined, so with the constant [`Profile::DECIDED`] the profile costs nothing; evaluating again
//! under an alternative tells whether a result depends on that decision.
//!
//! Blocks and rows have [`Precision::BLOCK`] elements; nothing asks for it but [`check_block`](crate::check_block).
//!
//! ```
//! use softfloat::mncore2::{vector, Profile, Single};
//! // (2^20 + 1)^2 - 2^40: the omitted partial products show (s. 4.3).
//! let r = vector::fma::<Single, Single>(&Profile::DECIDED, 0x4980_0008, 0x4980_0008, 0xd380_0000);
//! assert_eq!((r.bits, r.flag), (0x4a00_0010, true));
//! ```

pub mod alu;
pub mod block;
pub mod immediate;
pub mod integer;
pub mod matrix;
mod number;
mod precision;
pub mod product;
mod profile;
#[cfg(test)]
mod readings;
mod rrn;
pub mod rsqrt;
mod sum;
pub mod vector;

pub use number::{Port, extend, narrow, negate, normalise, shorten_in};
pub use precision::{Double, Half, Precision, PseudoSingle, Single};
pub use profile::*;
pub use rrn::{
    L1bmIn, fadd, fadd_arrays, fadd_stages, identity_max, identity_min, max, max_shortened, min,
    min_shortened,
};

/// A result and its mask flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flagged<B> {
    /// The result's code.
    pub bits: B,
    /// The mask flag.
    pub flag: bool,
}
