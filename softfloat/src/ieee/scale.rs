//! scaleB and logB.

use crate::format::Int32;
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

/// Beyond this, up or down, every exponent of every format overflows or underflows alike.
const FAR: i64 = 1 << 20;

/// `a * 2^n`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::scale_b, Env, Flags};
/// let r = scale_b::<Binary32>(3f32.to_bits(), -150, &Env::IEEE); // 1.5 of the least subnormal
/// assert_eq!((r.bits, r.flags), (2, Flags::INEXACT | Flags::UNDERFLOW));
/// ```
pub fn scale_b<F: StaticFormat>(a: F::Bits, n: i64, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.scaled(a, n, env)
}

/// The exponent of `a` as a number of its format (logB, 5.3.3), rounded once where the format is too coarse.
///
/// Subnormal numbers have the exponent of their leading one. A zero gives what x / 0 gives for
/// negative x: -infinity with *divide by zero*.
///
/// ```
/// use softfloat::{format::Binary32, ieee::log_b, Env};
/// assert_eq!(log_b::<Binary32>(10f32.to_bits(), &Env::IEEE).bits, 3f32.to_bits());
/// assert_eq!(log_b::<Binary32>(1, &Env::IEEE).bits, (-149f32).to_bits());
/// ```
pub fn log_b<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.exponent(a, env)
}

/// The exponent of `a` as an integer of 32 bits (logB with an integer logBFormat, 5.3.3). A zero, an infinity or NaN has
/// none: *invalid*, and what minus infinity, infinity or NaN becomes as such an integer under `env.integer`.
///
/// ```
/// use softfloat::{format::Binary32, ieee::log_b_integer, Env, Flags};
/// assert_eq!(log_b_integer::<Binary32>(1, &Env::IEEE).bits, -149i32 as u32);
/// let r = log_b_integer::<Binary32>(0, &Env::IEEE);
/// assert_eq!((r.bits, r.flags), (i32::MIN as u32, Flags::INVALID));
/// ```
pub fn log_b_integer<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<u32> {
    F::FORMAT.exponent_integer(a.cast(), env).cast()
}

impl Format {
    /// [`log_b_integer`](crate::ieee::log_b_integer()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.log_b_integer(0x4900, &Env::IEEE).bits, 3); // 10 = 1.25 * 2^3
    /// let r = Binary16::FORMAT.log_b_integer(0, &Env::IEEE);
    /// assert_eq!((r.bits, r.flags), (0x8000_0000, Flags::INVALID)); // the least of 32 bits
    /// ```
    #[must_use]
    pub fn log_b_integer(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.exponent_integer(a, env)
    }

    fn exponent_integer(&self, a: u64, env: &Env) -> Rounded<u64> {
        let value = match self.read(env, a) {
            Value::Finite(u) if u.significand == 0 => Value::Infinite { sign: true },
            Value::Infinite { .. } => Value::Infinite { sign: false },
            Value::Finite(u) => {
                let e = u.exponent + (63 - u.significand.lead()) as i32;
                Value::Finite(Unrounded::exact(e < 0, 0, u64::from(e.unsigned_abs())))
            }
            nan @ Value::Nan { .. } => nan,
        };
        Int32::FORMAT.encode(env, value)
    }

    /// [`scale_b`](crate::ieee::scale_b()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.scale_b(0x3e00, 2, &Env::IEEE).bits, 0x4600); // 1.5 * 4 = 6
    /// ```
    #[must_use]
    pub fn scale_b(&self, a: u64, n: i64, env: &Env) -> Rounded<u64> {
        self.scaled(a, n, env)
    }

    /// [`log_b`](crate::ieee::log_b()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.log_b(0x4900, &Env::IEEE).bits, 0x4200); // 10 = 1.25 * 2^3
    /// ```
    #[must_use]
    pub fn log_b(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.exponent(a, env)
    }

    fn scaled<W: Bits>(&self, a: W, n: i64, env: &Env) -> Rounded<W> {
        self.encode_result(env, self.times_power(a, n, env))
    }

    /// What [`Self::scale_b`] rounds.
    pub(super) fn times_power<W: Bits>(&self, a: W, n: i64, env: &Env) -> Value<W> {
        let mut value = self.read(env, a);
        if let Value::Finite(u) = &mut value {
            u.exponent += n.clamp(-FAR, FAR) as i32;
        }
        value
    }

    fn exponent<W: Bits>(&self, a: W, env: &Env) -> Rounded<W> {
        match self.integer_exponent(a, env) {
            Ok(integer) => self.round_pack(env, integer).cast(),
            Err(special) => special,
        }
    }

    /// What [`Self::log_b`] rounds, which may not fit into a narrow word; or its special result.
    pub(super) fn integer_exponent<W: Bits>(
        &self,
        a: W,
        env: &Env,
    ) -> Result<Unrounded<u64>, Rounded<W>> {
        match self.read(env, a) {
            nan @ Value::Nan { .. } => Err(self.encode(env, nan)),
            Value::Infinite { .. } => Err(self.infinite(env, false)),
            Value::Finite(u) if u.significand == W::ZERO => {
                Err(Rounded { bits: self.exact_infinity(true), flags: Flags::DIVIDE_BY_ZERO })
            }
            Value::Finite(u) => {
                let e = u.exponent + (W::BITS - 1 - u.significand.lead()) as i32;
                Ok(Unrounded::exact(e < 0, 0, u64::from(e.unsigned_abs())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Binary32, Binary64, Custom};
    use crate::ieee::small::{SMALL, environments, patterns};
    use crate::{Tininess, Underflow, convert_any};

    /// 2^n in binary64 times a small value is exact; the conversion rounds it.
    #[test]
    fn every_small_code() {
        for s in &SMALL {
            for env in environments() {
                for code in s.codes() {
                    let v = s.operand(code, &env);
                    for n in (-45..=45).chain([-900, 900]) {
                        let r = s.format.scale_b(code, n, &env);
                        let name = (s.format.name, code, n, env);
                        if v.is_nan() {
                            assert_eq!(r.bits, s.kept_nan(code, env.nan), "{name:x?}");
                            assert_eq!(r.flags, Flags::INVALID.when(s.is_signalling(code)));
                            continue;
                        }
                        let scaled = v * 2f64.powi(n as i32);
                        let plain = Env { daz: false, ..env };
                        let want =
                            convert_any(&Binary64::FORMAT, &s.format, &plain, scaled.to_bits());
                        assert_eq!(r, want, "{name:x?}");
                    }
                    for (far, near) in [(i64::MIN, -900), (i64::MAX, 900), (1 << 40, 900)] {
                        assert_eq!(
                            s.format.scale_b(code, far, &env),
                            s.format.scale_b(code, near, &env)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn binary32_through_the_machines_binary64() {
        for (i, x) in patterns(100_000).enumerate() {
            let v = f32::from_bits(x as u32);
            let n = i as i64 % 601 - 300;
            if !v.is_nan() {
                let want = (f64::from(v) * 2f64.powi(n as i32)) as f32;
                assert_eq!(scale_b::<Binary32>(x as u32, n, &Env::IEEE).bits, want.to_bits());
            }
        }
    }

    #[test]
    fn across_the_widest_range() {
        // From the least subnormal number, 2^-16383, to the highest binade and back.
        type Range = Custom<15, 1, u32>;
        let scale = |x, n| scale_b::<Range>(x, n, &Env::IEEE);
        let (least, high, infinity) = (1, 0x7ffe << 1, 0x7fff << 1);
        assert_eq!(scale(least, 32766), Rounded { bits: high, flags: Flags::NONE });
        assert_eq!(scale(high, -32766), Rounded { bits: least, flags: Flags::NONE });
        let flags = Flags::OVERFLOW | Flags::INEXACT;
        assert_eq!(scale(least, 32767), Rounded { bits: infinity, flags });
        assert_eq!(scale(least, i64::MAX), Rounded { bits: infinity, flags });
    }

    #[test]
    fn tiny_results() {
        let scale = |x: f32, n, env: &Env| scale_b::<Binary32>(x.to_bits(), n, env);
        let both = Flags::INEXACT | Flags::UNDERFLOW;
        // Just below the least normal number, rounded up to it: tiny under either rule, since the
        // operand has no more bits than the format keeps.
        let below = f32::from_bits(0x3fff_ffff);
        let before = Env { tininess: Tininess::Before, ..Env::IEEE };
        for env in [before, Env::IEEE] {
            assert_eq!(scale(below, -127, &env), Rounded { bits: 0x80_0000, flags: both });
        }
        // Exact subnormal results are not underflows, unless they are flushed.
        assert_eq!(
            scale(-1.0, -149, &Env::IEEE),
            Rounded { bits: 0x8000_0001, flags: Flags::NONE }
        );
        let flush = Env { underflow: Underflow::FlushSigned, ..Env::IEEE };
        assert_eq!(scale(-1.0, -149, &flush), Rounded { bits: 0x8000_0000, flags: both });
    }

    #[test]
    fn exponents_of_every_small_code() {
        for s in &SMALL {
            for env in environments() {
                for code in s.codes() {
                    let v = s.operand(code, &env);
                    let r = s.format.log_b(code, &env);
                    let name = (s.format.name, code, env);
                    if v.is_nan() {
                        assert_eq!(r.bits, s.kept_nan(code, env.nan), "{name:x?}");
                        assert_eq!(r.flags, Flags::INVALID.when(s.is_signalling(code)));
                    } else if v == 0.0 {
                        let largest = s.codes().map(|c| s.value(c)).fold(0.0, f64::max);
                        let infinity = s.code(f64::NEG_INFINITY);
                        let want = infinity.or(s.default_nan(true)).or(s.code(-largest));
                        assert_eq!(
                            (Some(r.bits), r.flags),
                            (want, Flags::DIVIDE_BY_ZERO),
                            "{name:x?}"
                        );
                    } else if v.is_infinite() {
                        assert_eq!((Some(r.bits), r.flags), (s.code(f64::INFINITY), Flags::NONE));
                    } else {
                        let e = (-60..60).find(|e| v.abs() < 2f64.powi(e + 1)).unwrap();
                        let plain = Env { daz: false, ..env };
                        let exponent = f64::from(e).to_bits();
                        assert_eq!(r, convert_any(&Binary64::FORMAT, &s.format, &plain, exponent));
                    }
                }
            }
        }
    }

    #[test]
    fn integer_exponents_of_every_small_code() {
        for s in &SMALL {
            for env in environments() {
                for code in s.codes() {
                    let v = s.operand(code, &env);
                    let (want, flags) = match v {
                        v if v.is_nan() || v.is_infinite() => (i32::MAX, Flags::INVALID),
                        0.0 => (i32::MIN, Flags::INVALID),
                        v => ((-60..60).find(|e| v.abs() < 2f64.powi(e + 1)).unwrap(), Flags::NONE),
                    };
                    let r = s.format.log_b_integer(code, &env);
                    assert_eq!((r.bits as u32 as i32, r.flags), (want, flags), "{code:x} {env:?}");
                }
            }
        }
    }

    #[test]
    fn exponents_that_the_format_lacks() {
        // -60 is beyond e2m61, whose largest number is below 4; 16383 has more than 2 bits.
        let r = log_b::<Custom<2, 61, u64>>(1, &Env::IEEE);
        assert_eq!((r.bits, r.flags), (0xe << 60, Flags::OVERFLOW | Flags::INEXACT));
        let r = log_b::<Custom<15, 1, u32>>(0x7ffe << 1, &Env::IEEE);
        assert_eq!((r.bits, r.flags), ((16383 + 14) << 1, Flags::INEXACT));
    }
}
