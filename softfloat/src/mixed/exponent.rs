//! Exponents as integers.

use crate::format::Int32;
use crate::wide::{Decoded, Rules, Wide};
use crate::{Rounded, StaticFormat, Unrounded, Value};

impl Wide {
    /// The exponent of `a` as an integer of 32 bits, as [`log_b_integer`](crate::ieee::log_b_integer()) gives it of other formats. A zero,
    /// an infinity or NaN has none: *invalid*, and what minus infinity, infinity or NaN becomes as such an integer under `env.integer`.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// assert_eq!(quad.log_b_integer(1, &rules).bits, -16494i32 as u32);
    /// ```
    #[must_use]
    pub fn log_b_integer(&self, a: u128, rules: &Rules) -> Rounded<u32> {
        let value = match self.decode(a) {
            Decoded::Finite { significand: 0, .. } => Value::Infinite { sign: true },
            Decoded::Finite { exponent, significand, .. } => {
                let e = exponent + significand.ilog2() as i32;
                Value::Finite(Unrounded::exact(e < 0, 0, e.unsigned_abs()))
            }
            Decoded::Infinite { .. } => Value::Infinite { sign: false },
            Decoded::Nan { .. } | Decoded::Unsupported { .. } => {
                Value::Nan { sign: false, signalling: true, payload: 0 }
            }
        };
        Int32::FORMAT.encode(&rules.env, value)
    }
}
