//! Multiplication.

use super::exact::{Last, Round};
use crate::format::leading_at;
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
    F::FORMAT.multiply::<Round>(a.cast(), b.cast(), env).cast()
}

impl Format {
    /// [`mul`](crate::ieee::mul()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// assert_eq!(half.mul(0x4000, 0x4200, &Env::IEEE).bits, 0x4600); // 2 * 3
    /// let r = half.mul(0x4000, 0x7bff, &Env::IEEE); // twice the largest number
    /// assert_eq!((r.bits, r.flags), (0x7c00, Flags::OVERFLOW | Flags::INEXACT));
    /// ```
    #[must_use]
    pub fn mul(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.multiply::<Round>(a, b, env)
    }

    #[inline(always)]
    pub(super) fn multiply<L: Last>(&self, a: u64, b: u64, env: &Env) -> L::Out {
        if self.is_ordinary(a) && self.is_ordinary(b) {
            self.round_product::<L>(self.precision(), env, self.ordinary(a), self.ordinary(b))
        } else {
            self.multiply_any::<L>(self, a, b, env)
        }
    }

    /// [`Self::multiply`] for any operands, rounded into `to`.
    #[cold]
    #[inline(never)]
    pub(super) fn multiply_any<L: Last>(&self, to: &Self, a: u64, b: u64, env: &Env) -> L::Out {
        let (a, b): (Value<u64>, Value<u64>) = (self.operand(env, a), self.operand(env, b));
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => {
                L::special(to.nan_result(env, &[a, b]))
            }
            (Value::Infinite { sign: x }, Value::Infinite { sign: y }) => {
                L::special(to.infinite(env, x ^ y))
            }
            (Value::Infinite { sign }, Value::Finite(u))
            | (Value::Finite(u), Value::Infinite { sign }) => {
                if u.significand == 0 {
                    L::special(to.invalid(env))
                } else {
                    L::special(to.infinite(env, sign ^ u.sign))
                }
            }
            (Value::Finite(x), Value::Finite(y)) => {
                if x.significand == 0 || y.significand == 0 {
                    return L::value(to, env, Unrounded::exact(x.sign ^ y.sign, 0, 0u64));
                }
                let width = self.working_width(to);
                to.round_product::<L>(width, env, leading_at(width, x), leading_at(width, y))
            }
        }
    }

    /// The product of two numbers whose leading ones are at bit `width` - 1.
    #[inline(always)]
    fn round_product<L: Last>(
        &self,
        width: u32,
        env: &Env,
        x: Unrounded<u64>,
        y: Unrounded<u64>,
    ) -> L::Out {
        let (sign, exponent) = (x.sign ^ y.sign, x.exponent + y.exponent);
        if width <= 32 {
            let significand = x.significand * y.significand;
            return L::number(self, env, Unrounded::exact(sign, exponent, significand));
        }
        // Leading ones at the top: the product's is at one of the top two bits, and what lies in
        // the lower half is only sticky.
        let up = 64 - width;
        let product = u128::from(x.significand << up) * u128::from(y.significand << up);
        let unrounded = Unrounded {
            sign,
            exponent: exponent + 64 - 2 * up as i32,
            significand: (product >> 64) as u64,
            sticky: product as u64 != 0,
        };
        L::number(self, env, unrounded)
    }
}

/// The exact product.
#[inline(always)]
pub(super) fn product<W: Bits>(x: Unrounded<u64>, y: Unrounded<u64>) -> Unrounded<W> {
    let significand = u128::from(x.significand) * u128::from(y.significand);
    Unrounded::exact(x.sign ^ y.sign, x.exponent + y.exponent, W::low(significand))
}
