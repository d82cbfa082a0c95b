//! What the numbers of a format are, as engines ask.

use super::{Format, Nonfinite, Rule};

impl Format {
    /// Whether the numbers are integers, or integers times one power of two.
    #[must_use]
    #[inline(always)]
    pub const fn is_fixed(&self) -> bool {
        matches!(self.0.kind.0, Rule::Fixed { .. })
    }

    /// Whether the numbers are all integers that the width holds.
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        matches!(self.0.kind.0, Rule::Fixed { frac: 0, symmetric: false })
    }

    /// The last place of all numbers, as a power of two, where they have it in common.
    #[must_use]
    #[inline(always)]
    pub const fn unit(&self) -> Option<i32> {
        match self.0.kind.0 {
            Rule::Fixed { frac, .. } => Some(-(frac as i32)),
            _ => None,
        }
    }

    /// The last place of the numbers nearest to 0, as a power of two.
    #[must_use]
    #[inline(always)]
    pub const fn lowest_place(&self) -> i32 {
        match self.unit() {
            Some(unit) => unit,
            None if self.is_tapered() => self.tapered_least(),
            None => self.min_field() - self.0.bias - (self.precision() as i32 - 1),
        }
    }

    /// The last place that a number is rounded to whose leading bit has this exponent, as if exponents had no upper
    /// end.
    #[must_use]
    #[inline(always)]
    pub fn last_place(&self, exponent: i64) -> i64 {
        match self.unit() {
            Some(unit) => unit.into(),
            None if self.zeroless() => exponent,
            None if self.is_tapered() => self.tapered_place(exponent),
            None => {
                let least = i64::from(self.min_field() - self.bias);
                exponent.max(least) - (i64::from(self.precision()) - 1)
            }
        }
    }

    /// The smallest and the largest exponent of a positive number that has all bits of the precision.
    #[must_use]
    #[inline(always)]
    pub const fn exponents(&self) -> (i32, i32) {
        match self.unit() {
            Some(unit) => (unit, unit + self.0.man_bits as i32 - 1),
            None if self.is_tapered() => (self.tapered_least(), -self.tapered_least()),
            None => (self.min_field() - self.0.bias, self.max_field() - self.0.bias),
        }
    }

    /// Whether a code is an exponent field beside a significand field.
    #[must_use]
    #[inline(always)]
    pub const fn has_fields(&self) -> bool {
        !self.is_fixed() && !self.is_tapered() && !self.zeroless()
    }

    /// Whether precision falls with the distance from 1.
    #[inline(always)]
    pub(super) const fn is_tapered(&self) -> bool {
        #[cfg(any(test, feature = "toys"))]
        return matches!(self.0.kind.0, Rule::Tapered);
        #[cfg(not(any(test, feature = "toys")))]
        false
    }

    /// Whether the significand's leading bit stands in no code.
    #[must_use]
    #[inline(always)]
    pub const fn has_hidden_bit(&self) -> bool {
        matches!(self.0.kind.0, Rule::Hidden)
    }

    /// Whether codes are elements of blocks, all under one exponent, so that a significand may begin
    /// with zeros.
    #[must_use]
    #[inline(always)]
    pub const fn shares_exponent(&self) -> bool {
        matches!(self.0.kind.0, Rule::Explicit)
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
        matches!(self.0.kind.0, Rule::Fixed { symmetric: true, .. })
            && code == 1 << (self.0.width - 1)
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
