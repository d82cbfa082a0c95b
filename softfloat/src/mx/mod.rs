//! MX: blocks whose elements share a power of two (OCP Microscaling Formats 1.0).
//!
//! ```text
//! value[i] = element[i] * 2^(scale - 127)             scale ff: every value is NaN
//! dot      = sum of a[i] * b[i], exactly, + addend, rounded once
//! ```
//!
//! Each operation stands here twice: as a function over types, and as a method of [`BlockFormat`]
//! (or [`Block`]) for formats that are known at run time only, with codes in the low bits of `u64`.
//! The methods hand back nothing for a block format of another kind. Elements are taken as long as there is room for
//! their results, and by the bits of their formats: [`BlockFormat::check`] says whether a block is whole,
//! [`Format::check`] whether values are codes.

mod dequantize;
mod dot;
mod quantize;
#[cfg(test)]
mod tests;

pub use dequantize::dequantize;
pub use dot::{Block, dot};
pub use quantize::quantize;

use crate::Format;
use crate::block::{BlockFormat, Scale};

/// How a block's scale 2^e follows from its largest magnitude, amax; emax is the exponent of the
/// elements' largest number. Logarithms are exact, and e is clamped to the scale's range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ScaleRule {
    /// e = floor(log2(amax)) - emax (OCP MX 1.0, 6.3). Up to half of a binade may saturate.
    #[default]
    Floor,
    /// The smallest e with amax <= the largest element * 2^e: nothing saturates.
    Ceil,
    /// As `Floor`, of amax rounded to the elements' precision, ties away from zero.
    Even,
    /// e = log2(amax) rounded to the nearest integer, - emax: up from amax^2 > 2^(2 n + 1) with
    /// n = floor(log2(amax)). A tie would be an irrational amax.
    Nearest,
}

/// What NaN and infinities among the values do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SpecialRule {
    /// Any of them makes the block NaN: scale ff, elements 0.
    #[default]
    Block,
    /// Where the elements have NaN, a NaN becomes one, and an infinity becomes an infinity, or NaN
    /// (*invalid*) where there is none; the scale is that of the finite values. Where the elements
    /// have no NaN, as `Block`.
    Element,
}

/// How values become a block. The default is that of OCP MX 1.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quantization {
    /// The scale.
    pub scale: ScaleRule,
    /// NaN and infinities.
    pub special: SpecialRule,
    /// Whether a value beyond the largest element becomes it (*overflow*, *inexact*). Otherwise
    /// [`Env::overflow`](crate::Env::overflow) rules; without NaN and infinities nothing is left but to saturate.
    pub saturate: bool,
}

impl Quantization {
    /// Scale by floor, blocks of NaN, saturating elements.
    pub const OCP: Self =
        Self { scale: ScaleRule::Floor, special: SpecialRule::Block, saturate: true };
}

impl Default for Quantization {
    fn default() -> Self {
        Self::OCP
    }
}

impl BlockFormat {
    /// The scale's format, where it is a power of two beside the elements.
    pub(crate) fn power_scale(&self) -> Option<&Format> {
        match &self.scale {
            Scale::Factor(f) if f.zeroless() => Some(f),
            _ => None,
        }
    }
}
