//! The neighbours of a number.

use crate::format::Kind;
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Value};

#[cfg(test)]
mod tests;

/// The least number above `a` (nextUp).
///
/// Above the largest number stands infinity; in a format without one NaN, in a format without
/// either the largest number itself. Quiet but for a signalling NaN; nothing is flushed. Formats
/// without a hidden bit have no such order of their codes: there the operand comes back.
///
/// ```
/// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, ieee::next_up, Env};
/// assert_eq!(next_up::<Binary16>(0x8000, &Env::IEEE).bits, 0x0001);
/// assert_eq!(next_up::<Binary16>(0x8001, &Env::IEEE).bits, 0x8000);
/// assert_eq!(next_up::<Fp8E4m3Ocp>(0x7e, &Env::IEEE).bits, 0x7f);
/// ```
pub fn next_up<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.neighbour(a, true, env)
}

/// The greatest number below `a` (nextDown): [`next_up`] with all signs turned.
pub fn next_down<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.neighbour(a, false, env)
}

impl Format {
    /// [`next_up`](crate::ieee::next_up()) in this format.
    #[must_use]
    pub fn next_up(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.neighbour(a, true, env)
    }

    /// [`next_down`](crate::ieee::next_down()) in this format.
    #[must_use]
    pub fn next_down(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.neighbour(a, false, env)
    }

    fn neighbour<W: Bits>(&self, a: W, up: bool, env: &Env) -> Rounded<W> {
        let value = self.read(env, a);
        if matches!(value, Value::Nan { .. }) || !matches!(self.kind, Kind::Hidden) {
            return self.encode_result(env, value);
        }
        let body = self.body(a);
        let bits = match value {
            Value::Finite(u) if u.significand == W::ZERO => self.assemble(!up, self.least()),
            Value::Finite(u) if u.sign == up => self.inward(body, u.sign),
            Value::Finite(u) if body == self.body(self.max_code(false)) => {
                self.exact_infinity(u.sign)
            }
            Value::Finite(u) => self.assemble(u.sign, body.plus(W::ONE)),
            Value::Infinite { sign } if sign == up => self.max_code(sign),
            Value::Infinite { sign } => self.infinity_code(sign),
            Value::Nan { .. } => a,
        };
        Rounded { bits, flags: Flags::NONE }
    }

    /// The fields of the least positive number.
    fn least<W: Bits>(&self) -> W {
        match (self.zeroless(), self.subnormal) {
            (true, _) => W::ZERO,
            (false, true) => W::ONE,
            (false, false) => W::ONE << self.man_bits,
        }
    }

    /// The number next to a finite one toward zero. Where there is no zero, the least stays.
    fn inward<W: Bits>(&self, body: W, sign: bool) -> W {
        if body == self.least() {
            self.zero_code(sign)
        } else {
            self.assemble(sign, body.minus(W::ONE))
        }
    }

    /// Exponent and fraction of a code.
    fn body<W: Bits>(&self, a: W) -> W {
        (a >> self.pad) & W::mask(self.exp_bits + self.man_bits)
    }

    /// What stands for an infinity that arises exactly: NaN where there is none, where there is
    /// neither the largest number.
    pub(super) fn exact_infinity<W: Bits>(&self, sign: bool) -> W {
        if self.has_infinity() {
            self.infinity_code(sign)
        } else if self.has_nan() {
            self.nan_code(sign)
        } else {
            self.max_code(sign)
        }
    }
}
