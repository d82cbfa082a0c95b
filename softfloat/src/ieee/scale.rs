//! scaleB and logB.

use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

#[cfg(test)]
mod tests;

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

impl Format {
    /// [`scale_b`](crate::ieee::scale_b()) in this format.
    #[must_use]
    pub fn scale_b(&self, a: u64, n: i64, env: &Env) -> Rounded<u64> {
        self.scaled(a, n, env)
    }

    /// [`log_b`](crate::ieee::log_b()) in this format.
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
            Value::Infinite { .. } => Err(self.infinite(false)),
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
