//! What the elements of tiles are (Tile, s. 4; TILE-D24, D26 to D29, D32, D33).

use softfloat::format::{
    Bf16, Binary16, Binary32, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz,
    Fp8E5m2Ocp, Int4, Int8, Int32, MxInt4Elem, MxInt8Elem, Tf32, Uint4, Uint8,
};
use softfloat::{Format, StaticFormat};

/// The elements of an operand. Those that begin with `Mx` stand in blocks of 32 that share a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// binary32.
    F32,
    /// TF32 in 32 bits, of which the lower 13 are not read (TILE-D32).
    Tf32,
    /// bfloat16.
    Bf16,
    /// binary16.
    F16,
    /// FP8 E4M3 (TILE-D26).
    E4m3,
    /// FP8 E5M2 (TILE-D26).
    E5m2,
    /// Unsigned 8 bits.
    U8,
    /// Two's complement, 8 bits.
    S8,
    /// Unsigned 4 bits.
    U4,
    /// Two's complement, 4 bits.
    S4,
    /// Two's complement, 32 bits.
    S32,
    /// MXFP8 E4M3 (TILE-D28).
    MxE4m3,
    /// MXFP8 E5M2 (TILE-D28).
    MxE5m2,
    /// MXFP6 E3M2.
    MxE3m2,
    /// MXFP6 E2M3.
    MxE2m3,
    /// MXFP4.
    MxE2m1,
    /// MXINT8: two's complement times 2^-6 (TILE-D29).
    MxInt8,
    /// MXINT4: two's complement times 2^-2 (TILE-D29).
    MxInt4,
}

/// Which codes FP8 has: two fields of `tcsr` (Tile, s. 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Codes {
    /// Plain FP8 in OCP's codes instead of those of Table 29 (TILE-D26).
    pub fp8_ocp: bool,
    /// MXFP8 elements in the codes of Table 29 instead of OCP's (TILE-D28).
    pub mxfp8_table29: bool,
}

impl Element {
    /// Its format.
    #[must_use]
    pub const fn format(self, codes: Codes) -> Format {
        match self {
            Self::F32 => Binary32::FORMAT,
            Self::Tf32 => Tf32::FORMAT,
            Self::Bf16 => Bf16::FORMAT,
            Self::F16 => Binary16::FORMAT,
            Self::E4m3 => e4m3(codes.fp8_ocp),
            Self::E5m2 => e5m2(codes.fp8_ocp),
            Self::U8 => Uint8::FORMAT,
            Self::S8 => Int8::FORMAT,
            Self::U4 => Uint4::FORMAT,
            Self::S4 => Int4::FORMAT,
            Self::S32 => Int32::FORMAT,
            Self::MxE4m3 => e4m3(!codes.mxfp8_table29),
            Self::MxE5m2 => e5m2(!codes.mxfp8_table29),
            Self::MxE3m2 => Fp6E3m2::FORMAT,
            Self::MxE2m3 => Fp6E2m3::FORMAT,
            Self::MxE2m1 => Fp4E2m1::FORMAT,
            Self::MxInt8 => MxInt8Elem::FORMAT,
            Self::MxInt4 => MxInt4Elem::FORMAT,
        }
    }

    /// Bits of an element.
    #[must_use]
    pub const fn width(self) -> usize {
        self.format(Codes { fp8_ocp: false, mxfp8_table29: false }).declared().width as usize
    }

    /// Whether elements share scales.
    #[must_use]
    pub const fn is_block(self) -> bool {
        matches!(
            self,
            Self::MxE4m3
                | Self::MxE5m2
                | Self::MxE3m2
                | Self::MxE2m3
                | Self::MxE2m1
                | Self::MxInt8
                | Self::MxInt4
        )
    }

    /// Whether it is an integer, without a scale.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::U8 | Self::S8 | Self::U4 | Self::S4 | Self::S32)
    }

    /// Registers that hold a string of elements without a gap: 3 of 6 bits (TILE-D24), else 1.
    #[must_use]
    pub const fn registers(self) -> usize {
        match self {
            Self::MxE3m2 | Self::MxE2m3 => 3,
            _ => 1,
        }
    }

    /// Elements that a conversion to `to` converts: those of the narrower side's registers (Tile, s. 2.2).
    #[must_use]
    pub const fn converted(self, to: Self) -> usize {
        let side = if to.width() <= self.width() { to } else { self };
        side.registers() * 8192 / side.width()
    }

    /// Registers that so many elements fill.
    #[must_use]
    pub const fn fill(self, elements: usize) -> usize {
        elements * self.width() / 8192
    }
}

const fn e4m3(ocp: bool) -> Format {
    if ocp { Fp8E4m3Ocp::FORMAT } else { Fp8E4m3Fnuz::FORMAT }
}

const fn e5m2(ocp: bool) -> Format {
    if ocp { Fp8E5m2Ocp::FORMAT } else { Fp8E5m2Fnuz::FORMAT }
}

/// Calls `each` with every code of `width` bits (4, 6, 8, 16, 32), element 0 in the lowest bits (Tile, s. 1.3;
/// TILE-D24).
#[inline]
pub fn unpack(width: usize, bytes: &[u8], mut each: impl FnMut(u64)) {
    match width {
        4 => bytes.iter().for_each(|&byte| {
            each(u64::from(byte & 15));
            each(u64::from(byte >> 4));
        }),
        6 => bytes.chunks_exact(3).for_each(|group| {
            let bits = little(group);
            (0..4).for_each(|i| each(bits >> (6 * i) & 0x3f));
        }),
        8 => bytes.iter().for_each(|&byte| each(u64::from(byte))),
        16 => bytes.as_chunks::<2>().0.iter().for_each(|x| each(u16::from_le_bytes(*x).into())),
        _ => bytes.as_chunks::<4>().0.iter().for_each(|x| each(u32::from_le_bytes(*x).into())),
    }
}

/// The bytes of codes of `width` bits, in the order of [`unpack`].
#[inline]
pub fn pack(width: usize, codes: &[u64], bytes: &mut [u8]) {
    match width {
        4 => bytes.iter_mut().zip(codes.chunks_exact(2)).for_each(|(byte, pair)| {
            *byte = (pair[0] & 15 | pair[1] << 4) as u8;
        }),
        6 => bytes.chunks_exact_mut(3).zip(codes.chunks_exact(4)).for_each(|(group, four)| {
            let bits = four.iter().rev().fold(0, |bits, code| bits << 6 | code & 0x3f);
            group.copy_from_slice(&bits.to_le_bytes()[..3]);
        }),
        _ => {
            let size = width / 8;
            bytes.chunks_exact_mut(size).zip(codes).for_each(|(element, code)| {
                element.copy_from_slice(&code.to_le_bytes()[..size]);
            });
        }
    }
}

/// Bytes as a number, the lowest first.
#[inline]
fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}
