//! Minimum and maximum, in every variant that standards and machines have.

use core::cmp::Ordering;

use super::compare::{Rank, is_signalling};
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Value};

#[cfg(test)]
mod tests;

/// The variants of minimum and maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MinMax {
    /// minNum of IEEE 754-2008: a number wins over a quiet NaN, a signalling NaN makes NaN; of
    /// zeros of both signs the first.
    MinNum,
    /// maxNum of IEEE 754-2008.
    MaxNum,
    /// minNumMag of IEEE 754-2008.
    MinNumMag,
    /// maxNumMag of IEEE 754-2008.
    MaxNumMag,
    /// minimum of IEEE 754-2019, 9.6: NaN wins, -0 < +0.
    Minimum,
    /// maximum.
    Maximum,
    /// minimumNumber: a number wins over any NaN, -0 < +0; a signalling NaN is *invalid*.
    MinimumNumber,
    /// maximumNumber.
    MaximumNumber,
    /// minimumMagnitude.
    MinimumMagnitude,
    /// maximumMagnitude.
    MaximumMagnitude,
    /// minimumMagnitudeNumber.
    MinimumMagnitudeNumber,
    /// maximumMagnitudeNumber.
    MaximumMagnitudeNumber,
    /// MINPS of x86: the second operand if either is NaN or both are zeros, unchanged; any NaN is
    /// *invalid*.
    SseMin,
    /// MAXPS of x86.
    SseMax,
    /// FMIN of RISC-V (F 2.2): minimumNumber, two NaN make the canonical one.
    RiscVMin,
    /// FMAX of RISC-V.
    RiscVMax,
}

/// How a variant treats NaN and zeros of both signs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// IEEE 754-2008, 5.3.1: a number wins over a quiet NaN; the first of two zeros.
    Num,
    /// IEEE 754-2019, 9.6: NaN wins; -0 < +0.
    Nan,
    /// IEEE 754-2019, 9.6: a number wins; -0 < +0.
    Number,
    /// RISC-V: as `Number`, two NaN make the canonical one whatever the NaN rule.
    RiscV,
    /// x86: `a < b ? a : b`, or `a > b ? a : b`.
    Sse,
}

impl MinMax {
    /// All variants.
    pub const ALL: [Self; 16] = [
        Self::MinNum,
        Self::MaxNum,
        Self::MinNumMag,
        Self::MaxNumMag,
        Self::Minimum,
        Self::Maximum,
        Self::MinimumNumber,
        Self::MaximumNumber,
        Self::MinimumMagnitude,
        Self::MaximumMagnitude,
        Self::MinimumMagnitudeNumber,
        Self::MaximumMagnitudeNumber,
        Self::SseMin,
        Self::SseMax,
        Self::RiscVMin,
        Self::RiscVMax,
    ];

    /// The family, whether absolute values are compared first, and which order of a to b makes a
    /// the result.
    pub(crate) const fn parts(self) -> (Family, bool, Ordering) {
        match self {
            Self::MinNum => (Family::Num, false, Ordering::Less),
            Self::MaxNum => (Family::Num, false, Ordering::Greater),
            Self::MinNumMag => (Family::Num, true, Ordering::Less),
            Self::MaxNumMag => (Family::Num, true, Ordering::Greater),
            Self::Minimum => (Family::Nan, false, Ordering::Less),
            Self::Maximum => (Family::Nan, false, Ordering::Greater),
            Self::MinimumMagnitude => (Family::Nan, true, Ordering::Less),
            Self::MaximumMagnitude => (Family::Nan, true, Ordering::Greater),
            Self::MinimumNumber => (Family::Number, false, Ordering::Less),
            Self::MaximumNumber => (Family::Number, false, Ordering::Greater),
            Self::MinimumMagnitudeNumber => (Family::Number, true, Ordering::Less),
            Self::MaximumMagnitudeNumber => (Family::Number, true, Ordering::Greater),
            Self::SseMin => (Family::Sse, false, Ordering::Less),
            Self::SseMax => (Family::Sse, false, Ordering::Greater),
            Self::RiscVMin => (Family::RiscV, false, Ordering::Less),
            Self::RiscVMax => (Family::RiscV, false, Ordering::Greater),
        }
    }
}

impl Family {
    /// Whether a number wins over a NaN, a signalling one or not.
    pub(crate) const fn number_wins(self, signalling: Flags) -> bool {
        match self {
            Self::Num => signalling.is_empty(),
            Self::Nan | Self::Sse => false,
            Self::Number | Self::RiscV => true,
        }
    }
}

/// The minimum or maximum of a and b. The result is one of the operands (a subnormal one read as
/// zero is that zero), or NaN; nothing is rounded.
///
/// ```
/// use softfloat::{format::Binary32, ieee::{min_max, MinMax}, Env};
/// let of = |v, a: f32, b: f32| min_max::<Binary32>(v, a.to_bits(), b.to_bits(), &Env::IEEE).bits;
/// assert_eq!(of(MinMax::Minimum, 0.0, -0.0), 0x8000_0000);
/// assert_eq!(of(MinMax::MaxNum, f32::NAN, -1.0), (-1f32).to_bits());
/// assert_eq!(of(MinMax::SseMin, 0.0, -0.0), 0x8000_0000);
/// assert_eq!(of(MinMax::SseMin, -0.0, 0.0), 0);
/// ```
pub fn min_max<F: StaticFormat>(
    variant: MinMax,
    a: F::Bits,
    b: F::Bits,
    env: &Env,
) -> Rounded<F::Bits> {
    F::FORMAT.extremum(variant, a, b, env)
}

impl Format {
    /// [`min_max`](crate::ieee::min_max()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::MinMax, Env, StaticFormat};
    /// let (half, nan) = (Binary16::FORMAT, 0x7e00);
    /// assert_eq!(half.min_max(MinMax::Minimum, 0x3c00, nan, &Env::IEEE).bits, nan);
    /// assert_eq!(half.min_max(MinMax::MinNum, 0x3c00, nan, &Env::IEEE).bits, 0x3c00); // 1
    /// ```
    #[must_use]
    pub fn min_max(&self, variant: MinMax, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.extremum(variant, a, b, env)
    }

    fn extremum<W: Bits>(&self, variant: MinMax, a: W, b: W, env: &Env) -> Rounded<W> {
        let (family, magnitude, wanted) = variant.parts();
        let (x, y) = (self.read(env, a), self.read(env, b));
        let signalling = Flags::INVALID.when(is_signalling(&x) || is_signalling(&y));
        let code = |bits, flags| Rounded { bits, flags };
        let (first, second) = (self.canonical(a, &x), self.canonical(b, &y));
        match (Rank::of(&x), Rank::of(&y)) {
            (Some(p), Some(q)) => {
                let order = if magnitude { p.cmp_magnitude(q) } else { Ordering::Equal };
                let order = order.then(p.cmp(q));
                let order = match family {
                    Family::Num | Family::Sse => order,
                    _ => order.then(self.negative(second).cmp(&self.negative(first))),
                };
                // Of equals the first, but on x86.
                let tie = order == Ordering::Equal && family != Family::Sse;
                code(if order == wanted || tie { first } else { second }, Flags::NONE)
            }
            (_, _) if family == Family::Sse => code(second, Flags::INVALID),
            (Some(_), None) | (None, Some(_)) if family.number_wins(signalling) => {
                code(if Rank::of(&x).is_some() { first } else { second }, signalling)
            }
            (_, _) if family == Family::RiscV => code(self.ruled_nan(env), signalling),
            (_, _) => self.nan_result(env, &[x, y]),
        }
    }

    /// The code of an operand, padding cleared.
    fn canonical<W: Bits>(&self, bits: W, value: &Value<W>) -> W {
        match value {
            Value::Finite(u) if u.significand == W::ZERO => self.zero_code(u.sign),
            _ => (bits & W::mask(self.width)) >> self.pad << self.pad,
        }
    }

    fn negative<W: Bits>(&self, code: W) -> bool {
        self.sign && code.bit(self.width - 1)
    }
}
