//! IEEE remainder and C fmod, both exact.

use super::exact::{Last, Round};
use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `a - b * n`, n the integer nearest to a / b, a tie to the even one (IEEE 754-2019, 5.3.1). It is
/// exact, and a zero has the sign of `a`.
///
/// ```
/// use softfloat::{format::Binary32, ieee::remainder, Env};
/// let r = remainder::<Binary32>(5f32.to_bits(), 3f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, (-1f32).to_bits());
/// ```
#[inline(always)]
pub fn remainder<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.reduced::<Round>(a.cast(), b.cast(), true, env).cast()
}

/// `a - b * n`, n = a / b cut toward zero (fmod of C). It is exact, and a zero has the sign of `a`.
///
/// ```
/// use softfloat::{format::Binary32, ieee::fmod, Env};
/// let r = fmod::<Binary32>(5f32.to_bits(), 3f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 2f32.to_bits());
/// ```
#[inline(always)]
pub fn fmod<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.reduced::<Round>(a.cast(), b.cast(), false, env).cast()
}

impl Format {
    /// [`remainder`](crate::ieee::remainder()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let r = Binary16::FORMAT.remainder(0x4500, 0x4200, &Env::IEEE); // 5 - 3 * 2
    /// assert_eq!(r.bits, 0xbc00); // -1
    /// ```
    #[must_use]
    pub fn remainder(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.reduced::<Round>(a, b, true, env)
    }

    /// [`fmod`](crate::ieee::fmod()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let r = Binary16::FORMAT.fmod(0x4500, 0x4200, &Env::IEEE); // 5 - 3 * 1
    /// assert_eq!(r.bits, 0x4000); // 2
    /// ```
    #[must_use]
    pub fn fmod(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.reduced::<Round>(a, b, false, env)
    }

    /// The remainder by the nearest quotient, or by the one cut toward zero.
    #[inline(always)]
    pub(super) fn reduced<L: Last>(&self, a: u64, b: u64, nearest: bool, env: &Env) -> L::Out {
        if self.is_ordinary(a) && self.is_ordinary(b) {
            self.round_rest::<L>(env, self.ordinary(a), self.ordinary(b), nearest)
        } else {
            self.reduced_any::<L>(a, b, nearest, env)
        }
    }

    /// [`Self::reduced`] for any operands.
    #[cold]
    #[inline(never)]
    fn reduced_any<L: Last>(&self, a: u64, b: u64, nearest: bool, env: &Env) -> L::Out {
        let (a, b): (Value<u64>, Value<u64>) = (self.operand(env, a), self.operand(env, b));
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => {
                L::special(self.nan_result(env, &[a, b]))
            }
            (Value::Infinite { .. }, _) => L::special(self.invalid(env)),
            (_, Value::Finite(y)) if y.significand == 0 => L::special(self.invalid(env)),
            (Value::Finite(x), Value::Infinite { .. }) => L::value(self, env, x),
            (Value::Finite(x), _) if x.significand == 0 => L::value(self, env, x),
            (Value::Finite(x), Value::Finite(y)) => {
                self.round_rest::<L>(env, self.leading(x), self.leading(y), nearest)
            }
        }
    }

    #[inline(always)]
    fn round_rest<L: Last>(
        &self,
        env: &Env,
        x: Unrounded<u64>,
        y: Unrounded<u64>,
        nearest: bool,
    ) -> L::Out {
        let rest = rest(self.precision(), x, y, nearest);
        if rest.significand == 0 {
            return L::value(self, env, rest);
        }
        L::number(self, env, rest)
    }
}

/// `x - y * n` of two numbers whose leading ones are at bit `width - 1`.
#[inline(always)]
fn rest(width: u32, x: Unrounded<u64>, y: Unrounded<u64>, nearest: bool) -> Unrounded<u64> {
    let distance = x.exponent - y.exponent;
    // Below half of y x is the result.
    if distance < if nearest { -1 } else { 0 } {
        return x;
    }
    // One binade below y, n is 0 or 1, and y has its last bit one place above that of x.
    let divisor = if distance < 0 { y.significand << 1 } else { y.significand };
    let exponent = x.exponent.min(y.exponent);
    // Modulo twice the divisor: its quotient is the last bit of n.
    let n = distance.max(0) as u32;
    let modulus = 2 * divisor;
    let rest = if n <= 64 - width {
        (x.significand << n) % modulus
    } else {
        far(x.significand, n, modulus)
    };
    let odd = rest >= divisor;
    let rest = if odd { rest - divisor } else { rest };
    let above = rest > divisor - rest || rest == divisor - rest && odd;
    if nearest && above {
        return Unrounded::exact(!x.sign, exponent, divisor - rest);
    }
    Unrounded::exact(x.sign, exponent, rest)
}

/// `x * 2^n mod m`; by squaring, so that it takes at most 22 steps for the widest exponents.
#[cold]
#[inline(never)]
fn far(x: u64, n: u32, m: u64) -> u64 {
    let times = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(m)) as u64;
    if n < 64 {
        return times(x, 1 << n);
    }
    // 2^n: the six leading bits of n at once, then one bit a square.
    let below = n.ilog2() - 5;
    let mut power = (1 << (n >> below)) % m;
    for i in (0..below).rev() {
        power = times(power, power);
        if n >> i & 1 == 1 {
            power = times(power, 2);
        }
    }
    times(x, power)
}
