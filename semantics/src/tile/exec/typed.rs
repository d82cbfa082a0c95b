//! Elements of tiles as typed codes, for the slices of `softfloat`.

use super::element::Element;
use crate::tile::isa::{Field, Instruction, Scalar};
use crate::tile::state::Thread;
use softfloat::{Bits, StaticFormat};

/// The codes that little-endian bytes hold.
pub(super) fn codes<F: StaticFormat>(bytes: &[u8]) -> Vec<F::Bits> {
    match F::Bits::BITS {
        8 => bytes.iter().map(|&x| F::Bits::low(x.into())).collect(),
        16 => bytes
            .as_chunks()
            .0
            .iter()
            .map(|&x| F::Bits::low(u16::from_le_bytes(x).into()))
            .collect(),
        _ => bytes
            .as_chunks()
            .0
            .iter()
            .map(|&x| F::Bits::low(u32::from_le_bytes(x).into()))
            .collect(),
    }
}

/// The little-endian bytes of codes.
pub(super) fn bytes<F: StaticFormat>(codes: &[F::Bits], bytes: &mut [u8]) {
    let size = F::Bits::BITS as usize / 8;
    for (element, code) in bytes.chunks_exact_mut(size).zip(codes) {
        element.copy_from_slice(&(code.wide() as u32).to_le_bytes()[..size]);
    }
}

/// Changes the sign of every code; NaNs stay NaN.
pub(super) fn negate<F: StaticFormat>(codes: &mut [F::Bits]) {
    let sign = F::Bits::ONE << (F::FORMAT.width - 1);
    codes.iter_mut().for_each(|code| *code = *code ^ sign);
}

/// Whether an infinity or a NaN of an IEEE coding is among the codes.
pub(super) fn any_special<F: StaticFormat>(codes: &[F::Bits]) -> bool {
    let top = F::Bits::mask(F::FORMAT.exp_bits) << F::FORMAT.man_bits;
    codes.iter().fold(false, |any, &code| any | (code & top == top))
}

// Source 1 of TCVT and TALU: a tile, or a number that stands for every element (TILE-D50, D58, D59, D87).

/// The bytes of `count` registers of source 1.
pub(super) fn first(thread: &Thread, i: &Instruction, element: Element, count: usize) -> Vec<u8> {
    let number = i.field(Field::Src1);
    let code = match i.scalar() {
        Scalar::Integer => thread.x(number),
        Scalar::Float => unboxed(thread.f(number), element),
        Scalar::Immediate => i.immediate().into(),
        Scalar::Tile | Scalar::Vector => return thread.group(number, count).to_vec(),
    };
    let size = element.width() / 8;
    code.to_le_bytes()[..size].iter().copied().cycle().take(count * 1024).collect()
}

/// The element in a float register; the canonical NaN where the bits above it are not all ones.
fn unboxed(bits: u64, element: Element) -> u64 {
    let above = !0 << element.width();
    match element.format(super::element::Codes::default()).canonical_nan() {
        Some(nan) if bits & above != above => nan,
        _ => bits & !above,
    }
}
