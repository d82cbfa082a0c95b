//! Products of integers into 32 bits (TILE-D38, D42).

use super::super::element::{Element, pack, unpack};
use super::geometry::{Geometry, Side};
use super::{Operands, Product, Signals, matrix};
use softfloat::sum::tile;

/// The exact total of each element, reduced or clamped once.
pub(super) fn multiply(
    product: &Product,
    geometry: &Geometry,
    operands: &Operands<'_>,
    d: &mut [u8],
) -> Signals {
    let [a, b] = [Side::A, Side::B].map(|side| lines(product, geometry, operands, side));
    elements(product, geometry, d, |i, j, d| {
        let (x, y) = (&a[i * geometry.k..][..geometry.k], &b[j * geometry.k..][..geometry.k]);
        let total = i64::from(dot(x, y)) + i64::from(d as i32);
        let clamped = total.clamp(i32::MIN.into(), i32::MAX.into());
        let kept = if product.saturate { clamped } else { total };
        (kept as u32, product.saturate && clamped != total)
    })
}

/// The same through the datapath of the sum.
pub(super) fn define(
    product: &Product,
    geometry: &Geometry,
    operands: &Operands<'_>,
    d: &mut [u8],
) -> Signals {
    let [a, b] = [Side::A, Side::B].map(|side| codes(product, geometry, operands, side));
    let formats = [product.kind.a, product.kind.b].map(|element| element.format(product.codes));
    let datapath = tile::integer(formats[0], formats[1], product.saturate);
    elements(product, geometry, d, |i, j, d| {
        let (x, y) = (&a[i * geometry.k..][..geometry.k], &b[j * geometry.k..][..geometry.k]);
        let sum = datapath.evaluate(x, y, d.into());
        (sum.bits as u32, product.saturate && sum.flags.contains(softfloat::Flags::INVALID))
    })
}

/// The sum of at most 2048 products of magnitudes below 2^15 and 2^8: within 32 bits.
#[inline(always)]
fn dot(x: &[i16], y: &[i16]) -> i32 {
    x.iter().zip(y).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum()
}

/// Every element of D: its code, and whether it was clamped.
#[inline(always)]
fn elements(
    product: &Product,
    geometry: &Geometry,
    d: &mut [u8],
    sum: impl Fn(usize, usize, u32) -> (u32, bool),
) -> Signals {
    let mut codes = Vec::with_capacity(geometry.m * geometry.n);
    unpack(32, d, |code| codes.push(if product.no_accumulator { 0 } else { code }));
    let mut signals = Signals::default();
    for (i, row) in codes.chunks_mut(geometry.n).enumerate() {
        for (j, code) in row.iter_mut().enumerate() {
            let (kept, clamped) = sum(i, j, *code as u32);
            *code = kept.into();
            signals.clamped |= clamped;
        }
    }
    pack(32, &codes, d);
    signals
}

/// The integers of all lines, one behind the other.
fn lines(product: &Product, geometry: &Geometry, operands: &Operands<'_>, side: Side) -> Vec<i16> {
    let element = match side {
        Side::A => product.kind.a,
        Side::B => product.kind.b,
    };
    let value = |code: u64| match element {
        Element::S8 => i16::from(code as i8),
        Element::S4 => i16::from((code << 4) as i8 >> 4),
        _ => code as i16,
    };
    codes(product, geometry, operands, side).into_iter().map(value).collect()
}

fn codes(product: &Product, geometry: &Geometry, operands: &Operands<'_>, side: Side) -> Vec<u64> {
    matrix::codes(geometry, matrix::reading(product, side), matrix::sides(operands, side).0)
}
