//! Rounding to an integral value, in the same format or into an integer format.

use crate::round::round_off;
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

#[cfg(test)]
mod tests;

/// The integral value that `a` rounds to in the direction of `env`; *inexact* is signalled only
/// with `exact` (roundToIntegralExact). A zero result keeps the sign of `a`.
///
/// In formats whose largest number is not integral (FP6 E2M3: 7.5) the integral value may be
/// beyond it: then it is an overflow like any other, with *inexact*.
///
/// ```
/// use softfloat::{format::Binary32, ieee::round_to_integral, Env, Flags, Rounding};
/// let down = Env::IEEE.rounding(Rounding::Down);
/// let r = round_to_integral::<Binary32>((-2.5f32).to_bits(), true, &down);
/// assert_eq!((f32::from_bits(r.bits), r.flags), (-3.0, Flags::INEXACT));
/// ```
pub fn round_to_integral<F: StaticFormat>(a: F::Bits, exact: bool, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.integral(a, exact, env)
}

/// `a` rounded into the integer format `I`; *inexact* is signalled only with `exact`
/// (convertToIntegerExact). Out of range `env.integer` decides.
///
/// ```
/// use softfloat::{format::{Binary32, Int8}, ieee::to_integer, Env, Flags, IntegerRule};
/// let x86 = Env { integer: IntegerRule::X86, ..Env::IEEE };
/// assert_eq!(to_integer::<Binary32, Int8>(128f32.to_bits(), true, &x86).bits, 0x80);
/// assert_eq!(to_integer::<Binary32, Int8>(1.5f32.to_bits(), false, &x86).flags, Flags::NONE);
/// ```
pub fn to_integer<F: StaticFormat, I: StaticFormat>(
    a: F::Bits,
    exact: bool,
    env: &Env,
) -> Rounded<I::Bits> {
    quiet_unless(exact, crate::convert::<F, I>(a, env))
}

impl Format {
    /// [`round_to_integral`](crate::ieee::round_to_integral()) in this format.
    #[must_use]
    pub fn round_to_integral(&self, a: u64, exact: bool, env: &Env) -> Rounded<u64> {
        self.integral(a, exact, env)
    }

    /// [`to_integer`](crate::ieee::to_integer()) from this format into `integer`.
    #[must_use]
    pub fn to_integer(&self, integer: &Self, a: u64, exact: bool, env: &Env) -> Rounded<u64> {
        quiet_unless(exact, crate::convert_any(self, integer, env, a))
    }

    fn integral<W: Bits>(&self, a: W, exact: bool, env: &Env) -> Rounded<W> {
        match self.read(env, a) {
            Value::Finite(u) => self.round_integral(env, u, exact),
            special => self.encode_result(env, special),
        }
    }

    /// A number of this format rounded to an integral value, and that into the format.
    pub(super) fn round_integral<W: Bits>(
        &self,
        env: &Env,
        u: Unrounded<W>,
        exact: bool,
    ) -> Rounded<W> {
        if u.exponent >= 0 {
            return self.round_pack(env, u);
        }
        let (magnitude, lost) = to_units(env, u);
        let r = self.round_pack(env, Unrounded::exact(u.sign, 0, magnitude));
        Rounded { bits: r.bits, flags: r.flags | Flags::INEXACT.when(lost && exact) }
    }
}

/// The magnitude of a value with fraction bits, rounded to an integer, and whether anything was
/// lost. A significand leaves the top two bits of its word free (sign and exponent need them), so
/// the longest drop stands for all longer ones: it already leaves less than a half.
fn to_units<W: Bits>(env: &Env, u: Unrounded<W>) -> (W, bool) {
    let drop = u.exponent.unsigned_abs().min(W::BITS - 1);
    round_off(env.rounding, u.sign, u.significand, drop, u.sticky)
}

pub(super) fn quiet_unless<B>(exact: bool, r: Rounded<B>) -> Rounded<B> {
    if exact { r } else { Rounded { flags: r.flags.without(Flags::INEXACT), ..r } }
}
