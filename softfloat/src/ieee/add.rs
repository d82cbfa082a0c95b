//! Addition and subtraction.

use super::operand::sum;
use crate::{Bits, Env, Format, Rounded, StaticFormat, Value};

/// `a + b`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::add, Env};
/// let r = add::<Binary32>(1.5f32.to_bits(), 2.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 3.75f32.to_bits());
/// ```
#[inline(always)]
pub fn add<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.add(a.wide() as u64, b.wide() as u64, env).cast()
}

/// `a - b`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::sub, Env};
/// let r = sub::<Binary32>(1.5f32.to_bits(), 2.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, -0.75f32.to_bits());
/// ```
#[inline(always)]
pub fn sub<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.sub(a.wide() as u64, b.wide() as u64, env).cast()
}

impl Format {
    /// [`add`](crate::ieee::add()) in this format.
    #[must_use]
    pub fn add(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.added(self.read(env, a), self.read(env, b), false, env)
    }

    /// [`sub`](crate::ieee::sub()) in this format.
    #[must_use]
    pub fn sub(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.added(self.read(env, a), self.read(env, b), true, env)
    }

    /// a + b, or a - b.
    fn added(&self, a: Value<u64>, b: Value<u64>, minus: bool, env: &Env) -> Rounded<u64> {
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => self.nan_result(env, &[a, b]),
            (Value::Infinite { sign: x }, Value::Infinite { sign: y }) if x != (y ^ minus) => {
                self.invalid(env)
            }
            (Value::Infinite { sign }, _) => self.encode(env, Value::Infinite { sign }),
            (_, Value::Infinite { sign }) => {
                self.encode(env, Value::Infinite { sign: sign ^ minus })
            }
            (Value::Finite(x), Value::Finite(mut y)) => {
                y.sign ^= minus;
                self.round_pack(env, sum(x.cast(), y.cast(), env)).cast()
            }
        }
    }
}
