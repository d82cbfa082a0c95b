//! Numbers: bits -> value -> bits, rounded exactly once.
//!
//! Every number format of the modelled systems is one row of [`mod@format`]'s table, as a zero-cost
//! type ([`StaticFormat`]) and as a run-time value ([`Format`]) of the same behaviour. Every
//! operation computes an exact (or sticky-exact) [`Unrounded`] value and hands it to the one
//! [`round_pack`], whose rounding mode, tininess, overflow, underflow and NaN rules are one
//! [`Env`] value. Rules and [`Flags`] are never global: they travel with operands and result.
//!
//! [`mncore2`] holds the arithmetic of MN-Core 2.
//!
//! [`mod@slice`] holds every operation over slices, in the vectors that the processor has; without the
//! default feature `std` in those that every processor of the architecture has. Which those are is found out
//! once and remembered: the only thing that the crate remembers.
//!
//! No operation allocates, and none panics on any bit pattern.
//!
//! Operations trust the caller: of a code that is wider than its format they take some bits, and of slices as many
//! elements as the shortest has, so that the fast path asks nothing. [`Format::check`] says whether codes fit,
//! [`block::BlockFormat::check`] and [`check_block`] whether a block does, and what takes slices without saying so itself
//! has a form `try_...` beside it; all give a [`Misfit`], which names what was found and what would be right.
//!
//! ```
//! use softfloat::{convert, format::{Binary32, Fp8E4m3Ocp}, Env};
//! let r = convert::<Binary32, Fp8E4m3Ocp>(0x3fc0_0000, &Env::IEEE); // 1.5
//! assert_eq!((r.bits, r.flags.is_empty()), (0x3c, true));
//! ```
#![cfg_attr(not(any(test, feature = "std")), no_std)]

pub mod bits;
pub mod block;
mod convert;
mod env;
pub mod format;
pub mod ieee;
pub mod integer;
#[doc(hidden)]
pub mod kernel;
mod misfit;
mod mixed;
pub mod mncore2;
pub mod mx;
pub mod p3109;
pub mod posit;
pub mod question;
pub mod round;
pub mod silicon;
pub mod slice;
pub mod stochastic;
pub mod sum;
pub mod text;
mod value;
pub mod wide;

pub use bits::Bits;
pub use convert::{convert, convert_any, try_convert_any};
pub use env::{Env, Flags, IntegerRule, NanRule, Overflow, Rounded, Rounding, Tininess, Underflow};
pub use format::{Format, StaticFormat, round_pack};
pub use misfit::{Misfit, check_block, check_length};
pub use value::{Category, Class, Unrounded, Value};

/// The page of the crate: its example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
