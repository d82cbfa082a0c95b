//! Fused multiply-add.

use super::add::zero_sign;
use super::exact::{Last, Round};
use super::multiply::product;
use super::operand::shift_joined;
use crate::format::leading_at;
use crate::{Bits, Env, Flags, Format, NanRule, Rounded, StaticFormat, Unrounded, Value};

/// `a * b + c`, rounded once.
///
/// An infinity times zero is invalid also where `c` is a quiet NaN, save under [`NanRule::Sse`];
/// IEEE 754-2019, 7.2 c leaves that open.
///
/// ```
/// use softfloat::{format::Binary32, ieee::fma, Env};
/// let [a, b, c] = [1.5f32, 2.0, 0.25].map(f32::to_bits);
/// assert_eq!(fma::<Binary32>(a, b, c, &Env::IEEE).bits, 3.25f32.to_bits());
/// ```
#[inline(always)]
pub fn fma<F: StaticFormat>(a: F::Bits, b: F::Bits, c: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.fused::<Round>(a.cast(), b.cast(), c.cast(), env).cast()
}

impl Format {
    /// [`fma`](crate::ieee::fma()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let r = Binary16::FORMAT.fma(0x4000, 0x4200, 0x3c00, &Env::IEEE); // 2 * 3 + 1
    /// assert_eq!(r.bits, 0x4700); // 7
    /// ```
    #[must_use]
    pub fn fma(&self, a: u64, b: u64, c: u64, env: &Env) -> Rounded<u64> {
        self.fused::<Round>(a, b, c, env)
    }

    #[inline(always)]
    pub(super) fn fused<L: Last>(&self, a: u64, b: u64, c: u64, env: &Env) -> L::Out {
        if self.is_ordinary(a) && self.is_ordinary(b) && self.is_ordinary(c) {
            let [a, b, c] = [a, b, c].map(|code| self.ordinary(code));
            self.round_fused::<L>(self.precision(), env, a, b, c)
        } else {
            self.fused_any::<L>(self, [a, b, c], env)
        }
    }

    /// [`Self::fused`] for any operands, rounded into `to`.
    #[cold]
    #[inline(never)]
    pub(super) fn fused_any<L: Last>(&self, to: &Self, operands: [u64; 3], env: &Env) -> L::Out {
        let [a, b, c]: [Value<u64>; 3] = operands.map(|x| self.operand(env, x));
        if [a, b, c].iter().any(|v| matches!(v, Value::Nan { .. })) {
            return L::special(to.fused_nan(env, a, b, c));
        }
        if invalid_product(&a, &b) {
            return L::special(to.invalid(env));
        }
        let infinite = |v: &Value<u64>| matches!(v, Value::Infinite { .. });
        let sign = sign(&a) ^ sign(&b);
        match (infinite(&a) || infinite(&b), c) {
            (true, Value::Infinite { sign: other }) if other != sign => L::special(to.invalid(env)),
            (true, _) => L::special(to.infinite(env, sign)),
            (false, Value::Infinite { sign }) => L::special(to.infinite(env, sign)),
            (false, _) => {
                let (Value::Finite(x), Value::Finite(y), Value::Finite(z)) = (a, b, c) else {
                    return L::special(to.invalid(env));
                };
                self.fused_finite::<L>(to, env, x, y, z)
            }
        }
    }

    fn fused_finite<L: Last>(
        &self,
        to: &Self,
        env: &Env,
        x: Unrounded<u64>,
        y: Unrounded<u64>,
        z: Unrounded<u64>,
    ) -> L::Out {
        if x.significand == 0 || y.significand == 0 {
            let sign = x.sign ^ y.sign;
            let zero = z.significand == 0;
            let sign = if zero { zero_sign(env, sign, z.sign) } else { z.sign };
            return L::value(to, env, Unrounded { sign, ..z });
        }
        let width = self.working_width(to);
        let (x, y) = (leading_at(width, x), leading_at(width, y));
        if z.significand == 0 {
            return L::number(to, env, product::<u128>(x, y));
        }
        to.round_fused::<L>(width, env, x, y, leading_at(width, z))
    }

    /// `x * y + z` of numbers whose leading ones are at bit `width` - 1.
    #[inline(always)]
    fn round_fused<L: Last>(
        &self,
        width: u32,
        env: &Env,
        x: Unrounded<u64>,
        y: Unrounded<u64>,
        z: Unrounded<u64>,
    ) -> L::Out {
        if width <= 30 {
            L::total(self, env, sum(width, product::<u64>(x, y), z))
        } else {
            L::total(self, env, sum(width, product::<u128>(x, y), z.cast()))
        }
    }

    /// The NaN of a fused operation with a NaN among its operands.
    fn fused_nan(&self, env: &Env, a: Value<u64>, b: Value<u64>, c: Value<u64>) -> Rounded<u64> {
        let invalid = invalid_product(&a, &b);
        let r = match env.nan {
            NanRule::Arm if invalid => match c {
                Value::Nan { signalling: true, .. } => self.nan_result(env, &[c]),
                _ => self.invalid(env),
            },
            NanRule::Arm => self.nan_result(env, &[c, a, b]),
            _ => self.nan_result(env, &[a, b, c]),
        };
        let raised = Flags::INVALID.when(invalid && env.nan != NanRule::Sse);
        Rounded { flags: r.flags | raised, ..r }
    }
}

/// The sum of a product of two significands of `width` bits and an addend of `width` bits, their
/// leading ones as far up as they can be; 2 * width + 4 <= BITS.
///
/// Both are moved up to the bit below the top, so that the larger is the one of larger exponent or
/// its exponent is less by at most 1. At least three bits below either are free: what falls off the
/// end, which is joined into the last bit, falls off only where no more than one leading bit can
/// cancel.
#[inline(always)]
fn sum<W: Bits>(width: u32, product: Unrounded<W>, addend: Unrounded<W>) -> Unrounded<W> {
    let raised = |u: Unrounded<W>, up: u32| Unrounded {
        significand: u.significand << up,
        exponent: u.exponent - up as i32,
        ..u
    };
    let free = W::BITS - 1 - 2 * width;
    let x = raised(product, free);
    let y = raised(addend, W::BITS - 1 - width);
    let (high, low) = if x.exponent >= y.exponent { (x, y) } else { (y, x) };
    let moved = shift_joined(low.significand, free, (high.exponent - low.exponent) as u32);
    if high.sign == low.sign {
        return Unrounded { significand: high.significand.plus(moved), ..high };
    }
    if high.significand < moved {
        return Unrounded { sign: low.sign, significand: moved.minus(high.significand), ..high };
    }
    Unrounded { significand: high.significand.minus(moved), ..high }
}

fn sign(v: &Value<u64>) -> bool {
    match *v {
        Value::Nan { sign, .. } | Value::Infinite { sign } => sign,
        Value::Finite(u) => u.sign,
    }
}

/// Infinity times zero.
fn invalid_product(a: &Value<u64>, b: &Value<u64>) -> bool {
    let zero = |v: &Value<u64>| matches!(v, Value::Finite(u) if u.significand == 0);
    let infinite = |v: &Value<u64>| matches!(v, Value::Infinite { .. });
    infinite(a) && zero(b) || zero(a) && infinite(b)
}
