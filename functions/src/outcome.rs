//! What is said of a value beside its rounding.

use core::fmt;

use crate::exact::Dyadic;

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
