//! Division.

use super::exact::{Last, Round};
use crate::format::leading_at;
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

/// `a / b`, rounded once. A number divided by zero is an exact infinity and signals
/// *divide by zero*; a format without infinities has its NaN there, or else its largest number.
///
/// ```
/// use softfloat::{format::Binary32, ieee::div, Env};
/// let r = div::<Binary32>(1.5f32.to_bits(), 0.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 6f32.to_bits());
/// ```
#[inline(always)]
pub fn div<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.divide::<Round>(a.cast(), b.cast(), env).cast()
}

impl Format {
    /// [`div`](crate::ieee::div()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// assert_eq!(half.div(0x3c00, 0x4000, &Env::IEEE).bits, 0x3800); // 1 / 2
    /// let r = half.div(0xbc00, 0, &Env::IEEE); // -1 / 0
    /// assert_eq!((r.bits, r.flags), (0xfc00, Flags::DIVIDE_BY_ZERO));
    /// ```
    #[must_use]
    pub fn div(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        self.divide::<Round>(a, b, env)
    }

    #[inline(always)]
    pub(super) fn divide<L: Last>(&self, a: u64, b: u64, env: &Env) -> L::Out {
        if self.is_ordinary(a) && self.is_ordinary(b) {
            let quotient = quotient(self.precision(), self.ordinary(a), self.ordinary(b));
            L::number(self, env, quotient)
        } else {
            self.divide_any::<L>(self, a, b, env)
        }
    }

    /// [`Self::divide`] for any operands, rounded into `to`.
    #[cold]
    #[inline(never)]
    pub(super) fn divide_any<L: Last>(&self, to: &Self, a: u64, b: u64, env: &Env) -> L::Out {
        let (a, b): (Value<u64>, Value<u64>) = (self.operand(env, a), self.operand(env, b));
        let zero = |sign| Unrounded::exact(sign, 0, 0u64);
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => {
                L::special(to.nan_result(env, &[a, b]))
            }
            (Value::Infinite { .. }, Value::Infinite { .. }) => L::special(to.invalid(env)),
            (Value::Infinite { sign }, Value::Finite(y)) => {
                L::special(to.infinite(env, sign ^ y.sign))
            }
            (Value::Finite(x), Value::Infinite { sign }) => L::value(to, env, zero(x.sign ^ sign)),
            (Value::Finite(x), Value::Finite(y)) => match (x.significand, y.significand) {
                (0, 0) => L::special(to.invalid(env)),
                (0, _) => L::value(to, env, zero(x.sign ^ y.sign)),
                (_, 0) => {
                    let bits = to.exact_infinity(x.sign ^ y.sign);
                    L::special(Rounded { bits, flags: Flags::DIVIDE_BY_ZERO })
                }
                _ => {
                    let width = self.working_width(to);
                    let (x, y) = (leading_at(width, x), leading_at(width, y));
                    L::number(to, env, quotient(width, x, y))
                }
            },
        }
    }
}

/// The quotient of two numbers whose leading ones are at bit `width - 1`, to `width + 1` bits at
/// least. What is left is sticky.
#[inline(always)]
fn quotient(width: u32, x: Unrounded<u64>, y: Unrounded<u64>) -> Unrounded<u64> {
    let (up, significand, rest) = if width <= 31 {
        let up = 64 - width;
        let n = x.significand << up;
        (up, n / y.significand, n % y.significand)
    } else if width <= 53 {
        by_digits(width, x.significand, y.significand)
    } else {
        // Below 2^64, as x / y is below 2.
        let n = u128::from(x.significand) << 63;
        let d = u128::from(y.significand);
        (63, (n / d) as u64, (n % d) as u64)
    };
    Unrounded {
        sign: x.sign ^ y.sign,
        exponent: x.exponent - y.exponent - up as i32,
        significand,
        sticky: rest != 0,
    }
}

/// Long division in digits as wide as the room above a rest of `width` bits: the fraction bits of
/// the quotient, the quotient, the rest.
#[inline(always)]
fn by_digits(width: u32, x: u64, y: u64) -> (u32, u64, u64) {
    let digits = (width + 1).div_ceil(64 - width);
    let digit = (width + 1).div_ceil(digits);
    let (mut quotient, mut rest) = (0, x);
    for _ in 0..digits {
        let n = rest << digit;
        quotient = (quotient << digit) + n / y;
        rest = n % y;
    }
    (digits * digit, quotient, rest)
}
