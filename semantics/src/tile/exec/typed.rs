//! Elements of tiles as typed codes, for the slices of `softfloat`.

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
