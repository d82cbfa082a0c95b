//! IEEE remainder and C fmod, both exact.

use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `a - b * n`, n the integer nearest to a / b, a tie to the even one.
///
/// ```
/// use softfloat::{format::Binary32, ieee::remainder, Env};
/// let r = remainder::<Binary32>(5f32.to_bits(), 3f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, (-1f32).to_bits());
/// ```
#[inline(always)]
pub fn remainder<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.remainder(a.wide() as u64, b.wide() as u64, env).cast()
}

/// `a - b * n`, n = a / b cut toward zero.
///
/// ```
/// use softfloat::{format::Binary32, ieee::fmod, Env};
/// let r = fmod::<Binary32>(5f32.to_bits(), 3f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 2f32.to_bits());
/// ```
#[inline(always)]
pub fn fmod<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.fmod(a.wide() as u64, b.wide() as u64, env).cast()
}

impl Format {
    /// [`remainder`](crate::ieee::remainder()) in this format.
    #[must_use]
    pub fn remainder(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.reduced(a, b, true, env)
    }

    /// [`fmod`](crate::ieee::fmod()) in this format.
    #[must_use]
    pub fn fmod(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.reduced(a, b, false, env)
    }

    fn reduced(&self, a: u64, b: u64, nearest: bool, env: &Env) -> Rounded<u64> {
        let (a, b) = (self.read(env, a), self.read(env, b));
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => self.nan_result(env, &[a, b]),
            (Value::Infinite { .. }, _) => self.invalid(env),
            (_, Value::Finite(y)) if y.significand == 0 => self.invalid(env),
            (Value::Finite(x), Value::Infinite { .. }) => self.round_pack(env, x),
            (Value::Finite(x), Value::Finite(y)) => {
                self.round_pack(env, reduce(x, y, nearest)).cast()
            }
        }
    }
}

/// `x - y * n`, exactly; y is not 0. An exact zero has the sign of x.
fn reduce(x: Unrounded<u64>, y: Unrounded<u64>, nearest: bool) -> Unrounded<u128> {
    let distance = x.exponent - y.exponent;
    if distance < -66 || x.significand == 0 {
        return x.cast();
    }
    // Both over the lower of the two exponents; a quotient's last bit is all that counts of it.
    let exponent = x.exponent.min(y.exponent);
    let y_up = (y.exponent - exponent) as u32;
    let (mut rest, divisor, odd) = if distance <= 0 {
        let (n, d) = (u128::from(x.significand), wide(y.significand, y_up));
        d.map_or((n, u128::MAX, false), |d| (n % d, d, n / d & 1 == 1))
    } else {
        let (rest, odd) = modulus(x.significand, distance as u32, y.significand);
        (rest, u128::from(y.significand), odd)
    };
    let mut sign = x.sign;
    let above = rest > divisor - rest || rest == divisor - rest && odd;
    if nearest && divisor != u128::MAX && above {
        rest = divisor - rest;
        sign = !sign;
    }
    if rest == 0 {
        sign = x.sign;
    }
    Unrounded::exact(sign, exponent, rest)
}

/// `y * 2^n` if 127 bits hold it.
fn wide(y: u64, n: u32) -> Option<u128> {
    (n + 64 - y.leading_zeros() <= 127).then(|| u128::from(y) << n)
}

/// `x * 2^n mod y`, and whether the quotient is odd.
fn modulus(x: u64, n: u32, y: u64) -> (u128, bool) {
    let d = u128::from(y);
    let (mut rest, mut odd) = (u128::from(x % y), x / y & 1 == 1);
    let mut left = n;
    while left > 0 {
        let step = left.min(64);
        let n = rest << step;
        (rest, odd) = (n % d, n / d & 1 == 1);
        left -= step;
    }
    (rest, odd)
}
