//! Square root.

use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `sqrt(a)`, rounded once. The root of -0 is -0; of any other negative value it is invalid.
///
/// ```
/// use softfloat::{format::Binary32, ieee::sqrt, Env};
/// assert_eq!(sqrt::<Binary32>(2.25f32.to_bits(), &Env::IEEE).bits, 1.5f32.to_bits());
/// ```
#[inline(always)]
pub fn sqrt<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.square_root(a.cast(), env).cast()
}

impl Format {
    /// [`sqrt`](crate::ieee::sqrt()) in this format.
    #[must_use]
    pub fn sqrt(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.square_root(a, env)
    }

    #[inline(always)]
    fn square_root(&self, a: u64, env: &Env) -> Rounded<u64> {
        if self.is_ordinary(a) && !a.bit(self.width - 1) {
            self.round_pack(env, root(self.precision(), self.ordinary(a)))
        } else {
            self.square_root_any(a, env)
        }
    }

    /// [`Self::square_root`] for any operand.
    #[cold]
    #[inline(never)]
    fn square_root_any(&self, a: u64, env: &Env) -> Rounded<u64> {
        let a: Value<u64> = self.read(env, a);
        match a {
            Value::Nan { .. } => self.nan_result(env, &[a]),
            Value::Infinite { sign: false } => self.encode(env, a),
            Value::Finite(u) if u.significand == 0 => self.round_pack(env, u),
            Value::Finite(u) if !u.sign => {
                self.round_pack(env, root(self.precision(), self.leading(u)))
            }
            _ => self.invalid(env),
        }
    }
}

/// The root of a positive number whose leading one is at bit `width - 1`, to `width + 1` bits at
/// least. What is left is sticky.
#[inline(always)]
fn root(width: u32, u: Unrounded<u64>) -> Unrounded<u64> {
    let (half_up, significand, sticky) = if width <= 31 {
        let (x, up) = even(u, 63 - width as i32);
        let root = x.isqrt();
        ((u.exponent - up) >> 1, root, root * root != x)
    } else {
        // The last bits of a root of 64 bits are the fraction of that of 32 bits.
        let (x, up) = even(u, 63 - width as i32);
        let radicand = u128::from(x) << 64;
        let root = radicand.isqrt();
        ((u.exponent - up - 64) >> 1, root as u64, root * root != radicand)
    };
    Unrounded { sign: false, exponent: half_up, significand, sticky }
}

/// The significand moved up by `up` bits, or one more where that makes the exponent even; and by
/// how many.
#[inline(always)]
fn even(u: Unrounded<u64>, up: i32) -> (u64, i32) {
    let up = up + ((u.exponent - up) & 1);
    (u.significand << up, up)
}
