//! What the numbers of a format are, as engines ask.

use super::{Format, MnHalf, MnSingle, Nonfinite, Rule, StaticFormat};

impl Format {
    /// The bits behind the point and whether the most negative code is never produced, of fixed-point numbers.
    #[inline(always)]
    pub(super) const fn fixed(&self) -> Option<(u32, bool)> {
        match self.0.kind.0 {
            Rule::Fixed { frac, symmetric } => Some((frac, symmetric)),
            Rule::Hidden | Rule::Explicit | Rule::Posit { .. } => None,
            Rule::P3109 { .. } | Rule::Wide { .. } | Rule::Tapered(_) => None,
        }
    }

    /// The exponent bits of a posit; `None` where the format is none.
    #[must_use]
    #[inline(always)]
    pub const fn posit_exponent_bits(&self) -> Option<u32> {
        match self.0.kind.0 {
            Rule::Posit { es } => Some(es),
            Rule::Hidden | Rule::Explicit | Rule::Fixed { .. } => None,
            Rule::P3109 { .. } | Rule::Wide { .. } | Rule::Tapered(_) => None,
        }
    }

    /// Whether the codes are posits.
    #[must_use]
    #[inline(always)]
    pub const fn is_posit(&self) -> bool {
        self.posit_exponent_bits().is_some()
    }

    /// Whether the numbers are integers, or integers times one power of two.
    #[must_use]
    #[inline(always)]
    pub const fn is_fixed(&self) -> bool {
        self.fixed().is_some()
    }

    /// Whether the numbers are all integers that the width holds.
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        matches!(self.fixed(), Some((0, false)))
    }

    /// The last place of all numbers, as a power of two, where they have it in common.
    #[must_use]
    #[inline(always)]
    pub const fn unit(&self) -> Option<i32> {
        match self.fixed() {
            Some((frac, _)) => Some(-(frac as i32)),
            None => None,
        }
    }

    /// The last place of the numbers nearest to 0, as a power of two.
    #[must_use]
    #[inline(always)]
    pub const fn lowest_place(&self) -> i32 {
        match self.0.kind.0 {
            Rule::Fixed { frac, .. } => -(frac as i32),
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } | Rule::Wide { .. } => {
                self.min_field() - self.0.bias - (self.precision() as i32 - 1)
            }
            Rule::Posit { es } => -self.posit_reach(es),
            Rule::Tapered(_) => self.tapered_least(),
        }
    }

    /// The last place that a number is rounded to whose leading bit has this exponent, as if exponents had no upper
    /// end.
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
            Rule::Tapered(_) => self.tapered_place(exponent),
        }
    }

    /// The smallest and the largest exponent of a positive number that has all bits of the precision.
    #[must_use]
    #[inline(always)]
    pub const fn exponents(&self) -> (i32, i32) {
        match self.0.kind.0 {
            Rule::Fixed { frac, .. } => (-(frac as i32), self.0.man_bits as i32 - 1 - frac as i32),
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } | Rule::Wide { .. } => {
                (self.min_field() - self.0.bias, self.max_field() - self.0.bias)
            }
            Rule::Posit { es } => (-self.posit_reach(es), self.posit_reach(es)),
            Rule::Tapered(_) => (self.tapered_least(), -self.tapered_least()),
        }
    }

    /// Whether a code has an exponent field.
    #[must_use]
    #[inline(always)]
    pub const fn has_exponent(&self) -> bool {
        match self.0.kind.0 {
            Rule::Hidden | Rule::Explicit => true,
            Rule::Fixed { .. } | Rule::Posit { .. } | Rule::P3109 { .. } => false,
            // Of two words there is none in one.
            Rule::Wide { .. } | Rule::Tapered(_) => false,
        }
    }

    /// The exponent field of a code, where it has one.
    #[must_use]
    #[inline(always)]
    pub const fn exponent_field(&self, code: u64) -> Option<i32> {
        let below = self.0.man_bits + self.0.pad;
        if self.has_exponent() { Some((code >> below) as i32 & self.top()) } else { None }
    }

    /// Whether the top bit of a code turns its number's sign, and nothing else.
    #[must_use]
    pub const fn has_sign_bit(&self) -> bool {
        match self.0.kind.0 {
            Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } => self.0.sign,
            Rule::Wide { .. } | Rule::Tapered(_) => self.0.sign,
            Rule::Fixed { .. } | Rule::Posit { .. } => false,
        }
    }

    /// What a machine of several precisions cuts numbers of this width to.
    #[must_use]
    pub const fn lower(&self) -> Option<Self> {
        match self.0.width {
            64 => Some(MnSingle::FORMAT),
            32 => Some(MnHalf::FORMAT),
            _ => None,
        }
    }

    /// Whether a code is an exponent field beside a significand field.
    #[must_use]
    #[inline(always)]
    pub const fn has_fields(&self) -> bool {
        self.has_exponent() && !self.zeroless()
    }

    /// Whether the significand's leading bit stands in no code.
    #[must_use]
    #[inline(always)]
    pub const fn has_hidden_bit(&self) -> bool {
        match self.0.kind.0 {
            Rule::Hidden => true,
            Rule::Explicit | Rule::Fixed { .. } | Rule::Posit { .. } => false,
            Rule::Wide { written } => !written,
            Rule::P3109 { .. } | Rule::Tapered(_) => false,
        }
    }

    /// Whether codes are elements of blocks, all under one exponent, so that a significand may begin
    /// with zeros.
    #[must_use]
    #[inline(always)]
    pub const fn shares_exponent(&self) -> bool {
        match self.0.kind.0 {
            Rule::Explicit => true,
            Rule::Hidden | Rule::Fixed { .. } | Rule::Posit { .. } => false,
            Rule::P3109 { .. } | Rule::Wide { .. } | Rule::Tapered(_) => false,
        }
    }

    /// Whether there are numbers of fewer bits below the smallest with all of them.
    #[must_use]
    #[inline(always)]
    pub const fn is_gradual(&self) -> bool {
        self.0.subnormal || self.shares_exponent()
    }

    /// Whether a code is that of a number, but never a result.
    #[must_use]
    pub const fn is_read_only(&self, code: u64) -> bool {
        matches!(self.fixed(), Some((_, true))) && code == 1 << (self.0.width - 1)
    }

    /// Whether an exponent field of 0 or of all ones is zero or infinity whatever the mantissa.
    #[must_use]
    #[inline(always)]
    pub const fn ignores_mantissa_at_ends(&self) -> bool {
        matches!(self.0.nonfinite, Nonfinite::Infinity)
    }

    /// Whether NaN are quiet or signalling, and carry a payload, as IEEE 754 codes them.
    #[must_use]
    #[inline(always)]
    pub const fn has_signalling(&self) -> bool {
        matches!(self.0.nonfinite, Nonfinite::Ieee)
    }

    /// Whether a NaN has a sign.
    #[must_use]
    pub const fn signs_nan(&self) -> bool {
        self.0.sign && matches!(self.0.nonfinite, Nonfinite::Ieee | Nonfinite::AllOnes)
    }

    /// The NaN that stands for a value of this sign, where there is one.
    #[must_use]
    pub fn nan(&self, sign: bool) -> Option<u64> {
        self.has_nan().then(|| self.nan_code(sign))
    }

    /// The canonical quiet NaN, where there is one.
    #[must_use]
    pub fn canonical_nan(&self) -> Option<u64> {
        self.nan(false)
    }
}
