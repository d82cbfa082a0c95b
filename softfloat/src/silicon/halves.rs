//! FP8 that runs through the unit of binary16: `mma` of Hopper and of Blackwell for data centres (SIL-D13).

use super::profile::{Fp8ToSingle, Profile};
use super::truncated::{Output, Truncated};
use crate::format::Binary16;
use crate::{Env, Format, StaticFormat, Value, convert_any};

/// Two fused sums of products in binary16, and an addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Halves {
    /// The factors' formats.
    pub factors: [Format; 2],
    /// The result's and the addend's.
    pub output: Output,
    /// Bits kept below the reference.
    pub bits: i32,
    /// The least reference.
    pub least: i32,
    /// Whether a sum of another shape fits what was published as well (SIL-O8).
    pub open: bool,
}

impl Halves {
    /// One element.
    ///
    /// ```
    /// use softfloat::silicon::{Halves, Output, Profile};
    /// use softfloat::{format::Fp8E4m3Ocp, StaticFormat};
    /// let (factors, output) = ([Fp8E4m3Ocp::FORMAT; 2], Output::Half);
    /// let sum = Halves { factors, output, bits: 25, least: -133, open: false };
    /// let r = sum.evaluate(&Profile::DECIDED, &[0x38; 4], &[0x38; 4], 0x3c00);
    /// assert_eq!(r, 0x4500); // 1 * 1 four times, and 1
    /// ```
    #[must_use]
    pub fn evaluate(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        if self.open && profile.fp8_to_single == Fp8ToSingle::One {
            return self.one().evaluate(profile, a, b, c, 0);
        }
        let unit = self.unit(a.len());
        let [x, y] = self.factors;
        let wide =
            |from: &Format, code| convert_any(from, &Binary16::FORMAT, &Env::IEEE, code).bits;
        let of = |half: usize| {
            let own = a.iter().zip(b).enumerate().filter(move |(k, _)| k % 4 / 2 == half);
            own.map(move |(_, (&a, &b))| (wide(&x, a), wide(&y, b)))
        };
        let first = unit.group(profile, of(0), 0, 0);
        let second = unit.group(profile, of(1), first, 0);
        let format = self.output.format();
        let sum = format.add(second, c, &Env::IEEE).bits;
        match format.decode::<u64>(sum) {
            Value::Nan { .. } => self.output.nan(),
            _ => sum,
        }
    }

    /// The unit of binary16, for so many products.
    ///
    /// ```
    /// use softfloat::silicon::{Halves, Output};
    /// use softfloat::{format::Fp8E4m3Ocp, StaticFormat};
    /// let (factors, output) = ([Fp8E4m3Ocp::FORMAT; 2], Output::Half);
    /// let sum = Halves { factors, output, bits: 25, least: -133, open: false };
    /// assert_eq!(sum.unit(32).group, 32);
    /// ```
    #[must_use]
    pub const fn unit(&self, products: usize) -> Truncated {
        Truncated {
            factors: [Binary16::FORMAT; 2],
            addend: self.output.format(),
            group: products,
            bits: self.bits,
            least: Some(self.least),
            output: self.output,
        }
    }

    /// The other reading.
    const fn one(&self) -> Truncated {
        Truncated {
            factors: self.factors,
            addend: self.output.format(),
            group: 32,
            bits: 13,
            least: Some(self.least),
            output: Output::E8m13,
        }
    }
}
