//! TMMA: matrix products on registers (Tile, s. 1.4, 1.5, 2.2; TILE-D19 to D25, D33 to D43, D83, D84).
//!
//! [`multiply`] is a function of bytes. An element of D is the sum that the profile's datapath
//! ([`softfloat::sum::tile`]) makes of a row of A, a column of B and its old value: that is the definition,
//! [`define`]. The default profile reads A and B once, as integers in front of one power of two a slice, and
//! rounds the exact sum of a slice; what is no number goes to the definition.

mod geometry;
mod instruction;
mod integer;
mod matrix;
mod multiply;
mod sum;

pub use geometry::{Geometry, Part, Shape, Side};
pub use instruction::product;
pub use matrix::lifted;
pub use multiply::{Line, define, element, multiply, terms};

pub use super::super::isa::{KINDS, Kind};
use super::element::Codes;
use softfloat::sum::Datapath;
pub use softfloat::sum::tile::Profile;
use softfloat::{Flags, Rounding};

/// What a TMMA instruction and the CSRs say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The elements.
    pub kind: Kind,
    /// The codes of FP8.
    pub codes: Codes,
    /// The sum (TILE-D34).
    pub profile: Profile,
    /// The direction (TILE-D35).
    pub rounding: Rounding,
    /// Whether integer sums are clamped (TILE-D38).
    pub saturate: bool,
    /// Whether the first slice is added to +0 instead of D (TILE-D36).
    pub no_accumulator: bool,
    /// Whether the elements of A change their sign (TILE-D37).
    pub negate: bool,
    /// Whether the tiles of A and of B are read transposed (TILE-D39).
    pub transposed: [bool; 2],
}

impl Product {
    /// A product without options, rounding to nearest even.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            codes: Codes { fp8_ocp: false, mxfp8_table29: false },
            profile: Profile::Slice,
            rounding: Rounding::NearestEven,
            saturate: false,
            no_accumulator: false,
            negate: false,
            transposed: [false; 2],
        }
    }

    /// The datapath of an element of D; elements of blocks are its terms as [`lifted`] makes them. Integers have
    /// one of their own ([`softfloat::sum::tile::integer`]).
    #[must_use]
    pub fn datapath(&self) -> Datapath {
        sum::datapath(self)
    }
}

/// The groups of registers that are read: their bytes, and the scales of the registers, 64 each.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    /// A.
    pub a: &'a [u8],
    /// The scales of A; none where its elements have none.
    pub a_scales: &'a [u8],
    /// B.
    pub b: &'a [u8],
    /// The scales of B.
    pub b_scales: &'a [u8],
}

/// What a product signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// The exceptions of all elements (TILE-D41).
    pub flags: Flags,
    /// Whether an integer sum was clamped: `vxsat`.
    pub clamped: bool,
}
