//! Addition and subtraction.

use core::mem::swap;

use super::exact::{Last, Round};
use super::operand::{difference_sign, shift_joined};
use crate::format::leading_at;
use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `a + b`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::add, Env};
/// let r = add::<Binary32>(1.5f32.to_bits(), 2.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 3.75f32.to_bits());
/// ```
#[inline(always)]
pub fn add<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.add_signed::<Round>(a.cast(), b.cast(), false, env).cast()
}

/// `a - b`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::sub, Env};
/// let r = sub::<Binary32>(1.5f32.to_bits(), 2.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, (-0.75f32).to_bits());
/// ```
#[inline(always)]
pub fn sub<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.add_signed::<Round>(a.cast(), b.cast(), true, env).cast()
}

impl Format {
    /// [`add`](crate::ieee::add()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// assert_eq!(half.add(0x3c00, 0x4000, &Env::IEEE).bits, 0x4200); // 1 + 2
    /// let r = half.add(0x3c00, 0x1000, &Env::IEEE); // 1 + 2^-11, a tie
    /// assert_eq!((r.bits, r.flags), (0x3c00, Flags::INEXACT));
    /// ```
    #[must_use]
    pub fn add(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.add_signed::<Round>(a, b, false, env)
    }

    /// [`sub`](crate::ieee::sub()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.sub(0x3c00, 0x4000, &Env::IEEE).bits, 0xbc00); // 1 - 2
    /// ```
    #[must_use]
    pub fn sub(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.add_signed::<Round>(a, b, true, env)
    }

    /// `a + b`, or with `minus` `a - b`.
    #[inline(always)]
    pub(super) fn add_signed<L: Last>(&self, a: u64, b: u64, minus: bool, env: &Env) -> L::Out {
        if !(self.is_ordinary(a) && self.is_ordinary(b)) {
            return self.add_any::<L>(self, a, b, minus, env);
        }
        if self.width <= 8 && self.exp_bits <= 5 {
            return L::total(self, env, self.fixed_sum(a, b, minus));
        }
        // Inverting the sign bit here and not later keeps it part of what is swapped.
        let (mut large, mut small) = (a, b ^ u64::from(minus) << (self.width - 1));
        if self.magnitude(large) < self.magnitude(small) {
            swap(&mut large, &mut small);
        }
        let opposite = (large ^ small).bit(self.width - 1);
        let (large, small) = (self.ordinary(large), self.ordinary(small));
        self.round_sum::<L>(self.precision(), env, large, small, opposite)
    }

    /// The sum or difference of ordinary numbers in a format whose numbers are multiples of the
    /// least one that fit a word.
    #[inline(always)]
    fn fixed_sum(&self, a: u64, b: u64, minus: bool) -> Unrounded<u64> {
        let last = self.min_field() - self.bias - self.man_bits as i32;
        let fixed = |code| {
            let u = self.ordinary(code);
            let multiple = (u.significand << (u.exponent - last)) as i64;
            if u.sign { -multiple } else { multiple }
        };
        let sum = if minus { fixed(a) - fixed(b) } else { fixed(a) + fixed(b) };
        Unrounded::exact(sum < 0, last, sum.unsigned_abs())
    }

    /// [`Self::add_signed`] for any operands, rounded into `to`.
    #[cold]
    #[inline(never)]
    pub(super) fn add_any<L: Last>(
        &self,
        to: &Self,
        a: u64,
        b: u64,
        minus: bool,
        env: &Env,
    ) -> L::Out {
        let (a, b): (Value<u64>, Value<u64>) = (self.operand(env, a), self.operand(env, b));
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => {
                L::special(to.nan_result(env, &[a, b]))
            }
            (Value::Infinite { sign: x }, Value::Infinite { sign: y }) if x != (y ^ minus) => {
                L::special(to.invalid(env))
            }
            (Value::Infinite { sign }, _) => L::special(to.infinite(env, sign)),
            (_, Value::Infinite { sign }) => L::special(to.infinite(env, sign ^ minus)),
            (Value::Finite(x), Value::Finite(y)) => {
                self.add_finite::<L>(to, env, x, Unrounded { sign: y.sign ^ minus, ..y })
            }
        }
    }

    fn add_finite<L: Last>(
        &self,
        to: &Self,
        env: &Env,
        x: Unrounded<u64>,
        y: Unrounded<u64>,
    ) -> L::Out {
        match (x.significand, y.significand) {
            (0, 0) => L::value(to, env, Unrounded { sign: zero_sign(env, x.sign, y.sign), ..x }),
            (_, 0) => L::value(to, env, x),
            (0, _) => L::value(to, env, y),
            _ => {
                let width = self.working_width(to);
                let (mut large, mut small) = (leading_at(width, x), leading_at(width, y));
                if (large.exponent, large.significand) < (small.exponent, small.significand) {
                    swap(&mut large, &mut small);
                }
                to.round_sum::<L>(width, env, large, small, large.sign != small.sign)
            }
        }
    }

    /// The sum of two numbers whose leading ones are at bit `width` - 1, the larger magnitude first;
    /// `opposite` says that their signs differ.
    #[inline(always)]
    fn round_sum<L: Last>(
        &self,
        width: u32,
        env: &Env,
        large: Unrounded<u64>,
        small: Unrounded<u64>,
        opposite: bool,
    ) -> L::Out {
        if width <= 60 {
            L::total(self, env, sum::<u64>(width, large, small, opposite))
        } else {
            L::total(self, env, sum::<u128>(width, large.cast(), small.cast(), opposite))
        }
    }

    /// A sum of two numbers, rounded.
    #[inline(always)]
    pub(super) fn round_total<W: Bits>(&self, env: &Env, u: Unrounded<W>) -> Rounded<u64> {
        if u.significand >> (W::BITS - 64) == W::ZERO {
            return self.round_cancelled(env, u.sign, u.exponent, u.significand.cast());
        }
        self.round_number(env, u)
    }

    /// A sum of which cancellation left no more than 64 bits, or nothing.
    #[cold]
    #[inline(never)]
    fn round_cancelled(
        &self,
        env: &Env,
        sign: bool,
        exponent: i32,
        significand: u64,
    ) -> Rounded<u64> {
        let sign = if significand == 0 { difference_sign(env) } else { sign };
        self.round_pack(env, Unrounded::exact(sign, exponent, significand))
    }
}

/// The sign of a sum of two zeros.
pub(super) fn zero_sign(env: &Env, x: bool, y: bool) -> bool {
    if x == y { x } else { difference_sign(env) }
}

/// The sum of two significands of at most `width` bits, width + 4 <= BITS; |x| >= |y|. Bits that
/// fall off the end of `W` are joined into the last bit: with them the sum reaches from bit
/// BITS - 5 or above to bit 0, which lies two bits below what is kept of it. No more than 63 bits are
/// free, as [`shift_joined`] asks: of 61 bits and more in a double word there would be.
#[inline(always)]
pub(crate) fn sum<W: Bits>(
    width: u32,
    x: Unrounded<W>,
    y: Unrounded<W>,
    opposite: bool,
) -> Unrounded<W> {
    let up = (W::BITS - 1 - width).min(63);
    let distance = (x.exponent - y.exponent) as u32;
    let high = x.significand << up;
    let low = shift_joined(y.significand << up, up, distance);
    let exponent = x.exponent - up as i32;
    let significand = if opposite { high.minus(low) } else { high.plus(low) };
    Unrounded::exact(x.sign, exponent, significand)
}
