//! Minimum and maximum, in every variant that standards and machines have.

use crate::{Env, Format, Rounded, StaticFormat};

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

/// The minimum or maximum of a and b. The result is one of the operands, or NaN; nothing is
/// rounded.
pub fn min_max<F: StaticFormat>(
    variant: MinMax,
    a: F::Bits,
    b: F::Bits,
    env: &Env,
) -> Rounded<F::Bits> {
    let _ = (variant, a, b, env);
    todo!()
}

impl Format {
    /// [`min_max`](crate::ieee::min_max()) in this format.
    #[must_use]
    pub fn min_max(&self, variant: MinMax, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let _ = (variant, a, b, env);
        todo!()
    }
}
