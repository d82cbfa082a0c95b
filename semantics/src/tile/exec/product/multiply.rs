//! Whole products, and one element of D.

use super::geometry::{Geometry, Side};
use super::matrix::{Matrix, lifted};
use super::sum::{Sums, datapath, has_lanes, unsigned_zero};
use super::{Operands, Product, Signals, integer};
use crate::tile::element::{Element, pack, unpack};
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::sum::tile;
use softfloat::{Bits, Flags, Rounded, StaticFormat};

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
    if !has_lanes(product.profile) {
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
    datapath(product).evaluate(&x, &y, d)
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
