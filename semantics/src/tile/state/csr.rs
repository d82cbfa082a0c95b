//! The CSRs (Tile, s. 1.2; TILE-D14, D15, D26, D28, D38, D45, D85).

use crate::tile::element::Codes;
use crate::tile::shape::Shape;
use softfloat::mx::ScaleRule;

/// The CSRs that a program or a host writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csrs {
    trstart: u64,
    tcsr: u64,
    temask: u64,
    /// `tid` to `gdim`, `karg`, `smembase`, `pmembase`, `trbase`.
    context: [u64; 11],
}

/// The names of the CSRs that there are, with their indices.
pub const NAMES: [(&str, u64); 17] = [
    ("trstart", 0),
    ("tcsr", 1),
    ("temask", 2),
    ("tlenb", 16),
    ("trlenb", TRLENB),
    ("tisa", 18),
    ("tid", 19),
    ("bid", 20),
    ("cid", 21),
    ("tdim", 22),
    ("bdim", 23),
    ("cdim", 24),
    ("gdim", 25),
    ("karg", 26),
    ("smembase", 27),
    ("pmembase", 28),
    ("trbase", 29),
];

/// The CSR that has no value where the shape is reserved (TILE-D85).
pub const TRLENB: u64 = 17;

/// The first CSR of the context.
const CONTEXT: u64 = 19;

/// `vxsat` in `tcsr`.
const VXSAT: u64 = 1 << 7;

impl Default for Csrs {
    /// All 0 but `temask`.
    fn default() -> Self {
        Self { trstart: 0, tcsr: 0, temask: u32::MAX.into(), context: [0; 11] }
    }
}

impl Csrs {
    /// The value of a CSR; none of one that is reserved, and none of `trlenb` without a shape (TILE-D85). `extended` is whether
    /// the extension is on.
    #[must_use]
    pub fn get(&self, index: u64, extended: bool) -> Option<u64> {
        match index {
            0 => Some(self.trstart),
            1 => Some(self.tcsr),
            2 => Some(self.temask),
            16 => Some(1024),
            TRLENB => self.shape().map(|shape| shape.row_bytes() as u64),
            18 => Some(if extended { 0x1ff } else { 0xff }),
            CONTEXT..=29 => Some(self.context[(index - CONTEXT) as usize]),
            _ => None,
        }
    }

    /// Writes a CSR that programs write; other bits than it has are ignored (TILE-D85). Whether there is one.
    pub fn set(&mut self, index: u64, value: u64) -> bool {
        match index {
            0 => self.trstart = value & 0x1f,
            1 => self.tcsr = value & 0xff,
            2 => self.temask = value & u64::from(u32::MAX),
            _ => return false,
        }
        true
    }

    /// Writes a CSR that the host of the model writes: those of the context, too. Whether there is one.
    pub fn place(&mut self, index: u64, value: u64) -> bool {
        match index {
            CONTEXT..=29 => {
                self.context[(index - CONTEXT) as usize] = value;
                true
            }
            _ => self.set(index, value),
        }
    }

    /// The first slice: 0, or nothing runs (TILE-D86).
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.trstart
    }

    /// The shape; none where it is reserved.
    #[must_use]
    pub const fn shape(&self) -> Option<Shape> {
        Shape::of(self.tcsr & 3)
    }

    /// The codes of FP8.
    #[must_use]
    pub const fn codes(&self) -> Codes {
        Codes { fp8_ocp: self.tcsr & 4 != 0, mxfp8_table29: self.tcsr & 8 != 0 }
    }

    /// Whether integer products are clamped.
    #[must_use]
    pub const fn saturates(&self) -> bool {
        self.tcsr & 0x10 != 0
    }

    /// The rule of shared exponents; none where it is reserved.
    #[must_use]
    pub const fn scale_rule(&self) -> Option<ScaleRule> {
        match self.tcsr >> 5 & 3 {
            0 => Some(ScaleRule::Floor),
            1 => Some(ScaleRule::Ceil),
            2 => Some(ScaleRule::Even),
            _ => None,
        }
    }

    /// Sets `vxsat`.
    pub const fn clamped(&mut self) {
        self.tcsr |= VXSAT;
    }

    /// The slice mask.
    #[must_use]
    pub const fn mask(&self) -> u32 {
        self.temask as u32
    }
}
