//! rustc_apfloat's operations, from codes to code and status, called and not inlined.

use rustc_apfloat::{Float, Round, Status};

const RNE: Round = Round::NearestTiesToEven;

/// `x + y`.
#[inline(never)]
pub(crate) fn add<F: Float>(x: impl Into<u128>, y: impl Into<u128>) -> (u64, Status) {
    code(F::from_bits(x.into()).add_r(F::from_bits(y.into()), RNE))
}

/// `x * y`.
#[inline(never)]
pub(crate) fn mul<F: Float>(x: impl Into<u128>, y: impl Into<u128>) -> (u64, Status) {
    code(F::from_bits(x.into()).mul_r(F::from_bits(y.into()), RNE))
}

/// `x / y`.
#[inline(never)]
pub(crate) fn div<F: Float>(x: impl Into<u128>, y: impl Into<u128>) -> (u64, Status) {
    code(F::from_bits(x.into()).div_r(F::from_bits(y.into()), RNE))
}

/// `x * y + z`.
#[inline(never)]
pub(crate) fn fma<F: Float>(
    x: impl Into<u128>,
    y: impl Into<u128>,
    z: impl Into<u128>,
) -> (u64, Status) {
    code(F::from_bits(x.into()).mul_add_r(F::from_bits(y.into()), F::from_bits(z.into()), RNE))
}

#[inline(always)]
fn code<F: Float>(r: rustc_apfloat::StatusAnd<F>) -> (u64, Status) {
    (r.value.to_bits() as u64, r.status)
}
