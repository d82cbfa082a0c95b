//! TMMA: matrix products on registers (Tile, s. 1.4, 1.5, 2.2; TILE-D19 to D25, D33 to D43, D83, D84).
//!
//! [`multiply`] is a function of bytes. An element of D is the sum that the profile's datapath
//! ([`softfloat::sum::tile`]) makes of a row of A, a column of B and its old value: that is the definition,
//! [`define`]. The default profile reads A and B once, as integers in front of one power of two a slice, and
//! rounds the exact sum of a slice; what is no number goes to the definition.

mod geometry;
mod integer;
mod matrix;
mod sum;

pub use geometry::{Geometry, Part, Shape, Side};
pub use matrix::lifted;
pub use sum::unsigned_zero;

pub use super::super::isa::{KINDS, Kind};
use super::element::{Codes, Element, pack, unpack};
use matrix::Matrix;
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::sum::{Datapath, tile, tile::Profile};
use softfloat::{Bits, Flags, Rounded, Rounding, StaticFormat};
use sum::Sums;

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

/// The product, into the bytes of D's group, which hold the accumulator.
pub fn multiply(
    product: &Product,
    geometry: &Geometry,
    operands: &Operands<'_>,
    d: &mut [u8],
) -> Signals {
    if product.kind.d == Element::S32 {
        return integer::multiply(product, geometry, operands, d);
    }
    let sums = sums(product, geometry, operands);
    if !sum::has_lanes(product.profile) {
        return elements(product, geometry, d, |i, j, d| sums.define(i, j, d));
    }
    match product.kind.d {
        Element::F16 => lanes::<Binary16>(product, geometry, &sums, d),
        Element::Bf16 => lanes::<Bf16>(product, geometry, &sums, d),
        _ => lanes::<Binary32>(product, geometry, &sums, d),
    }
}

/// The product by the definition, element by element; integers as [`multiply`] has them.
pub fn define(
    product: &Product,
    geometry: &Geometry,
    operands: &Operands<'_>,
    d: &mut [u8],
) -> Signals {
    if product.kind.d == Element::S32 {
        return integer::define(product, geometry, operands, d);
    }
    let sums = sums(product, geometry, operands);
    elements(product, geometry, d, |i, j, d| sums.define(i, j, d))
}

/// One line of A or B: codes, and for each 32 of them a scale, where elements have scales.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The elements' codes.
    pub codes: &'a [u64],
    /// The scales' codes.
    pub scales: &'a [u64],
}

/// One element of D by the definition: a row of A, a column of B, the old value.
#[must_use]
pub fn element(product: &Product, a: Line<'_>, b: Line<'_>, d: u64) -> Rounded<u64> {
    let [x, y] = terms(product, a, b);
    if product.kind.d == Element::S32 {
        let [a, b] = [product.kind.a, product.kind.b].map(|side| side.format(product.codes));
        return tile::integer(a, b, product.saturate).evaluate(&x, &y, d);
    }
    product.datapath().evaluate(&x, &y, d)
}

/// The factors of an element's products, as the datapath takes them: elements of blocks as [`lifted`] makes them.
#[must_use]
pub fn terms(product: &Product, a: Line<'_>, b: Line<'_>) -> [Vec<u64>; 2] {
    if !product.kind.a.is_block() {
        return [a.codes.to_vec(), b.codes.to_vec()];
    }
    let lift = |element: Element, line: Line<'_>| -> Vec<u64> {
        let format = element.format(product.codes);
        let scale = |k: usize| line.scales.get(k / 32).map_or(0x7f, |&scale| scale as u8);
        let codes = line.codes.iter().enumerate();
        codes.map(|(k, &code)| lifted(&format, code, scale(k), false)).collect()
    };
    let (mut x, mut y) = (lift(product.kind.a, a), lift(product.kind.b, b));
    if matches!(product.kind.a, Element::MxInt8 | Element::MxInt4) {
        x.iter_mut().zip(&mut y).for_each(|(x, y)| unsigned_zero(x, y));
    }
    [x, y]
}

fn sums(product: &Product, geometry: &Geometry, operands: &Operands<'_>) -> Sums {
    let [a, b] = [Side::A, Side::B].map(|side| Matrix::read(product, geometry, operands, side));
    Sums::new(product, a, b)
}

fn lanes<D: StaticFormat>(
    product: &Product,
    geometry: &Geometry,
    sums: &Sums,
    d: &mut [u8],
) -> Signals {
    elements(product, geometry, d, |i, j, d| {
        let sum = sums.slices::<D>(i, j, D::Bits::low(d.into()));
        Rounded { bits: sum.bits.wide() as u64, flags: sum.flags }
    })
}

/// Every element of D, row by row.
#[inline(always)]
fn elements(
    product: &Product,
    geometry: &Geometry,
    d: &mut [u8],
    sum: impl Fn(usize, usize, u64) -> Rounded<u64>,
) -> Signals {
    let width = product.kind.d.width();
    let mut codes = Vec::with_capacity(geometry.m * geometry.n);
    unpack(width, d, |code| codes.push(if product.no_accumulator { 0 } else { code }));
    let mut flags = Flags::NONE;
    for (i, row) in codes.chunks_mut(geometry.n).enumerate() {
        for (j, code) in row.iter_mut().enumerate() {
            let rounded = sum(i, j, *code);
            *code = rounded.bits;
            flags |= rounded.flags;
        }
    }
    pack(width, &codes, d);
    Signals { flags, clamped: false }
}
