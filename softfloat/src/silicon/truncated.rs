//! Fused sums that are cut at an alignment: NVIDIA (SIL-D04 to D14).

use super::number::{Number, Read, Seen, Special, read};
use super::profile::{Profile, RoundedZero, ZeroTerms};
use crate::format::{Binary16, Binary32, E8m0};
use crate::{Env, Format, Overflow, Rounding, StaticFormat, Unrounded, Value, sum};

/// Where a truncated sum is rounded to (SIL-D07, D08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// binary32, toward zero.
    Single,
    /// binary16, to nearest even.
    Half,
    /// A binary32 word with 13 bits of fraction, toward zero.
    E8m13,
}

/// binary32 with a fraction of 13 bits, without the ten zeros below.
const E8M13: Format = match Format::ieee(8, 13) {
    Ok(format) => format,
    Err(_) => panic!("8 and 13 bits are a format"),
};

/// Toward zero, but infinite where that is too large.
const CUT: Env = Env { overflow: Overflow::Infinity, ..Env::IEEE.rounding(Rounding::TowardZero) };

impl Output {
    /// The format of result and addend.
    ///
    /// ```
    /// use softfloat::{format::Binary16, silicon::Output, StaticFormat};
    /// assert_eq!(Output::Half.format(), Binary16::FORMAT);
    /// ```
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            Self::Single | Self::E8m13 => Binary32::FORMAT,
            Self::Half => Binary16::FORMAT,
        }
    }

    /// The one NaN.
    pub(super) const fn nan(self) -> u64 {
        match self {
            Self::Single | Self::E8m13 => 0x7fff_ffff,
            Self::Half => 0x7fff,
        }
    }

    pub(super) const fn special(self, special: Special) -> u64 {
        let (infinity, sign) = match self {
            Self::Single | Self::E8m13 => (0x7f80_0000, 1 << 31),
            Self::Half => (0x7c00, 1 << 15),
        };
        match special {
            Special::Nan => self.nan(),
            Special::Infinite(false) => infinity,
            Special::Infinite(true) => infinity | sign,
        }
    }

    /// `sum * 2^unit`, rounded once; a zero is +0 (SIL-D07 to D09).
    #[inline]
    pub(super) fn round(self, profile: &Profile, sum: i64, unit: i32) -> u64 {
        if sum == 0 {
            return 0;
        }
        let exact = Unrounded::exact(sum < 0, unit, sum.unsigned_abs());
        let (code, sign) = match self {
            Self::Single => (Binary32::FORMAT.round_pack(&CUT, exact).bits, 1 << 31),
            Self::Half => (Binary16::FORMAT.round_pack(&Env::IEEE, exact).bits, 1 << 15),
            Self::E8m13 => (E8M13.round_pack(&CUT, exact).bits << 10, 1 << 31),
        };
        match profile.rounded_zero {
            RoundedZero::Plus if code == sign => 0,
            _ => code,
        }
    }
}

/// A truncated sum (SIL-D04 to D11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Truncated {
    /// The factors' formats.
    pub factors: [Format; 2],
    /// The addend's, which is converted to that of the output (SIL-D10).
    pub addend: Format,
    /// Products that are summed at once; more go on with the sum as their addend.
    pub group: usize,
    /// Bits kept below the reference.
    pub bits: i32,
    /// The least reference, if there is one.
    pub least: Option<i32>,
    /// Where each group's sum is rounded to.
    pub output: Output,
}

impl Truncated {
    /// One element: the products of `a` and `b`, times `2^scale`, and `c`.
    ///
    /// ```
    /// use softfloat::silicon::{Output, Profile, Truncated};
    /// use softfloat::{format::{Binary16, Binary32}, StaticFormat};
    /// let (factors, addend) = ([Binary16::FORMAT; 2], Binary32::FORMAT);
    /// let (least, output) = (Some(-133), Output::Single);
    /// let sum = Truncated { factors, addend, group: 16, bits: 25, least, output };
    /// // 1 * 1 + 2^-26: cut.
    /// let r = sum.evaluate(&Profile::DECIDED, &[0x3c00], &[0x3c00], 0x3280_0000, 0);
    /// assert_eq!(r, 0x3f80_0000);
    /// ```
    #[must_use]
    pub fn evaluate(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64, scale: i32) -> u64 {
        let mut sum = self.converted(c);
        for (a, b) in a.chunks(self.group).zip(b.chunks(self.group)) {
            sum = self.group(profile, a.iter().copied().zip(b.iter().copied()), sum, scale);
        }
        sum
    }

    /// One element under the scales of a row and a column; a NaN among them is one (SIL-D14).
    ///
    /// ```
    /// use softfloat::silicon::{Output, Profile, Truncated};
    /// use softfloat::{format::{Binary16, Binary32}, StaticFormat};
    /// let (factors, addend) = ([Binary16::FORMAT; 2], Binary32::FORMAT);
    /// let (least, output) = (Some(-133), Output::Single);
    /// let sum = Truncated { factors, addend, group: 16, bits: 25, least, output };
    /// // 1 * 1 under the scales 2 and 1
    /// let r = sum.scaled(&Profile::DECIDED, &[0x3c00], &[0x3c00], 0, [128, 127]);
    /// assert_eq!(r, 0x4000_0000);
    /// ```
    #[must_use]
    pub fn scaled(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64, scales: [u64; 2]) -> u64 {
        match scales.map(|scale| E8m0::FORMAT.decode::<u64>(scale)) {
            [Value::Finite(x), Value::Finite(y)] => {
                self.evaluate(profile, a, b, c, x.exponent + y.exponent)
            }
            _ => self.output.nan(),
        }
    }

    /// The same as a description of sums. What it doesn't say: words of NaN, the sign of what rounds to zero, a
    /// subnormal binary16 addend, which counts by its leading one.
    ///
    /// ```
    /// use softfloat::silicon::{Output, Truncated};
    /// use softfloat::{format::{Binary16, Binary32}, StaticFormat};
    /// let (factors, addend) = ([Binary16::FORMAT; 2], Binary32::FORMAT);
    /// let (least, output) = (Some(-133), Output::Single);
    /// let sum = Truncated { factors, addend, group: 16, bits: 25, least, output };
    /// // 1 * 1 + 2^-26: cut.
    /// let r = sum.datapath().evaluate(&[0x3c00], &[0x3c00], 0x3280_0000);
    /// assert_eq!(r.bits, 0x3f80_0000);
    /// ```
    #[must_use]
    pub const fn datapath(&self) -> sum::Datapath {
        let (format, env) = match self.output {
            Output::Single => (Binary32::FORMAT, CUT),
            Output::Half => (Binary16::FORMAT, Env::IEEE),
            Output::E8m13 => (E8M13, CUT),
        };
        let [a, b] = self.factors;
        let exact = sum::plain::exact_dot(a, b, self.output.format(), env.rounding);
        let result = sum::Target::new(format, env);
        sum::Datapath {
            order: sum::Order::Sequential { chunk: self.group },
            alignment: sum::Alignment::Largest {
                exponent: sum::Exponent::Field,
                over: sum::Over::All,
                bits: self.bits.unsigned_abs(),
                least: self.least,
                cut: sum::Cut::Round(Rounding::TowardZero),
            },
            reports_cut: false,
            partial: result,
            result,
            zero: sum::ZeroSum::Plus,
            ..exact
        }
    }

    /// The addend in the output's format.
    pub(super) fn converted(&self, c: u64) -> u64 {
        let to = self.output.format();
        if self.addend == to {
            c
        } else {
            crate::convert_any(&self.addend, &to, &Env::IEEE, c).bits
        }
    }

    /// The sum of a group.
    pub(super) fn group(
        &self,
        profile: &Profile,
        factors: impl Iterator<Item = (u64, u64)> + Clone,
        c: u64,
        scale: i32,
    ) -> u64 {
        let mut seen = Seen::default();
        let addend = seen.addend(read(&self.output.format(), c)).map(|c| self.counted(profile, c));
        let products =
            factors.map(|(a, b)| [(0, a), (1, b)].map(|(i, code)| read(&self.factors[i], code)));
        for [a, b] in products.clone() {
            let _ = seen.product(a, b);
        }
        if let Some(special) = seen.special() {
            return self.output.special(special);
        }
        let product = |[a, b]: [Read; 2]| self.product(profile, a, b).scaled(scale);
        let terms = products.map(product).chain(addend);
        let Some(reference) = self.reference(profile, terms.clone()) else { return 0 };
        let unit = reference - self.bits;
        let sum = terms.map(|term| term.cut(unit)).sum();
        self.output.round(profile, sum, unit)
    }

    /// The product of two finite factors.
    #[inline]
    fn product(&self, profile: &Profile, a: Read, b: Read) -> Number {
        let [a, b] = [a, b].map(|factor| match factor {
            Read::Finite(n) if n.is_zero() && profile.zero_terms == ZeroTerms::Counted => {
                Number { exponent: ZERO, ..n }
            }
            Read::Finite(n) => n,
            _ => Number::default(),
        });
        a.times(b)
    }

    /// An addend with the exponent by which it counts: that which its value has as a binary32 number (SIL-D04).
    fn counted(&self, profile: &Profile, c: Number) -> Number {
        let exponent = match profile.zero_terms {
            _ if self.output != Output::Half => c.exponent,
            ZeroTerms::Absent => c.last + 63 - c.significand.unsigned_abs().leading_zeros() as i32,
            ZeroTerms::Counted => c.exponent,
        };
        let zero = c.is_zero() && profile.zero_terms == ZeroTerms::Counted;
        Number { exponent: if zero { ZERO } else { exponent }, ..c }
    }

    /// The common exponent; nothing where nothing counts.
    fn reference(&self, profile: &Profile, terms: impl Iterator<Item = Number>) -> Option<i32> {
        match profile.zero_terms {
            ZeroTerms::Counted => terms.map(|term| term.exponent).max(),
            ZeroTerms::Absent => {
                let nonzero = terms.filter(|term| !term.is_zero()).map(|term| term.exponent);
                nonzero.max().map(|largest| self.least.map_or(largest, |least| largest.max(least)))
            }
        }
    }
}

/// The exponent of a zero number where it counts.
const ZERO: i32 = -126;
