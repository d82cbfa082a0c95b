//! From codes to a rounded result.

use core::fmt;

use softfloat::{Env, Format, Rounded, ieee::Exact};

pub use crate::exact::Dyadic;

use crate::Function;

/// No enclosure that was tried is narrow enough to round. Of functions whose irrational values are
/// proved to be so this has not been seen; nothing is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The bits of the narrowest enclosure.
    pub bits: u32,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the result is not decided by an enclosure of {} bits", self.bits)
    }
}

impl core::error::Error for Undecided {}

/// The correctly rounded result of a function of one or two numbers (for an integer operand its low
/// 32 bits count), codes in the low bits of each word.
///
/// # Errors
/// Where no enclosure decides ([`Undecided`]).
pub fn evaluate(
    function: Function,
    format: &Format,
    operands: &[u64],
    env: &Env,
) -> Result<Rounded<u64>, Undecided> {
    Ok(exact(function, format, operands, env)?.round(format, env))
}

/// What [`evaluate`] rounds: sticky where it is not exact, and right for every rounding of the format.
///
/// # Errors
/// Where no enclosure decides ([`Undecided`]).
pub fn exact(
    _function: Function,
    _format: &Format,
    _operands: &[u64],
    _env: &Env,
) -> Result<Exact, Undecided> {
    todo!("special values, algebra, enclosures")
}

/// What a function of blocks rounds, one element of the result after the other.
///
/// # Errors
/// Where no enclosure decides ([`Undecided`]).
pub fn exact_blocks(
    _function: Function,
    _format: &Format,
    _operands: &[&[u64]],
    _env: &Env,
) -> Result<Vec<Exact>, Undecided> {
    todo!("reductions")
}

/// An enclosure: the value lies between these two or is one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not above the value.
    pub lower: Dyadic,
    /// Not below the value.
    pub upper: Dyadic,
    /// The bits of the arithmetic that found it; 0 where integers did.
    pub bits: u32,
}

/// An enclosure of the value of a function of one or two numbers, found with at least `bits` bits (the
/// width of the enclosure is about 2^-bits of the value); `None` where the result is no number
/// (NaN, infinity) or no arithmetic is that wide.
#[must_use]
pub fn bounds(
    _function: Function,
    _format: &Format,
    _operands: &[u64],
    _env: &Env,
    _bits: u32,
) -> Option<Bounds> {
    todo!("enclosures")
}
