//! Operands of TMMA: what their elements are and where each lies (s. 1.4; TILE-D19 to D28, D33).

use super::float::{self, Format};
use super::microscaling::{self, Element as Mx};
use super::state::{TILE, Thread};
use super::sum::Number;

/// What elements of an operand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A format without variants.
    Plain(&'static str),
    /// FP8 by `tcsr.fp8_ocp`: E4M3 if true, else E5M2.
    Fp8(bool),
    /// An element of MX blocks.
    Scaled(microscaling::Element),
    /// An integer of 4 or 8 bits.
    Integer { bits: usize, signed: bool },
}

use Element::{Fp8, Integer, Plain, Scaled};

/// The rows of `mmauop`: A, B, D (TILE-D33).
pub(super) const KINDS: [(Element, Element, &str); 29] = {
    const TF32: Element = Plain("tf32");
    const BF16: Element = Plain("bf16");
    const F16: Element = Plain("ieee_binary16");
    const F32_SUM: &str = "ieee_binary32";
    const F16_SUM: &str = "ieee_binary16";
    const S32_SUM: &str = "int32";
    const U8: Element = Integer { bits: 8, signed: false };
    const S8: Element = Integer { bits: 8, signed: true };
    const U4: Element = Integer { bits: 4, signed: false };
    const S4: Element = Integer { bits: 4, signed: true };
    [
        (TF32, TF32, F32_SUM),
        (BF16, BF16, F32_SUM),
        (F16, F16, F32_SUM),
        (Fp8(true), Fp8(true), F32_SUM),
        (Fp8(false), Fp8(false), F32_SUM),
        (F16, F16, F16_SUM),
        (BF16, BF16, "bf16"),
        (Fp8(true), Fp8(true), F16_SUM),
        (Fp8(true), Fp8(false), F16_SUM),
        (Fp8(false), Fp8(true), F16_SUM),
        (Fp8(false), Fp8(false), F16_SUM),
        (U8, U8, S32_SUM),
        (S8, S8, S32_SUM),
        (U4, U4, S32_SUM),
        (S4, S4, S32_SUM),
        (U8, U4, S32_SUM),
        (S8, S4, S32_SUM),
        (Scaled(Mx::Int8), Scaled(Mx::Int8), F32_SUM),
        (Scaled(Mx::Int4), Scaled(Mx::Int4), F32_SUM),
        (Scaled(Mx::Int8), Scaled(Mx::Int4), F32_SUM),
        (Scaled(Mx::E3m2), Scaled(Mx::E3m2), F32_SUM),
        (Scaled(Mx::E3m2), Scaled(Mx::E2m3), F32_SUM),
        (Scaled(Mx::E2m3), Scaled(Mx::E3m2), F32_SUM),
        (Scaled(Mx::E2m3), Scaled(Mx::E2m3), F32_SUM),
        (Scaled(Mx::E2m1), Scaled(Mx::E2m1), F32_SUM),
        (Scaled(Mx::E4m3), Scaled(Mx::E4m3), F32_SUM),
        (Scaled(Mx::E4m3), Scaled(Mx::E5m2), F32_SUM),
        (Scaled(Mx::E5m2), Scaled(Mx::E4m3), F32_SUM),
        (Scaled(Mx::E5m2), Scaled(Mx::E5m2), F32_SUM),
    ]
};

impl Element {
    pub(super) const fn bits(self) -> usize {
        match self {
            Plain(name) => {
                if matches!(name.as_bytes(), b"tf32") {
                    32
                } else {
                    16
                }
            }
            Fp8(_) => 8,
            Scaled(element) => element.bits(),
            Integer { bits, .. } => bits,
        }
    }

    /// The format, under the bits of `tcsr` (TILE-D26, D28).
    pub(super) fn format(self, thread: &Thread) -> Option<Format> {
        match self {
            Plain(name) => Some(float::format(name)),
            Fp8(e4m3) => Some(microscaling::fp8(e4m3, thread.control(2, 1) == 1)),
            Scaled(element) => Some(element.format(thread)),
            Integer { .. } => None,
        }
    }

    /// Terms of a slice (s. 1.5).
    pub(super) const fn slice(self) -> usize {
        match self {
            Plain(_) => 256 / self.bits(),
            _ => 32,
        }
    }
}

/// The sizes of a product (s. 1.4).
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    /// Bytes of a row.
    row: usize,
    pub(super) m: usize,
    pub(super) n: usize,
    /// Of one K-step.
    pub(super) k: usize,
    pub(super) steps: usize,
    /// Tiles of a K-step.
    pub(super) a_tiles: usize,
    pub(super) b_tiles: usize,
    pub(super) d_tiles: usize,
}

impl Geometry {
    pub(super) fn new(a: Element, b: Element, sum_bits: usize, row: usize, steps: usize) -> Self {
        let m = TILE / row;
        let side_by_side = (8192 / (m * m * sum_bits)).max(1);
        let n = m * side_by_side;
        // Of unequal widths the narrower has the columns; six bits fill three registers.
        let narrow = a.bits().min(b.bits());
        let (k, wide) = if narrow == 6 { (128, 3) } else { (row * 8 / narrow, 1) };
        Self {
            row,
            m,
            n,
            k,
            steps,
            a_tiles: wide * a.bits() / narrow,
            b_tiles: wide * side_by_side,
            d_tiles: m * n * sum_bits / 8192,
        }
    }

    /// The first tile of a group of equal tiles, and the bit in the group, of an element of a row; rows of six bits
    /// run over three registers (TILE-D24).
    const fn element(self, bits: usize, row: usize, column: usize) -> (usize, usize) {
        if bits == 6 {
            return (0, (row * 128 + column) * 6);
        }
        let columns = self.row * 8 / bits;
        (column / columns, row * self.row * 8 + column % columns * bits)
    }
}

/// An operand: element by element.
pub(super) struct Operand<'a> {
    pub(super) thread: &'a Thread,
    pub(super) element: Element,
    pub(super) format: Option<Format>,
    pub(super) first: usize,
    pub(super) transposed: bool,
}

impl Operand<'_> {
    /// The first tile, and the bit from there on, of an element: its tile in the group, its row and column there.
    pub(super) fn place(
        &self,
        g: Geometry,
        tile: usize,
        row: usize,
        column: usize,
    ) -> (usize, usize) {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        let (further, bit) = g.element(self.element.bits(), row, column);
        (self.first + tile + further, bit)
    }

    fn code(&self, (tile, bit): (usize, usize)) -> u64 {
        microscaling::code(&self.thread.tiles, tile, bit, self.element.bits())
    }

    /// The number at a place, with its scale.
    pub(super) fn number(&self, place: (usize, usize), negated: bool) -> Number {
        let (format, code) = (self.format.expect("a float"), self.code(place));
        // Numbers without -0 are as they were with the other sign of 0 (TILE-D37).
        let number = match Number::of(format, code) {
            zero @ Number::Finite { significand: 0, .. } if !format.neg_zero => zero,
            number if negated => number.negated(),
            number => number,
        };
        match self.element {
            Scaled(element) => element.scaled(self.thread, place, number),
            _ => number,
        }
    }

    pub(super) fn integer(&self, place: (usize, usize)) -> i64 {
        let code = self.code(place);
        match self.element {
            Integer { bits, signed: true } => ((code << (64 - bits)) as i64) >> (64 - bits),
            _ => code as i64,
        }
    }
}
