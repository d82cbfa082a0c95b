//! The matrix sums of the RISC-V Tile proposal in their profiles (TILE-D34 to D36, D38, D41, D83).
//! Without accumulation (`noacc`) the addend is +0.

use super::{BF16, E4M3, E5M2, F16, F32, RNE, exact_chunks, products};
use crate::format::{Fp8E4m3Fnuz, Fp8E5m2Fnuz, Int4, Int8, Int32, Tf32, Uint4, Uint8};
use crate::sum::{Alignment, Cut, Datapath, Exponent, Opposite, Order, Over, Target};
use crate::{Env, Format, IntegerRule, Rounding, StaticFormat};

const TF32: Format = Tf32::FORMAT;
const E4M3Z: Format = Fp8E4m3Fnuz::FORMAT;
const E5M2Z: Format = Fp8E5m2Fnuz::FORMAT;

/// Order, width and rounding of a sum (TILE-D34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// The products of a slice and the accumulator, exact, rounded once a slice.
    #[default]
    Slice,
    /// A fused multiply-add an element.
    Chain,
    /// One rounding an instruction.
    Full,
    /// A slice's products and the accumulator are cut toward zero to multiples of `2^(E - p - x)`, E
    /// the largest `floor(log2 |term|)`, p the fraction bits of the accumulator's format and x this
    /// number; their sum is rounded toward zero. What is cut signals nothing.
    Align(u32),
}

/// Elements in a slice of K: 256 bits of the wider operand.
///
/// ```
/// use softfloat::{format::{Bf16, Fp8E4m3Ocp}, sum::tile::slice_len, StaticFormat};
/// assert_eq!(slice_len(&Bf16::FORMAT, &Bf16::FORMAT), 16);
/// assert_eq!(slice_len(&Fp8E4m3Ocp::FORMAT, &Fp8E4m3Ocp::FORMAT), 32);
/// ```
#[must_use]
pub const fn slice_len(a: &Format, b: &Format) -> usize {
    let width = if a.declared().width > b.declared().width {
        a.declared().width
    } else {
        b.declared().width
    };
    256 / width as usize
}

/// The sum in a profile, with slices of `len` elements; `align` has a rounding of its own.
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, sum::tile, Rounding, StaticFormat};
/// let (to, rounding) = (Binary32::FORMAT, Rounding::NearestEven);
/// let slices = tile::sum(tile::Profile::Slice, 16, [Bf16::FORMAT; 2], to, rounding);
/// assert_eq!(slices, tile::slice(Bf16::FORMAT, Bf16::FORMAT, to, rounding));
/// ```
#[must_use]
pub const fn sum(
    profile: Profile,
    len: usize,
    [a, b]: [Format; 2],
    d: Format,
    rounding: Rounding,
) -> Datapath {
    let (chunk, rounding) = match profile {
        Profile::Slice => (len, rounding),
        Profile::Chain => (1, rounding),
        Profile::Full => (Order::ALL, rounding),
        Profile::Align(_) => (len, Rounding::TowardZero),
    };
    let result = Target::new(d, Env::IEEE.rounding(rounding));
    let alignment = match profile {
        Profile::Align(x) => Alignment::Largest {
            exponent: Exponent::Leading,
            over: Over::All,
            bits: d.declared().man_bits.saturating_add(x),
            least: None,
            cut: Cut::Round(Rounding::TowardZero),
        },
        _ => Alignment::Exact,
    };
    Datapath {
        alignment,
        reports_cut: false,
        opposite: Opposite::InvalidBesideNan,
        ..exact_chunks(products(a, b), chunk, d, result)
    }
}

/// [`Profile::Slice`], the default.
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, sum::tile, Rounding, StaticFormat};
/// let slice = tile::slice(Bf16::FORMAT, Bf16::FORMAT, Binary32::FORMAT, Rounding::NearestEven);
/// // 2^100 + 1 - 2^100
/// let r = slice.evaluate(&[0x5880, 0x3f80, 0xd880], &[0x5880, 0x3f80, 0x5880], 0);
/// assert_eq!(r.bits, 0x3f80_0000);
/// ```
#[must_use]
pub const fn slice(a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    sum(Profile::Slice, slice_len(&a, &b), [a, b], d, rounding)
}

/// [`Profile::Chain`].
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, sum::tile, Flags, Rounding, StaticFormat};
/// let chain = tile::chain(Bf16::FORMAT, Bf16::FORMAT, Binary32::FORMAT, Rounding::NearestEven);
/// // 2^100 + 1 - 2^100: the 1 is lost.
/// let r = chain.evaluate(&[0x5880, 0x3f80, 0xd880], &[0x5880, 0x3f80, 0x5880], 0);
/// assert_eq!((r.bits, r.flags), (0, Flags::INEXACT));
/// ```
#[must_use]
pub const fn chain(a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    sum(Profile::Chain, slice_len(&a, &b), [a, b], d, rounding)
}

/// [`Profile::Full`].
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, sum::tile, Rounding, StaticFormat};
/// let full = tile::full(Bf16::FORMAT, Bf16::FORMAT, Binary32::FORMAT, Rounding::NearestEven);
/// // 2^100 + 1 * 16 - 2^100, more than a slice
/// let (mut a, mut b) = ([0x3f80; 18], [0x3f80; 18]);
/// (a[0], b[0], a[17], b[17]) = (0x5880, 0x5880, 0xd880, 0x5880);
/// assert_eq!(full.evaluate(&a, &b, 0).bits, 0x4180_0000); // 16
/// ```
#[must_use]
pub const fn full(a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    sum(Profile::Full, slice_len(&a, &b), [a, b], d, rounding)
}

/// [`Profile::Align`].
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, sum::tile, StaticFormat};
/// let align = tile::align(Bf16::FORMAT, Bf16::FORMAT, Binary32::FORMAT, 0);
/// // 2^100 + 1 - 2^100: the 1 is cut, and nothing is signalled.
/// let r = align.evaluate(&[0x5880, 0x3f80, 0xd880], &[0x5880, 0x3f80, 0x5880], 0);
/// assert_eq!((r.bits, r.flags.is_empty()), (0, true));
/// ```
#[must_use]
pub const fn align(a: Format, b: Format, d: Format, x: u32) -> Datapath {
    sum(Profile::Align(x), slice_len(&a, &b), [a, b], d, Rounding::TowardZero)
}

/// Integer operands into 32 bits: wrapped, or (`isat`) the whole sum clamped once (TILE-D38).
///
/// ```
/// use softfloat::{format::Int8, sum::tile::integer, StaticFormat};
/// // 2^31 - 1 + 1 * 1
/// let sum = |clamp| integer(Int8::FORMAT, Int8::FORMAT, clamp).evaluate(&[1], &[1], 0x7fff_ffff);
/// assert_eq!((sum(true).bits, sum(false).bits), (0x7fff_ffff, 0x8000_0000));
/// ```
#[must_use]
pub const fn integer(a: Format, b: Format, saturate: bool) -> Datapath {
    let integer = if saturate { IntegerRule::RiscV } else { IntegerRule::Wrap };
    let result = Target::new(Int32::FORMAT, Env { integer, ..Env::IEEE });
    exact_chunks(products(a, b), Order::ALL, Int32::FORMAT, result)
}

presets! {
    exceptions: true;
    "tile.slice", "TILE-D34", "exact sum of a slice and accumulator, rounded once a slice", Any(32), Direction => {
        "tf32.f32": slice(TF32, TF32, F32, RNE);
        "bf16.f32": slice(BF16, BF16, F32, RNE);
        "f16.f32": slice(F16, F16, F32, RNE);
        "f16.f16": slice(F16, F16, F16, RNE);
        "bf16.bf16": slice(BF16, BF16, BF16, RNE);
        "e4m3fnuz.f32": slice(E4M3Z, E4M3Z, F32, RNE);
        "e5m2fnuz.f32": slice(E5M2Z, E5M2Z, F32, RNE);
        "e4m3fnuz.f16": slice(E4M3Z, E4M3Z, F16, RNE);
        "e4m3fnuz.e5m2fnuz.f16": slice(E4M3Z, E5M2Z, F16, RNE);
        "e5m2fnuz.e4m3fnuz.f16": slice(E5M2Z, E4M3Z, F16, RNE);
        "e5m2fnuz.f16": slice(E5M2Z, E5M2Z, F16, RNE);
        "e4m3fn.f32": slice(E4M3, E4M3, F32, RNE);
        "e5m2.f32": slice(E5M2, E5M2, F32, RNE);
        "e4m3fn.f16": slice(E4M3, E4M3, F16, RNE);
        "e4m3fn.e5m2.f16": slice(E4M3, E5M2, F16, RNE);
        "e5m2.e4m3fn.f16": slice(E5M2, E4M3, F16, RNE);
        "e5m2.f16": slice(E5M2, E5M2, F16, RNE);
    }
    "tile.chain", "TILE-D34", "a fused multiply-add an element", Any(32), Direction => {
        "tf32.f32": chain(TF32, TF32, F32, RNE);
        "bf16.f32": chain(BF16, BF16, F32, RNE);
        "f16.f32": chain(F16, F16, F32, RNE);
        "f16.f16": chain(F16, F16, F16, RNE);
        "bf16.bf16": chain(BF16, BF16, BF16, RNE);
        "e4m3fnuz.f32": chain(E4M3Z, E4M3Z, F32, RNE);
        "e5m2fnuz.f32": chain(E5M2Z, E5M2Z, F32, RNE);
        "e4m3fnuz.f16": chain(E4M3Z, E4M3Z, F16, RNE);
        "e4m3fnuz.e5m2fnuz.f16": chain(E4M3Z, E5M2Z, F16, RNE);
        "e5m2fnuz.e4m3fnuz.f16": chain(E5M2Z, E4M3Z, F16, RNE);
        "e5m2fnuz.f16": chain(E5M2Z, E5M2Z, F16, RNE);
        "e4m3fn.f32": chain(E4M3, E4M3, F32, RNE);
        "e5m2.f32": chain(E5M2, E5M2, F32, RNE);
        "e4m3fn.f16": chain(E4M3, E4M3, F16, RNE);
        "e4m3fn.e5m2.f16": chain(E4M3, E5M2, F16, RNE);
        "e5m2.e4m3fn.f16": chain(E5M2, E4M3, F16, RNE);
        "e5m2.f16": chain(E5M2, E5M2, F16, RNE);
    }
    "tile.full", "TILE-D34", "exact sum of all products and accumulator, rounded once", Any(32), Direction => {
        "tf32.f32": full(TF32, TF32, F32, RNE);
        "bf16.f32": full(BF16, BF16, F32, RNE);
        "f16.f32": full(F16, F16, F32, RNE);
        "f16.f16": full(F16, F16, F16, RNE);
        "bf16.bf16": full(BF16, BF16, BF16, RNE);
        "e4m3fnuz.f32": full(E4M3Z, E4M3Z, F32, RNE);
        "e5m2fnuz.f32": full(E5M2Z, E5M2Z, F32, RNE);
        "e4m3fnuz.f16": full(E4M3Z, E4M3Z, F16, RNE);
        "e4m3fnuz.e5m2fnuz.f16": full(E4M3Z, E5M2Z, F16, RNE);
        "e5m2fnuz.e4m3fnuz.f16": full(E5M2Z, E4M3Z, F16, RNE);
        "e5m2fnuz.f16": full(E5M2Z, E5M2Z, F16, RNE);
        "e4m3fn.f32": full(E4M3, E4M3, F32, RNE);
        "e5m2.f32": full(E5M2, E5M2, F32, RNE);
        "e4m3fn.f16": full(E4M3, E4M3, F16, RNE);
        "e4m3fn.e5m2.f16": full(E4M3, E5M2, F16, RNE);
        "e5m2.e4m3fn.f16": full(E5M2, E4M3, F16, RNE);
        "e5m2.f16": full(E5M2, E5M2, F16, RNE);
    }
    "tile.align0", "TILE-D34", "slice cut at the largest term's last place, sum toward zero", Any(32), TowardZero => {
        "tf32.f32": align(TF32, TF32, F32, 0);
        "bf16.f32": align(BF16, BF16, F32, 0);
        "f16.f32": align(F16, F16, F32, 0);
        "f16.f16": align(F16, F16, F16, 0);
        "bf16.bf16": align(BF16, BF16, BF16, 0);
        "e4m3fnuz.f32": align(E4M3Z, E4M3Z, F32, 0);
        "e5m2fnuz.f32": align(E5M2Z, E5M2Z, F32, 0);
        "e4m3fnuz.f16": align(E4M3Z, E4M3Z, F16, 0);
        "e4m3fnuz.e5m2fnuz.f16": align(E4M3Z, E5M2Z, F16, 0);
        "e5m2fnuz.e4m3fnuz.f16": align(E5M2Z, E4M3Z, F16, 0);
        "e5m2fnuz.f16": align(E5M2Z, E5M2Z, F16, 0);
        "e4m3fn.f32": align(E4M3, E4M3, F32, 0);
        "e5m2.f32": align(E5M2, E5M2, F32, 0);
        "e4m3fn.f16": align(E4M3, E4M3, F16, 0);
        "e4m3fn.e5m2.f16": align(E4M3, E5M2, F16, 0);
        "e5m2.e4m3fn.f16": align(E5M2, E4M3, F16, 0);
        "e5m2.f16": align(E5M2, E5M2, F16, 0);
    }
    "tile.align1", "TILE-D34", "slice cut 1 place below the largest's last, sum toward zero", Any(32), TowardZero => {
        "tf32.f32": align(TF32, TF32, F32, 1);
        "bf16.f32": align(BF16, BF16, F32, 1);
        "f16.f32": align(F16, F16, F32, 1);
        "f16.f16": align(F16, F16, F16, 1);
        "bf16.bf16": align(BF16, BF16, BF16, 1);
        "e4m3fnuz.f32": align(E4M3Z, E4M3Z, F32, 1);
        "e5m2fnuz.f32": align(E5M2Z, E5M2Z, F32, 1);
        "e4m3fnuz.f16": align(E4M3Z, E4M3Z, F16, 1);
        "e4m3fnuz.e5m2fnuz.f16": align(E4M3Z, E5M2Z, F16, 1);
        "e5m2fnuz.e4m3fnuz.f16": align(E5M2Z, E4M3Z, F16, 1);
        "e5m2fnuz.f16": align(E5M2Z, E5M2Z, F16, 1);
        "e4m3fn.f32": align(E4M3, E4M3, F32, 1);
        "e5m2.f32": align(E5M2, E5M2, F32, 1);
        "e4m3fn.f16": align(E4M3, E4M3, F16, 1);
        "e4m3fn.e5m2.f16": align(E4M3, E5M2, F16, 1);
        "e5m2.e4m3fn.f16": align(E5M2, E4M3, F16, 1);
        "e5m2.f16": align(E5M2, E5M2, F16, 1);
    }
    "tile.align2", "TILE-D34", "slice cut 2 places below the largest's last, sum toward zero", Any(32), TowardZero => {
        "tf32.f32": align(TF32, TF32, F32, 2);
        "bf16.f32": align(BF16, BF16, F32, 2);
        "f16.f32": align(F16, F16, F32, 2);
        "f16.f16": align(F16, F16, F16, 2);
        "bf16.bf16": align(BF16, BF16, BF16, 2);
        "e4m3fnuz.f32": align(E4M3Z, E4M3Z, F32, 2);
        "e5m2fnuz.f32": align(E5M2Z, E5M2Z, F32, 2);
        "e4m3fnuz.f16": align(E4M3Z, E4M3Z, F16, 2);
        "e4m3fnuz.e5m2fnuz.f16": align(E4M3Z, E5M2Z, F16, 2);
        "e5m2fnuz.e4m3fnuz.f16": align(E5M2Z, E4M3Z, F16, 2);
        "e5m2fnuz.f16": align(E5M2Z, E5M2Z, F16, 2);
        "e4m3fn.f32": align(E4M3, E4M3, F32, 2);
        "e5m2.f32": align(E5M2, E5M2, F32, 2);
        "e4m3fn.f16": align(E4M3, E4M3, F16, 2);
        "e4m3fn.e5m2.f16": align(E4M3, E5M2, F16, 2);
        "e5m2.e4m3fn.f16": align(E5M2, E4M3, F16, 2);
        "e5m2.f16": align(E5M2, E5M2, F16, 2);
    }
    "tile.align3", "TILE-D34", "slice cut 3 places below the largest's last, sum toward zero", Any(32), TowardZero => {
        "tf32.f32": align(TF32, TF32, F32, 3);
        "bf16.f32": align(BF16, BF16, F32, 3);
        "f16.f32": align(F16, F16, F32, 3);
        "f16.f16": align(F16, F16, F16, 3);
        "bf16.bf16": align(BF16, BF16, BF16, 3);
        "e4m3fnuz.f32": align(E4M3Z, E4M3Z, F32, 3);
        "e5m2fnuz.f32": align(E5M2Z, E5M2Z, F32, 3);
        "e4m3fnuz.f16": align(E4M3Z, E4M3Z, F16, 3);
        "e4m3fnuz.e5m2fnuz.f16": align(E4M3Z, E5M2Z, F16, 3);
        "e5m2fnuz.e4m3fnuz.f16": align(E5M2Z, E4M3Z, F16, 3);
        "e5m2fnuz.f16": align(E5M2Z, E5M2Z, F16, 3);
        "e4m3fn.f32": align(E4M3, E4M3, F32, 3);
        "e5m2.f32": align(E5M2, E5M2, F32, 3);
        "e4m3fn.f16": align(E4M3, E4M3, F16, 3);
        "e4m3fn.e5m2.f16": align(E4M3, E5M2, F16, 3);
        "e5m2.e4m3fn.f16": align(E5M2, E4M3, F16, 3);
        "e5m2.f16": align(E5M2, E5M2, F16, 3);
    }
    "tile.wrap", "TILE-D38", "integer products and accumulator modulo 2^32", Any(32), Exact => {
        "u8.i32": integer(Uint8::FORMAT, Uint8::FORMAT, false);
        "i8.i32": integer(Int8::FORMAT, Int8::FORMAT, false);
        "u4.i32": integer(Uint4::FORMAT, Uint4::FORMAT, false);
        "i4.i32": integer(Int4::FORMAT, Int4::FORMAT, false);
        "u8.u4.i32": integer(Uint8::FORMAT, Uint4::FORMAT, false);
        "i8.i4.i32": integer(Int8::FORMAT, Int4::FORMAT, false);
    }
    "tile.clamp", "TILE-D38", "integer products and accumulator, the whole sum clamped once", Any(32), Exact => {
        "u8.i32": integer(Uint8::FORMAT, Uint8::FORMAT, true);
        "i8.i32": integer(Int8::FORMAT, Int8::FORMAT, true);
        "u4.i32": integer(Uint4::FORMAT, Uint4::FORMAT, true);
        "i4.i32": integer(Int4::FORMAT, Int4::FORMAT, true);
        "u8.u4.i32": integer(Uint8::FORMAT, Uint4::FORMAT, true);
        "i8.i4.i32": integer(Int8::FORMAT, Int4::FORMAT, true);
    }
}
