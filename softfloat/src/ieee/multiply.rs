//! Multiplication.

use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `a * b`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::mul, Env};
/// let r = mul::<Binary32>(1.5f32.to_bits(), 2.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 3.375f32.to_bits());
/// ```
#[inline(always)]
pub fn mul<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.mul(a.wide() as u64, b.wide() as u64, env).cast()
}

impl Format {
    /// [`mul`](crate::ieee::mul()) in this format.
    #[must_use]
    pub fn mul(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let (a, b) = (self.read(env, a), self.read(env, b));
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => self.nan_result(env, &[a, b]),
            (Value::Infinite { sign: x }, Value::Infinite { sign: y }) => {
                self.encode(env, Value::Infinite { sign: x ^ y })
            }
            (Value::Infinite { sign: x }, Value::Finite(u))
            | (Value::Finite(u), Value::Infinite { sign: x }) => {
                if u.significand == 0 {
                    self.invalid(env)
                } else {
                    self.encode(env, Value::Infinite { sign: x ^ u.sign })
                }
            }
            (Value::Finite(x), Value::Finite(y)) => self.round_pack(env, product(x, y)).cast(),
        }
    }
}

/// The exact product.
pub(super) fn product(x: Unrounded<u64>, y: Unrounded<u64>) -> Unrounded<u128> {
    let significand = u128::from(x.significand) * u128::from(y.significand);
    Unrounded::exact(x.sign ^ y.sign, x.exponent + y.exponent, significand)
}
