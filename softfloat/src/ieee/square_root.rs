//! Square root.

use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};

/// `sqrt(a)`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::sqrt, Env};
/// assert_eq!(sqrt::<Binary32>(2.25f32.to_bits(), &Env::IEEE).bits, 1.5f32.to_bits());
/// ```
#[inline(always)]
pub fn sqrt<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.sqrt(a.wide() as u64, env).cast()
}

impl Format {
    /// [`sqrt`](crate::ieee::sqrt()) in this format.
    #[must_use]
    pub fn sqrt(&self, a: u64, env: &Env) -> Rounded<u64> {
        let a = self.read(env, a);
        match a {
            Value::Nan { .. } => self.nan_result(env, &[a]),
            Value::Infinite { sign: false } => self.encode(env, a),
            Value::Finite(u) if u.significand == 0 => self.round_pack(env, u),
            Value::Finite(u) if !u.sign => self.round_pack(env, root(u)).cast(),
            _ => self.invalid(env),
        }
    }
}

/// The root, sticky-exact: 64 bits.
fn root(u: Unrounded<u64>) -> Unrounded<u128> {
    // The radicand has 127 or 128 bits and an even exponent.
    let up = u.significand.leading_zeros() as i32 + 64;
    let up = up - ((u.exponent - up) & 1);
    let radicand = u128::from(u.significand) << up;
    let significand = radicand.isqrt();
    let sticky = significand * significand != radicand;
    Unrounded { sign: false, exponent: (u.exponent - up) / 2, significand, sticky }
}
