//! Division.

use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

/// `a / b`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::div, Env};
/// let r = div::<Binary32>(1.5f32.to_bits(), 0.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 6.0f32.to_bits());
/// ```
#[inline(always)]
pub fn div<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.div(a.wide() as u64, b.wide() as u64, env).cast()
}

impl Format {
    /// [`div`](crate::ieee::div()) in this format.
    #[must_use]
    pub fn div(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let (a, b) = (self.read(env, a), self.read(env, b));
        match (a, b) {
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => self.nan_result(env, &[a, b]),
            (Value::Infinite { .. }, Value::Infinite { .. }) => self.invalid(env),
            (Value::Infinite { sign }, Value::Finite(y)) => {
                self.encode(env, Value::Infinite { sign: sign ^ y.sign })
            }
            (Value::Finite(x), Value::Infinite { sign }) => {
                self.round_pack(env, Unrounded::exact(x.sign ^ sign, 0, 0))
            }
            (Value::Finite(x), Value::Finite(y)) => match (x.significand, y.significand) {
                (0, 0) => self.invalid(env),
                (_, 0) => {
                    let bits = self.exact_infinity(x.sign ^ y.sign);
                    Rounded { bits, flags: Flags::DIVIDE_BY_ZERO }
                }
                _ => self.round_pack(env, quotient(x, y)).cast(),
            },
        }
    }
}

/// `x / y`, sticky-exact: 64 bits or one more.
fn quotient(x: Unrounded<u64>, y: Unrounded<u64>) -> Unrounded<u128> {
    let sign = x.sign ^ y.sign;
    if x.significand == 0 {
        return Unrounded::exact(sign, 0, 0);
    }
    let (up, down) = (x.significand.leading_zeros(), y.significand.leading_zeros());
    let n = u128::from(x.significand << up) << 64;
    let d = u128::from(y.significand << down);
    let exponent = (x.exponent - up as i32) - (y.exponent - down as i32) - 64;
    Unrounded { sign, exponent, significand: n / d, sticky: n % d != 0 }
}
