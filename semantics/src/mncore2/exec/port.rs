//! Input ports of ALU and MAU: an operand is converted first, then negated (s. 3.6.9.22 to 3.6.9.24,
//! 3.6.12.19). A conversion reads the top part of the operand (MN-D90); what was filled with zeros
//! counts like any element (MN-D41).

use super::view::{get, put};
use crate::mncore2::isa::{Convert, Input, Mau, MauKind, Mwrite, Precision};
use crate::mncore2::state::{CYCLES, LANES, Path};
use softfloat::mncore2::{Double, Half, Profile, Single, extend, shorten_in};
use softfloat::{Bits, StaticFormat};

/// An input of the ALU: never extended or negated.
pub(crate) fn alu_input(input: &Input, path: &mut Path) {
    if input.convert == Some(Convert::Shorten) {
        shorten(path);
    }
}

/// The precision of input `n` of a MAU operation, the matrix not counted.
pub(crate) fn precision(e: &Mau, n: usize) -> Precision {
    let addend = match e.kind {
        MauKind::Fma if e.matrix.is_none() => n == 2,
        MauKind::Fma | MauKind::Add => n == 1,
        MauKind::Mul | MauKind::Passa => false,
    };
    // Half operations add in single precision (s. 3.6.9.1).
    if addend && e.precision == Precision::H { Precision::F } else { e.precision }
}

/// Input `n` of a MAU operation, the matrix not counted.
pub(crate) fn mau_input(e: &Mau, n: usize, input: &Input, path: &mut Path) {
    let precision = precision(e, n);
    let singles = if precision == e.precision { 2 } else { 4 };
    port(input, precision, singles, path);
}

/// The input of a matrix register write (s. 3.6.10).
pub(crate) fn mwrite_input(e: &Mwrite, path: &mut Path) {
    port(&e.from, e.precision, 2, path);
}

/// An input whose elements have this precision, `singles` of them where they are single.
fn port(input: &Input, precision: Precision, singles: u32, path: &mut Path) {
    match (input.convert, precision.bits()) {
        (Some(Convert::Extend), 64) => extend_to::<Single, Double>(path, 1),
        (Some(Convert::Extend), 32) => extend_to::<Half, Single>(path, singles),
        (Some(Convert::Shorten), 16) => shorten(path),
        // The assembler lets no other conversion through (MN-D86).
        _ => {}
    }
    if input.negate {
        negate(path, precision.bits());
    }
}

/// Flips the top bit of every element.
fn negate(path: &mut Path, bits: u32) {
    let tops = (u64::MAX / (u64::MAX >> (64 - bits))) << (bits - 1);
    for row in path.hi.iter_mut().chain(&mut path.lo) {
        row.iter_mut().for_each(|word| *word ^= tops);
    }
}

/// `e`: the first `count` elements.
fn extend_to<A: StaticFormat, B: StaticFormat>(path: &mut Path, count: u32) {
    convert::<A, B>(path, count, |x| extend::<A, B>(&Profile::DECIDED, x));
}

/// `r`: the four single elements of the path to half, on the most significant side.
fn shorten(path: &mut Path) {
    convert::<Single, Half>(path, 4, |x| shorten_in::<Single, Half>(&Profile::DECIDED, x));
}

/// The first `count` elements converted, the rest of the path zero.
#[inline(always)]
fn convert<A: StaticFormat, B: StaticFormat>(
    path: &mut Path,
    count: u32,
    f: impl Fn(A::Bits) -> B::Bits,
) {
    let (from, to) = (A::FORMAT.width, B::FORMAT.width);
    for c in 0..CYCLES {
        for lane in 0..LANES {
            let (old_hi, old_lo) = (path.hi[c][lane], path.lo[c][lane]);
            let (mut hi, mut lo) = (0, 0);
            for k in 0..count {
                let x = A::Bits::low(get(from, old_hi, old_lo, k).into());
                let (h, l) = put(to, f(x).wide() as u64, k);
                hi |= h;
                lo |= l;
            }
            (path.hi[c][lane], path.lo[c][lane]) = (hi, lo);
        }
    }
}

#[cfg(test)]
mod tests;
