//! Chains of fused multiply-adds: binary64 of NVIDIA, binary32 and binary64 of AMD (SIL-D16, section 2).

use super::number::Special;
use super::profile::{Cdna2Single, NanWord, Profile};
use crate::format::{Binary32, Binary64};
use crate::{Env, Format, Rounding, StaticFormat, Value, sum};

/// `d = fma(a, b, d)` one pair of factors after the other, to nearest even, subnormal numbers kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The format of all.
    pub format: Format,
    /// Whether subnormal numbers may be flushed (SIL-O9).
    pub open: bool,
}

impl Chain {
    /// The same as a description of sums, but for words of NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary32, silicon::Chain, StaticFormat};
    /// let sum = Chain { format: Binary32::FORMAT, open: false }.datapath();
    /// let r = sum.evaluate(&[0x4000_0000], &[0x4040_0000], 0x3f80_0000);
    /// assert_eq!(r.bits, 0x40e0_0000); // 2 * 3 + 1
    /// ```
    #[must_use]
    pub const fn datapath(&self) -> sum::Datapath {
        sum::plain::fma(self.format, self.format, self.format, Rounding::NearestEven)
    }

    /// One element.
    ///
    /// ```
    /// use softfloat::{format::Binary32, silicon::{Chain, Profile}, StaticFormat};
    /// let sum = Chain { format: Binary32::FORMAT, open: false };
    /// let r = sum.evaluate(&Profile::DECIDED, &[0x4000_0000], &[0x4040_0000], 0x3f80_0000);
    /// assert_eq!(r, 0x40e0_0000); // 2 * 3 + 1
    /// ```
    #[must_use]
    pub fn evaluate(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        let flush = self.open && profile.cdna2_single == Cdna2Single::Flushed;
        let read = |code| if flush { flushed_in(&self.format, code) } else { code };
        let write = |code| if flush { flushed(&self.format, code) } else { code };
        let step = |d, (&a, &b): (&u64, &u64)| {
            write(self.format.fma(read(a), read(b), read(d), &Env::IEEE).bits)
        };
        canonical(profile, &self.format, a.iter().zip(b).fold(c, step))
    }
}

/// A subnormal number as a zero of its sign.
pub(super) fn flushed(format: &Format, code: u64) -> u64 {
    if is_small(format, code) { code & 1 << (format.width - 1) } else { code }
}

/// A subnormal number, or a zero, as +0.
pub(super) fn flushed_in(format: &Format, code: u64) -> u64 {
    if is_small(format, code) { 0 } else { code }
}

/// Whether the exponent field is 0.
fn is_small(format: &Format, code: u64) -> bool {
    code >> format.man_bits & ((1 << format.exp_bits) - 1) == 0
}

/// The one NaN in the place of any.
pub(super) fn canonical(profile: &Profile, format: &Format, code: u64) -> u64 {
    match format.decode::<u64>(code) {
        Value::Nan { .. } => default_nan(profile, format),
        _ => code,
    }
}

/// The NaN of AMD's units and of chains, whose word nobody showed (SIL-O5).
pub(super) fn default_nan(profile: &Profile, format: &Format) -> u64 {
    let word = if *format == Binary64::FORMAT { 0x7ff8 << 48 } else { 0x7fc0_0000 };
    match profile.nan_word {
        NanWord::Default => word,
        NanWord::Other => word | 1,
    }
}

/// A special value in binary32.
pub(super) fn special(profile: &Profile, special: Special) -> u64 {
    match special {
        Special::Nan => default_nan(profile, &Binary32::FORMAT),
        Special::Infinite(sign) => 0x7f80_0000 | u64::from(sign) << 31,
    }
}
