//! What the numbers of a format are, as engines ask.

use super::{Format, MnHalf, MnSingle, Nonfinite, Rule, StaticFormat};

impl Format {
    /// The bits behind the point and whether the most negative code is never produced, of fixed-point numbers.
    #[inline(always)]
    pub(super) const fn fixed(&self) -> Option<(u32, bool)> {
        match self.0.kind.0 {
            Rule::Fixed { frac, symmetric } => Some((frac, symmetric)),
            Rule::Hidden | Rule::Explicit | Rule::Posit { .. } => None,
            Rule::P3109 { .. } | Rule::Wide { .. } => None,
        }
    }

    /// The exponent bits of a posit; `None` where the format is none.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Posit16}, StaticFormat};
    /// assert_eq!(Posit16::FORMAT.posit_exponent_bits(), Some(2));
    /// assert_eq!(Binary16::FORMAT.posit_exponent_bits(), None);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn posit_exponent_bits(&self) -> Option<u32> {
        match self.0.kind.0 {
            Rule::Posit { es } => Some(es),
            Rule::Hidden | Rule::Explicit | Rule::Fixed { .. } => None,
            Rule::P3109 { .. } | Rule::Wide { .. } => None,
        }
    }

    /// Whether the codes are posits.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Posit16}, StaticFormat};
    /// assert!(Posit16::FORMAT.is_posit() && !Binary16::FORMAT.is_posit());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_posit(&self) -> bool {
        self.posit_exponent_bits().is_some()
    }

    /// Whether the numbers are integers, or integers times one power of two.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8, MxInt8Elem}, StaticFormat};
    /// assert!(Int8::FORMAT.is_fixed() && MxInt8Elem::FORMAT.is_fixed()); // integers, 1/64 of them
    /// assert!(!Binary16::FORMAT.is_fixed());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_fixed(&self) -> bool {
        self.fixed().is_some()
    }

    /// Whether the numbers are all integers that the width holds.
    ///
    /// ```
    /// use softfloat::{format::{Int8, MxInt8Elem}, StaticFormat};
    /// assert!(Int8::FORMAT.is_integer() && !MxInt8Elem::FORMAT.is_integer()); // multiples of 1/64
    /// ```
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        matches!(self.fixed(), Some((0, false)))
    }

    /// The last place of all numbers, as a power of two, where they have it in common.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8, MxInt8Elem}, StaticFormat};
    /// assert_eq!(MxInt8Elem::FORMAT.unit(), Some(-6)); // 1/64
    /// assert_eq!((Int8::FORMAT.unit(), Binary16::FORMAT.unit()), (Some(0), None));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn unit(&self) -> Option<i32> {
        match self.fixed() {
            Some((frac, _)) => Some(-(frac as i32)),
            None => None,
        }
    }

    /// The last place of the numbers nearest to 0, as a power of two.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, MxInt8Elem}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.lowest_place(), -24); // the least number is 2^-24
    /// assert_eq!(MxInt8Elem::FORMAT.lowest_place(), -6);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn lowest_place(&self) -> i32 {
        match self.0.kind.0 {
            Rule::Fixed { frac, .. } => -(frac as i32),
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } | Rule::Wide { .. } => {
                self.min_field() - self.0.bias - (self.precision() as i32 - 1)
            }
            Rule::Posit { es } => -self.posit_reach(es),
        }
    }

    /// The last place that a number is rounded to whose leading bit has this exponent, as if exponents had no upper
    /// end.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.last_place(0), -10); // behind 1 comes 1 + 2^-10
    /// assert_eq!(Binary16::FORMAT.last_place(-20), -24); // subnormal
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn last_place(&self, exponent: i64) -> i64 {
        match self.kind.0 {
            Rule::Fixed { frac, .. } => -i64::from(frac),
            Rule::Hidden | Rule::Explicit if self.zeroless() => exponent,
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } | Rule::Wide { .. } => {
                let least = i64::from(self.min_field() - self.bias);
                exponent.max(least) - (i64::from(self.precision()) - 1)
            }
            Rule::Posit { es } => exponent - i64::from(self.posit_fraction_bits(exponent, es)),
        }
    }

    /// The smallest and the largest exponent of a positive number that has all bits of the precision.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.exponents(), (-14, 15));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn exponents(&self) -> (i32, i32) {
        match self.0.kind.0 {
            Rule::Fixed { frac, .. } => (-(frac as i32), self.0.man_bits as i32 - 1 - frac as i32),
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } | Rule::Wide { .. } => {
                (self.min_field() - self.0.bias, self.max_field() - self.0.bias)
            }
            Rule::Posit { es } => (-self.posit_reach(es), self.posit_reach(es)),
        }
    }

    /// Whether a code, of one word, has an exponent field. P3109's formats count as formats without one: their special codes
    /// are not told by it ([`Self::is_p3109`]).
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Binary8p3se, Int8, Posit16}, StaticFormat};
    /// assert!(Binary16::FORMAT.has_exponent());
    /// assert!(!Int8::FORMAT.has_exponent() && !Posit16::FORMAT.has_exponent());
    /// assert!(!Binary8p3se::FORMAT.has_exponent());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn has_exponent(&self) -> bool {
        match self.0.kind.0 {
            Rule::Hidden | Rule::Explicit => true,
            Rule::Fixed { .. } | Rule::Posit { .. } | Rule::P3109 { .. } => false,
            // Of two words there is none in one.
            Rule::Wide { .. } => false,
        }
    }

    /// The exponent field of a code, where it has one ([`Self::has_exponent`]).
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.exponent_field(0xbc00), Some(15)); // -1: the field is the bias
    /// assert_eq!(Int8::FORMAT.exponent_field(1), None);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn exponent_field(&self, code: u64) -> Option<i32> {
        let below = self.0.man_bits + self.0.pad;
        if self.has_exponent() { Some((code >> below) as i32 & self.top()) } else { None }
    }

    /// Whether the top bit of a code turns its number's sign, and nothing else.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, E8m0, Int8}, StaticFormat};
    /// assert!(Binary16::FORMAT.has_sign_bit());
    /// // Two's complement, and no sign.
    /// assert!(!Int8::FORMAT.has_sign_bit() && !E8m0::FORMAT.has_sign_bit());
    /// ```
    #[must_use]
    pub const fn has_sign_bit(&self) -> bool {
        match self.0.kind.0 {
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } => self.0.sign,
            Rule::Wide { .. } => self.0.sign,
            Rule::Fixed { .. } | Rule::Posit { .. } => false,
        }
    }

    /// What a machine of several precisions cuts numbers of this width to.
    ///
    /// ```
    /// use softfloat::{format::{MnDouble, MnHalf, MnSingle}, StaticFormat};
    /// assert_eq!(MnDouble::FORMAT.lower(), Some(MnSingle::FORMAT));
    /// assert_eq!(MnHalf::FORMAT.lower(), None);
    /// ```
    #[must_use]
    pub const fn lower(&self) -> Option<Self> {
        match self.0.width {
            64 => Some(MnSingle::FORMAT),
            32 => Some(MnHalf::FORMAT),
            _ => None,
        }
    }

    /// Whether a code is an exponent field beside a significand field.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, E8m0, Int8}, StaticFormat};
    /// assert!(Binary16::FORMAT.has_fields());
    /// assert!(!E8m0::FORMAT.has_fields() && !Int8::FORMAT.has_fields()); // one field alone
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn has_fields(&self) -> bool {
        self.has_exponent() && !self.zeroless()
    }

    /// Whether the significand's leading bit stands in no code. Posits and P3109's formats, which do not write it either, have
    /// codings of their own: of them `false`.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8, MnBfHalf}, StaticFormat};
    /// assert!(Binary16::FORMAT.has_hidden_bit());
    /// assert!(!MnBfHalf::FORMAT.has_hidden_bit() && !Int8::FORMAT.has_hidden_bit());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn has_hidden_bit(&self) -> bool {
        match self.0.kind.0 {
            Rule::Hidden => true,
            Rule::Explicit | Rule::Fixed { .. } | Rule::Posit { .. } => false,
            Rule::Wide { written } => !written,
            Rule::P3109 { .. } => false,
        }
    }

    /// Whether codes are elements of blocks, all under one exponent, so that a significand may begin
    /// with zeros.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, MnBfHalf}, StaticFormat};
    /// assert!(MnBfHalf::FORMAT.shares_exponent() && !Binary16::FORMAT.shares_exponent());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn shares_exponent(&self) -> bool {
        match self.0.kind.0 {
            Rule::Explicit => true,
            Rule::Hidden | Rule::Fixed { .. } | Rule::Posit { .. } => false,
            Rule::P3109 { .. } | Rule::Wide { .. } => false,
        }
    }

    /// Whether there are numbers of fewer bits below the smallest with all of them.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, MnHalf}, StaticFormat};
    /// assert!(Binary16::FORMAT.is_gradual() && !MnHalf::FORMAT.is_gradual());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_gradual(&self) -> bool {
        self.0.subnormal || self.shares_exponent()
    }

    /// Whether a code is that of a number, but never a result.
    ///
    /// ```
    /// use softfloat::{format::{Int8, MxInt8Elem}, StaticFormat};
    /// assert!(MxInt8Elem::FORMAT.is_read_only(0x80)); // -2; the least result is -127/64
    /// assert!(!MxInt8Elem::FORMAT.is_read_only(0x81) && !Int8::FORMAT.is_read_only(0x80));
    /// ```
    #[must_use]
    pub const fn is_read_only(&self, code: u64) -> bool {
        matches!(self.fixed(), Some((_, true))) && code == 1 << (self.0.width - 1)
    }

    /// Whether an exponent field of 0 or of all ones is zero or infinity whatever the mantissa.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, MnHalf}, StaticFormat};
    /// assert!(MnHalf::FORMAT.ignores_mantissa_at_ends());
    /// assert!(!Binary16::FORMAT.ignores_mantissa_at_ends()); // NaN, subnormal numbers
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn ignores_mantissa_at_ends(&self) -> bool {
        matches!(self.0.nonfinite, Nonfinite::Infinity)
    }

    /// Whether NaN are quiet or signalling, and carry a payload, as IEEE 754 codes them.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, StaticFormat};
    /// assert!(Binary16::FORMAT.has_signalling() && !Fp8E4m3Ocp::FORMAT.has_signalling());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn has_signalling(&self) -> bool {
        matches!(self.0.nonfinite, Nonfinite::Ieee)
    }

    /// Whether it is one of the 8-bit formats of OFP8 (OCP, revision 1.0): E5M2, or E4M3 without infinities.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Ocp}, StaticFormat};
    /// assert!(Fp8E4m3Ocp::FORMAT.is_ofp8() && Fp8E5m2Ocp::FORMAT.is_ofp8());
    /// assert!(!Fp8E4m3Fnuz::FORMAT.is_ofp8() && !Binary16::FORMAT.is_ofp8());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_ofp8(&self) -> bool {
        matches!(
            (self.0.width, self.0.exp_bits, self.0.bias, self.0.nonfinite),
            (8, 5, 15, Nonfinite::Ieee) | (8, 4, 7, Nonfinite::AllOnes)
        ) && self.0.sign
    }

    /// Whether a NaN has a sign.
    ///
    /// ```
    /// use softfloat::{format::{Fp8E4m3Fnuz, Fp8E4m3Ocp}, StaticFormat};
    /// assert!(Fp8E4m3Ocp::FORMAT.signs_nan()); // 7f and ff
    /// assert!(!Fp8E4m3Fnuz::FORMAT.signs_nan()); // 80 alone
    /// ```
    #[must_use]
    pub const fn signs_nan(&self) -> bool {
        self.0.sign && matches!(self.0.nonfinite, Nonfinite::Ieee | Nonfinite::AllOnes)
    }

    /// The NaN that stands for a value of this sign, where there is one; it has that sign only in formats whose NaN is all ones.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp, MnHalf}, StaticFormat};
    /// assert_eq!(Fp8E4m3Ocp::FORMAT.nan(true), Some(0xff));
    /// assert_eq!(Binary16::FORMAT.nan(true), Some(0x7e00));
    /// assert_eq!(MnHalf::FORMAT.nan(true), None);
    /// ```
    #[must_use]
    pub fn nan(&self, sign: bool) -> Option<u64> {
        self.has_nan().then(|| self.nan_code(sign))
    }

    /// The canonical quiet NaN, where there is one.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, MnHalf}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.canonical_nan(), Some(0x7e00));
    /// assert_eq!(MnHalf::FORMAT.canonical_nan(), None);
    /// ```
    #[must_use]
    pub fn canonical_nan(&self) -> Option<u64> {
        self.nan(false)
    }
}
