//! Every unit that sums products, under one name.

use super::arm::{self, Fp8, Fpcr, Fpmr};
use super::x86::{self, IntegerDot};
use super::{Cdna1, Cdna2, Cdna3, Chain, Four, Halves, Profile, Truncated};
use crate::Format;

/// How a unit sums products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Datapath {
    /// NVIDIA: cut at an alignment (SIL-D04 to D12).
    Truncated(Truncated),
    /// The same under a scale a side (SIL-D14).
    Scaled(Truncated),
    /// FP8 through the unit of binary16 (SIL-D13).
    Halves(Halves),
    /// FP4 under several scales a side (SIL-D15).
    Four(Four),
    /// Fused multiply-adds (SIL-D16).
    Chain(Chain),
    /// AMD CDNA1 (SIL-D17).
    Cdna1(Cdna1),
    /// AMD CDNA2 (SIL-D18).
    Cdna2(Cdna2),
    /// AMD CDNA3 (SIL-D19 to D21).
    Cdna3(Cdna3),
    /// `VDPBF16PS` (SIL-D22).
    Vdpbf16ps,
    /// AMX in pairs of the given format (SIL-D24).
    TilePairs(Format),
    /// AMX in TF32 (SIL-D24).
    TileTf32,
    /// Integers of x86 (SIL-D25).
    Integers(IntegerDot),
    /// `BFDOT` and `BFMMLA` (SIL-D26).
    Bfdot,
    /// The same with FPCR.EBF = 1 (SIL-D27).
    BfdotExtended(Fpcr),
    /// Arm's FP8 (SIL-D29).
    Fp8(Fp8, Fpmr),
}

/// The operands of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands<'a> {
    /// The row of the first matrix.
    pub a: &'a [u64],
    /// The column of the second.
    pub b: &'a [u64],
    /// The addend.
    pub c: u64,
    /// The scales of the row and of the column, where there are any.
    pub scales: [&'a [u64]; 2],
}

impl Datapath {
    /// One element of the result. Of factors the shorter side counts, of scales that are missing the code is 0.
    ///
    /// ```
    /// use softfloat::silicon::{Datapath, Operands, Profile};
    /// let (a, b) = (&[0x3f80, 0x4000], &[0x3f80, 0x4040]); // 1 * 1 + 2 * 3 + 0.5
    /// let operands = Operands { a, b, c: 0x3f00_0000, scales: [&[], &[]] };
    /// assert_eq!(Datapath::Vdpbf16ps.evaluate(&Profile::DECIDED, &operands), 0x40f0_0000);
    /// ```
    #[must_use]
    #[inline]
    pub fn evaluate(&self, profile: &Profile, operands: &Operands<'_>) -> u64 {
        let Operands { a, b, c, scales } = *operands;
        match self {
            Self::Truncated(sum) => sum.evaluate(profile, a, b, c, 0),
            Self::Scaled(sum) => {
                let scales = scales.map(|side| side.first().copied().unwrap_or_default());
                sum.scaled(profile, a, b, c, scales)
            }
            Self::Halves(sum) => sum.evaluate(profile, a, b, c),
            Self::Four(sum) => sum.evaluate(profile, a, b, c, scales),
            Self::Chain(sum) => sum.evaluate(profile, a, b, c),
            Self::Cdna1(sum) => sum.evaluate(profile, a, b, c),
            Self::Cdna2(sum) => sum.evaluate(profile, a, b, c),
            Self::Cdna3(sum) => sum.evaluate(profile, a, b, c),
            Self::Vdpbf16ps => match (a.first_chunk(), b.first_chunk()) {
                (Some(a), Some(b)) => x86::vdpbf16ps(*a, *b, c),
                _ => c,
            },
            Self::TilePairs(format) => x86::tile_pairs(profile, format, a, b, c),
            Self::TileTf32 => x86::tile_tf32(profile, a, b, c),
            Self::Integers(dot) => dot.evaluate(a, b, c),
            Self::Bfdot => arm::bfdot(a, b, c),
            Self::BfdotExtended(fpcr) => arm::bfdot_extended(*fpcr, a, b, c),
            Self::Fp8(sum, fpmr) => sum.evaluate(*fpmr, a, b, c),
        }
    }
}
