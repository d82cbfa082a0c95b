//! The codes at a format's ends: zeros, the smallest and largest numbers, infinities, NaN.

use super::{Format, Nonfinite, Rule};
use crate::Bits;

impl Format {
    /// The largest finite code of a sign.
    #[inline(always)]
    pub(crate) fn max_code<W: Bits>(&self, sign: bool) -> W {
        match self.kind.0 {
            Rule::Fixed { symmetric, .. } => self.fixed_limit(sign, symmetric),
            Rule::P3109 { extended } => {
                self.assemble(sign, W::low(self.p3109_most(extended).into()))
            }
            Rule::Posit { .. } if sign => self.opposite(W::mask(self.man_bits)),
            Rule::Posit { .. } => W::mask(self.man_bits),
            Rule::Hidden | Rule::Explicit | Rule::Wide { .. } => {
                let body = W::low((self.max_field() as u128) << self.man_bits);
                let last = u32::from(self.nonfinite == Nonfinite::AllOnes && self.man_bits > 0);
                self.assemble(sign, body | (W::mask(self.man_bits) - W::low(last as u128)))
            }
        }
    }

    #[inline(always)]
    fn fixed_limit<W: Bits>(&self, sign: bool, symmetric: bool) -> W {
        let top = W::ONE << (self.width - 1);
        match (self.sign, sign, symmetric) {
            (false, true, _) => W::ZERO,
            (false, false, _) => W::mask(self.width),
            (true, false, _) => W::mask(self.width - 1),
            (true, true, false) => top,
            (true, true, true) => top | W::ONE,
        }
    }

    /// The largest finite code.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.max_finite(), 0x7bff); // 65504
    /// assert_eq!(Fp8E4m3Ocp::FORMAT.max_finite(), 0x7e); // 448
    /// ```
    #[must_use]
    pub fn max_finite(&self) -> u64 {
        self.max_code(false)
    }

    /// The code of the smallest positive normal number; for block-float elements and integers
    /// that of the smallest positive value (with extended elements one of field 0, s. 4.4).
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.min_normal(), 0x0400); // 2^-14
    /// assert_eq!(Int8::FORMAT.min_normal(), 1);
    /// ```
    #[must_use]
    pub fn min_normal(&self) -> u64 {
        match self.kind.0 {
            Rule::Hidden => (self.min_field() as u64) << (self.man_bits + self.pad),
            Rule::Explicit if self.subnormal => 1 << self.pad,
            Rule::Explicit => (1 << (self.man_bits + self.pad)) | 1 << self.pad,
            Rule::P3109 { .. } => 1 << self.man_bits,
            Rule::Fixed { .. } | Rule::Posit { .. } => 1,
            // The code of a wide one has more bits than there are here.
            Rule::Wide { .. } => u64::MAX,
        }
    }

    /// The code of a zero.
    #[inline(always)]
    pub(crate) fn zero_code<W: Bits>(&self, sign: bool) -> W {
        self.assemble(sign && self.neg_zero, W::ZERO)
    }

    /// The code of an infinity, in a format that has one.
    #[inline(always)]
    pub(crate) fn infinity_code<W: Bits>(&self, sign: bool) -> W {
        if self.is_p3109() {
            return self.p3109_infinity(sign);
        }
        if let Some(wide) = self.wide() {
            return W::low(wide.infinity(sign));
        }
        self.assemble(sign, W::low((self.top() as u128) << self.man_bits))
    }

    /// The NaN that stands for a value of this sign, in a format that has one: the sign shows only
    /// in formats whose NaN is "all ones".
    #[inline(always)]
    pub(crate) fn nan_code<W: Bits>(&self, sign: bool) -> W {
        if let Some(wide) = self.wide() {
            return W::low(wide.nan(false));
        }
        let top = (self.top() as u128) << self.man_bits;
        match self.nonfinite {
            Nonfinite::AllOnes => self.assemble(sign, W::low(top) | W::mask(self.man_bits)),
            Nonfinite::NegativeZero => self.assemble(true, W::ZERO),
            Nonfinite::None | Nonfinite::Ieee | Nonfinite::Infinity => {
                self.assemble(false, W::low(top | 1 << (self.man_bits.max(1) - 1)))
            }
        }
    }
}
