//! Products of FP4 under several scales a side (SIL-D15).

use super::number::{Number, Read, read};
use super::profile::{Profile, ZeroGroups};
use super::truncated::Output;
use crate::format::{Binary32, E8m0, Fp4E2m1, Fp8E4m3Ocp};
use crate::{StaticFormat, Value};

/// How a scale is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// E8M0.
    E8m0,
    /// E4M3 whose sign is ignored.
    Ue4m3,
}

/// Sixty-four products in groups, each group exact, under scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Four {
    /// How the scales are coded.
    pub scale: Scale,
    /// Elements under one scale.
    pub block: usize,
    /// Bits kept below the reference.
    pub bits: i32,
}

/// Products of a group.
const GROUP: usize = 16;
/// The exponent of a zero.
const ZERO: i32 = -126;

impl Four {
    /// One element.
    ///
    /// ```
    /// use softfloat::silicon::{Four, Profile, Scale};
    /// let sum = Four { scale: Scale::E8m0, block: 32, bits: 35 };
    /// let scales: [&[u64]; 2] = [&[127, 127], &[127, 127]]; // 1
    /// let r = sum.evaluate(&Profile::DECIDED, &[0x2; 64], &[0x2; 64], 0, scales);
    /// assert_eq!(r, 0x4280_0000); // 1 * 1, 64 times
    /// ```
    #[must_use]
    pub fn evaluate(
        &self,
        profile: &Profile,
        a: &[u64],
        b: &[u64],
        c: u64,
        scales: [&[u64]; 2],
    ) -> u64 {
        let output = Output::Single;
        let addend = match read(&Binary32::FORMAT, c) {
            _ if scales
                .iter()
                .any(|side| side.iter().any(|&code| self.scale.read(code).is_none())) =>
            {
                return output.nan();
            }
            Read::Nan => return output.nan(),
            Read::Infinite(_) => return c,
            Read::Finite(c) if c.is_zero() => Number { exponent: ZERO, ..c },
            Read::Finite(c) => c,
        };
        let groups = a.chunks(GROUP).zip(b.chunks(GROUP)).enumerate();
        let groups = groups.map(|(i, (a, b))| {
            let scale = |side: &[u64]| {
                let code = side.get(i * GROUP / self.block).copied().unwrap_or_default();
                self.scale.read(code).unwrap_or_default()
            };
            group(a, b).times(scale(scales[0])).times(scale(scales[1]))
        });
        let terms = groups.chain([addend]);
        let counts = |term: &Number| !term.is_zero() || profile.zero_groups == ZeroGroups::Counted;
        let Some(reference) = terms.clone().filter(counts).map(|term| term.exponent).max() else {
            return 0;
        };
        let unit = reference - self.bits;
        output.round(profile, terms.map(|term| term.cut(unit)).sum(), unit)
    }
}

impl Scale {
    /// The number of a code: a significand below 2, and its exponent; nothing for NaN.
    fn read(self, code: u64) -> Option<Number> {
        match self {
            Self::E8m0 => match E8m0::FORMAT.decode::<u64>(code) {
                Value::Finite(u) => {
                    Some(Number { significand: 1, last: u.exponent, exponent: u.exponent })
                }
                _ => None,
            },
            Self::Ue4m3 => match read(&Fp8E4m3Ocp::FORMAT, code & 0x7f) {
                Read::Finite(n) if n.is_zero() => Some(Number { exponent: ZERO, ..n }),
                Read::Finite(n) => Some(n),
                _ => None,
            },
        }
    }
}

/// The exact sum of a group's products, its exponent 0.
fn group(a: &[u64], b: &[u64]) -> Number {
    // Codes are multiples of one half.
    let halves = |&code: &u64| match read(&Fp4E2m1::FORMAT, code) {
        Read::Finite(n) => n.cut(-1),
        _ => 0,
    };
    let significand = a.iter().zip(b).map(|(a, b)| halves(a) * halves(b)).sum();
    Number { significand, last: -2, exponent: 0 }
}
