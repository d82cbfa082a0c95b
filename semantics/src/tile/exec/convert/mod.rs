//! TCVT: conversions between tiles (Tile, s. 2.2; TILE-D23, D24, D44 to D51, D83, D88).
//!
//! [`convert`] is a function of bytes. Elements follow each other in register order on both sides (TILE-D44).

mod block;
mod instruction;
mod narrow;
mod registers;
mod rules;
mod scaled;
mod wide;

pub use instruction::conversion;
pub use registers::convert;
pub use rules::{Rules, Saturation, element};
pub use wide::value;

use super::element::{Codes, Element};
use softfloat::{Rounding, mx::ScaleRule};

/// What a TCVT instruction and the CSRs say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The elements read.
    pub from: Element,
    /// The elements written.
    pub to: Element,
    /// The codes of FP8.
    pub codes: Codes,
    /// The direction.
    pub rounding: Rounding,
    /// What becomes of large and of negative elements (TILE-D07).
    pub saturation: Saturation,
    /// Whether elements change their sign before everything else (TILE-D51).
    pub negate: bool,
    /// The rule of the scales (TILE-D45).
    pub scale: ScaleRule,
}

impl Conversion {
    /// A conversion without options, rounding to nearest even.
    #[must_use]
    pub const fn new(from: Element, to: Element) -> Self {
        Self {
            from,
            to,
            codes: Codes { fp8_ocp: false, mxfp8_table29: false },
            rounding: Rounding::NearestEven,
            saturation: Saturation::Finite,
            negate: false,
            scale: ScaleRule::Floor,
        }
    }

    /// Elements that are converted: those of the narrower side's registers.
    #[must_use]
    pub const fn elements(&self) -> usize {
        self.from.converted(self.to)
    }

    /// Registers that are read.
    #[must_use]
    pub const fn sources(&self) -> usize {
        self.from.fill(self.elements())
    }

    /// Registers that are written.
    #[must_use]
    pub const fn targets(&self) -> usize {
        self.to.fill(self.elements())
    }

    pub(super) const fn rules(&self) -> Rules {
        Rules { rounding: self.rounding, saturation: self.saturation }
    }
}

/// A group of registers: their bytes, and 64 scales for each.
#[derive(Debug)]
pub struct Group<'a> {
    /// The elements.
    pub bytes: &'a mut [u8],
    /// The scales.
    pub scales: &'a mut [u8],
}
