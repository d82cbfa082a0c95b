//! Square root.

use super::exact::{Last, Round};
use crate::format::leading_at;
use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `sqrt(a)`, rounded once. The root of -0 is -0; of any other negative value it is invalid.
///
/// ```
/// use softfloat::{format::Binary32, ieee::sqrt, Env};
/// assert_eq!(sqrt::<Binary32>(2.25f32.to_bits(), &Env::IEEE).bits, 1.5f32.to_bits());
/// ```
#[inline(always)]
pub fn sqrt<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.square_root::<Round>(a.cast(), env).cast()
}

impl Format {
    /// [`sqrt`](crate::ieee::sqrt()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// assert_eq!(half.sqrt(0x4400, &Env::IEEE).bits, 0x4000); // 4, 2
    /// let r = half.sqrt(0xbc00, &Env::IEEE); // of -1
    /// assert_eq!((r.bits, r.flags), (0x7e00, Flags::INVALID));
    /// ```
    #[must_use]
    pub fn sqrt(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.square_root::<Round>(a, env)
    }

    #[inline(always)]
    pub(super) fn square_root<L: Last>(&self, a: u64, env: &Env) -> L::Out {
        if self.is_ordinary(a) && !a.bit(self.width - 1) {
            L::number(self, env, root(self.precision(), self.ordinary(a)))
        } else {
            self.square_root_any::<L>(self, a, env)
        }
    }

    /// [`Self::square_root`] for any operand, rounded into `to`.
    #[cold]
    #[inline(never)]
    pub(super) fn square_root_any<L: Last>(&self, to: &Self, a: u64, env: &Env) -> L::Out {
        let a: Value<u64> = self.operand(env, a);
        match a {
            Value::Nan { .. } => L::special(to.nan_result(env, &[a])),
            Value::Infinite { sign: false } => L::special(to.infinite(env, false)),
            Value::Finite(u) if u.significand == 0 => L::value(to, env, u),
            Value::Finite(u) if !u.sign => {
                let width = self.working_width(to);
                L::number(to, env, root(width, leading_at(width, u)))
            }
            _ => L::special(to.invalid(env)),
        }
    }
}

/// The root of a positive number whose leading one is at bit `width - 1`, to `width + 1` bits at
/// least. What is left is sticky.
#[inline(always)]
fn root(width: u32, u: Unrounded<u64>) -> Unrounded<u64> {
    let (low, root, exact) = if width <= 31 {
        let (x, low) = even(u, 63 - width as i32);
        let root = x.isqrt();
        (low, root, root * root == x)
    } else if width <= 60 {
        let (x, low) = even(u, 61 - width as i32);
        let (root, exact) = in_halves(x);
        (low - 2 * HALF, root, exact)
    } else {
        let (x, low) = even(u, 63 - width as i32);
        let radicand = u128::from(x) << 64;
        let root = radicand.isqrt();
        (low - 64, root as u64, root * root == radicand)
    };
    Unrounded { sign: false, exponent: low >> 1, significand: root, sticky: !exact }
}

/// The significand moved up by `up` bits or, where that leaves the exponent odd, by one more; and
/// the exponent.
#[inline(always)]
fn even(u: Unrounded<u64>, up: i32) -> (u64, i32) {
    let up = up + ((u.exponent - up) & 1);
    (u.significand << up, u.exponent - up)
}

/// The bits of the root's second half.
const HALF: i32 = 30;

/// The root of `x * 2^(2 HALF)`, 2^60 <= x < 2^62, and whether it is exact. The first half is the
/// root of x, 31 bits; the second is what is left of x divided by twice the first, or one less (as
/// Zimmermann, "Karatsuba Square Root", 1999).
#[inline(always)]
fn in_halves(x: u64) -> (u64, bool) {
    let first = x.isqrt();
    let rest = (x - first * first) << HALF;
    let (mut second, left) = (rest / (2 * first), rest % (2 * first));
    // (x - first^2) 2^(2 HALF) - 2 first second 2^HALF - second^2, which must not be negative.
    let mut remainder = (left << HALF) as i64 - (second * second) as i64;
    if remainder < 0 {
        second -= 1;
        remainder += ((first << (HALF + 1)) + 2 * second + 1) as i64;
    }
    ((first << HALF) + second, remainder == 0)
}
