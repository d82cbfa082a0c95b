//! Rounding to an integral value, in the same format or into an integer format.

use crate::{Env, Format, Rounded, StaticFormat};

/// The integral value that `a` rounds to in the direction of `env`; *inexact* is signalled only
/// with `exact` (roundToIntegralExact).
pub fn round_to_integral<F: StaticFormat>(a: F::Bits, exact: bool, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, exact, env);
    todo!()
}

/// `a` rounded into the integer format `I`; *inexact* is signalled only with `exact`
/// (convertToIntegerExact). Out of range `env.integer` decides.
pub fn to_integer<F: StaticFormat, I: StaticFormat>(
    a: F::Bits,
    exact: bool,
    env: &Env,
) -> Rounded<I::Bits> {
    let _ = (a, exact, env);
    todo!()
}

impl Format {
    /// [`round_to_integral`](crate::ieee::round_to_integral()) in this format.
    #[must_use]
    pub fn round_to_integral(&self, a: u64, exact: bool, env: &Env) -> Rounded<u64> {
        let _ = (a, exact, env);
        todo!()
    }

    /// [`to_integer`](crate::ieee::to_integer()) from this format into `integer`.
    #[must_use]
    pub fn to_integer(&self, integer: &Self, a: u64, exact: bool, env: &Env) -> Rounded<u64> {
        let _ = (integer, a, exact, env);
        todo!()
    }
}
