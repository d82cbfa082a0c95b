//! Rounding to an integral value, in the same format or into an integer format.

use crate::round::round_off;
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

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
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let r = Binary16::FORMAT.round_to_integral(0x4100, true, &Env::IEEE); // 2.5, a tie
    /// assert_eq!((r.bits, r.flags), (0x4000, Flags::INEXACT)); // 2
    /// ```
    #[must_use]
    pub fn round_to_integral(&self, a: u64, exact: bool, env: &Env) -> Rounded<u64> {
        self.integral(a, exact, env)
    }

    /// [`to_integer`](crate::ieee::to_integer()) from this format into `integer`.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, Env, Flags, StaticFormat};
    /// let to = |code| Binary16::FORMAT.to_integer(&Int8::FORMAT, code, true, &Env::IEEE);
    /// assert_eq!((to(0x4100).bits, to(0x4100).flags), (2, Flags::INEXACT)); // 2.5
    /// assert_eq!((to(0x5800).bits, to(0x5800).flags), (127, Flags::INVALID)); // 128
    /// ```
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rounding;
    use crate::format::{Binary32, Binary64, Custom};
    use crate::ieee::small::{SMALL, environments, patterns};

    /// The definition, in binary64 where every value of the small formats and its floor are exact.
    fn integral(rounding: Rounding, v: f64) -> f64 {
        match rounding {
            Rounding::NearestEven => v.round_ties_even(),
            Rounding::NearestAway => v.round(),
            Rounding::TowardZero => v.trunc(),
            Rounding::Up => v.ceil(),
            Rounding::Down => v.floor(),
            Rounding::ToOdd if v.floor() % 2.0 == 0.0 => v.ceil(),
            Rounding::ToOdd => v.floor(),
        }
    }

    #[test]
    fn every_small_code() {
        for s in &SMALL {
            for env in environments() {
                for (code, exact) in s.codes().flat_map(|c| [(c, false), (c, true)]) {
                    let r = s.format.round_to_integral(code, exact, &env);
                    let v = s.operand(code, &env);
                    let want = integral(env.rounding, v);
                    let name = (s.format.name, code, env, exact);
                    if v.is_nan() {
                        assert_eq!(r.bits, s.kept_nan(code, env.nan), "{name:x?}");
                        let invalid = Flags::INVALID.when(s.is_signalling(code));
                        assert_eq!(r.flags, invalid, "{name:x?}");
                    } else if let Some(want_code) = s.code(want) {
                        assert_eq!(r.bits, want_code, "{name:x?}");
                        assert_eq!(r.flags, Flags::INEXACT.when(exact && want != v), "{name:x?}");
                    } else {
                        // 7.5 of E2M3 to 8, 3.75 of e2m3 to 4: an overflow.
                        let nearest =
                            matches!(env.rounding, Rounding::NearestEven | Rounding::NearestAway);
                        let toward = nearest || (env.rounding == Rounding::Up) == (v > 0.0);
                        let infinite = s.format.has_infinity() && toward;
                        let largest = s.codes().map(|c| s.value(c)).filter(|v| v.is_finite());
                        let largest = largest.fold(0.0, f64::max);
                        let magnitude = if infinite { f64::INFINITY } else { largest };
                        assert_eq!(Some(r.bits), s.code(magnitude.copysign(v)), "{name:x?}");
                        assert_eq!(r.flags, Flags::OVERFLOW | Flags::INEXACT, "{name:x?}");
                    }
                }
            }
        }
    }

    #[test]
    fn like_the_machine() {
        for rounding in Rounding::ALL {
            let env = Env::IEEE.rounding(rounding);
            for x in patterns(100_000) {
                let v = f64::from_bits(x);
                if !v.is_nan() {
                    let r = round_to_integral::<Binary64>(x, true, &env);
                    // The parity of a large floor is lost in no binary64: beyond 2^53 all are even.
                    let want = if v.trunc() == v { v } else { integral(rounding, v) };
                    assert_eq!((r.bits, !r.flags.is_empty()), (want.to_bits(), want != v), "{v:?}");
                }
                let v = f32::from_bits(x as u32);
                if !v.is_nan() {
                    let r = round_to_integral::<Binary32>(x as u32, true, &env);
                    let wide = v.into();
                    let want = if v.trunc() == v { v } else { integral(rounding, wide) as f32 };
                    assert_eq!((r.bits, !r.flags.is_empty()), (want.to_bits(), want != v), "{v:?}");
                }
            }
        }
    }

    #[test]
    fn the_widest_and_the_narrowest_formats_do_not_panic() {
        type Wide = Custom<2, 61, u64>;
        type Range = Custom<15, 1, u32>;
        for rounding in Rounding::ALL {
            let env = Env::IEEE.rounding(rounding);
            for x in patterns(1000) {
                let r = round_to_integral::<Wide>(x, true, &env);
                assert_eq!(round_to_integral::<Wide>(r.bits, true, &env).bits, r.bits);
                let r = round_to_integral::<Range>(x as u32, true, &env);
                assert_eq!(round_to_integral::<Range>(r.bits, true, &env).bits, r.bits);
            }
        }
    }

    /// In every width that fits an `i128` many times over: the integer nearest by the rule, its low
    /// bits, or what the machine gives.
    #[test]
    fn integers_under_every_rule() {
        use crate::IntegerRule::{Arm, RiscV, Wrap, X86};
        for s in &SMALL {
            for (width, signed) in (2..=64).flat_map(|w| [(w, false), (w, true)]) {
                let target = Format::integer(width, signed).unwrap();
                let (low, high) = if signed {
                    (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
                } else {
                    (0, (1i128 << width) - 1)
                };
                let code = |v: i128| (v as u128 & ((1 << width) - 1)) as u64;
                for rounding in Rounding::ALL {
                    for rule in [RiscV, Arm, X86, Wrap] {
                        let env = Env { integer: rule, rounding, ..Env::IEEE };
                        for c in s.codes() {
                            let v = s.value(c);
                            // Every finite value is below 2^100.
                            let n = integral(rounding, v) as i128;
                            let held = v.is_finite() && (low..=high).contains(&n);
                            let nearer = if v > 0.0 { high } else { low };
                            let want = match rule {
                                _ if held => n,
                                RiscV if v.is_nan() => high,
                                Arm if v.is_nan() => 0,
                                RiscV | Arm => nearer,
                                X86 => {
                                    if signed {
                                        low
                                    } else {
                                        high
                                    }
                                }
                                Wrap if v.is_finite() => n,
                                Wrap => 0,
                            };
                            let flags = match (held, n as f64 == v) {
                                (false, _) => Flags::INVALID,
                                (true, equal) => Flags::INEXACT.when(!equal),
                            };
                            let r = s.format.to_integer(&target, c, true, &env);
                            assert_eq!(
                                (r.bits, r.flags),
                                (code(want), flags),
                                "{v} {width} {env:?}"
                            );
                            let r = s.format.to_integer(&target, c, false, &env);
                            let flags = Flags::INVALID.when(!held);
                            assert_eq!(
                                (r.bits, r.flags),
                                (code(want), flags),
                                "{v} {width} {env:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn wrapped_whatever_the_magnitude() {
        let wrap = Env { integer: crate::IntegerRule::Wrap, ..Env::IEEE };
        for x in patterns(100_000) {
            let v = f64::from_bits(x);
            if v.abs() < 2f64.powi(120) {
                let n = v.round_ties_even() as i128;
                for width in [2, 5, 8, 31, 32, 33, 63, 64] {
                    let to = Format::integer(width, true).unwrap();
                    let r = Binary64::FORMAT.to_integer(&to, x, true, &wrap);
                    assert_eq!(r.bits, (n as u128 & ((1 << width) - 1)) as u64, "{v:e} {width}");
                }
            } else {
                let r = Binary64::FORMAT.to_integer(&crate::format::Uint64::FORMAT, x, true, &wrap);
                assert_eq!((r.bits, r.flags), (0, Flags::INVALID), "{v:e}");
            }
        }
    }

    #[test]
    fn block_elements_saturate_under_every_rule() {
        use crate::format::MxInt8Elem;
        for integer in [crate::IntegerRule::Arm, crate::IntegerRule::X86, crate::IntegerRule::Wrap]
        {
            let env = Env { integer, ..Env::IEEE };
            for (v, code) in [(2f32, 0x7f), (-2.0, 0x81), (f32::INFINITY, 0x7f), (f32::NAN, 0x7f)] {
                let r = crate::convert::<Binary32, MxInt8Elem>(v.to_bits(), &env);
                assert_eq!((r.bits, r.flags), (code, Flags::INVALID), "{v}");
            }
        }
    }

    #[test]
    fn subnormal_operands_of_conversions_read_as_zeros() {
        let daz = Env { daz: true, rounding: Rounding::Up, ..Env::IEEE };
        let r = to_integer::<Binary32, crate::format::Int8>(1, true, &daz);
        assert_eq!((r.bits, r.flags), (0, Flags::NONE));
        let r = crate::convert::<Binary32, Binary64>(0x8000_0001, &daz);
        assert_eq!((r.bits, r.flags), (1 << 63, Flags::NONE));
        let r = crate::convert_any(&Binary32::FORMAT, &Binary64::FORMAT, &daz, 0x80_0000);
        assert_eq!(f64::from_bits(r.bits), f64::from(f32::MIN_POSITIVE));
    }
}
