//! Operands taken apart.
//!
//! Nearly every operand is an ordinary one, a normal number: [`Format::ordinary`] reads it without
//! a branch, and the operations' straight paths need no more. What else a code can be is read by
//! [`Format::operand`], out of line.
//!
//! An operand that is not 0 reaches the arithmetic with the leading one of its significand at bit
//! p - 1, be it normal or subnormal.

use super::{Format, Nonfinite};
use crate::{Bits, Env, Unrounded, Value};

/// The same number, not 0, with its leading one at bit `width` - 1, where it has no more bits.
#[inline(always)]
pub(crate) fn leading_at(width: u32, u: Unrounded<u64>) -> Unrounded<u64> {
    let up = u.significand.lead() - (64 - width);
    Unrounded { significand: u.significand << up, exponent: u.exponent - up as i32, ..u }
}

impl Format {
    /// The exponent field and the significand field of a code, as one integer: it orders the
    /// magnitudes of numbers.
    #[inline(always)]
    pub(crate) fn magnitude(&self, code: u64) -> u64 {
        code >> self.pad & u64::mask(self.width - self.pad - u32::from(self.sign))
    }

    /// Whether a code is that of a normal number. In formats without a sign or a hidden bit no
    /// code counts as ordinary.
    #[inline(always)]
    pub(crate) fn is_ordinary(&self, code: u64) -> bool {
        if !self.sign || self.man_bits == 0 || !self.has_hidden_bit() {
            return false;
        }
        let first = 1 << self.man_bits;
        let top = (self.top() as u64) << self.man_bits;
        let end = match self.nonfinite {
            Nonfinite::Ieee | Nonfinite::Infinity => top,
            Nonfinite::AllOnes => top | u64::mask(self.man_bits),
            Nonfinite::None | Nonfinite::NegativeZero => top + first,
        };
        self.magnitude(code).wrapping_sub(first) < end - first
    }

    /// What any code means to the arithmetic under `env`. An integer format has no arithmetic here
    /// (see [`crate::integer`]): its codes count as signalling NaN, so that every operation on them
    /// is invalid.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, Env, StaticFormat, Value};
    /// let daz = Env { daz: true, ..Env::IEEE };
    /// let tiny = Binary16::FORMAT.operand(&daz, 0x0001); // 2^-24 counts as zero
    /// assert!(matches!(tiny, Value::Finite(u) if u.significand == 0));
    /// let integer = Int8::FORMAT.operand(&Env::IEEE, 1);
    /// assert!(matches!(integer, Value::Nan { signalling: true, .. }));
    /// ```
    #[must_use]
    pub fn operand(&self, env: &Env, code: u64) -> Value<u64> {
        if self.is_fixed() {
            return Value::Nan { sign: false, signalling: true, payload: 0 };
        }
        self.read(env, code)
    }

    /// What an ordinary code means.
    #[inline(always)]
    pub(crate) fn ordinary(&self, code: u64) -> Unrounded<u64> {
        let magnitude = self.magnitude(code);
        let field = (magnitude >> self.man_bits) as i32;
        let significand = magnitude & u64::mask(self.man_bits) | 1 << self.man_bits;
        Unrounded::exact(
            code.bit(self.width - 1),
            field - self.bias - self.man_bits as i32,
            significand,
        )
    }

    /// The same number, not 0, with its leading one at bit p - 1.
    #[inline(always)]
    pub(crate) fn leading(&self, u: Unrounded<u64>) -> Unrounded<u64> {
        leading_at(self.precision(), u)
    }

    /// Whether the exponent and significand fields under a sign are no number's.
    #[inline(always)]
    pub(crate) fn is_nonfinite(&self, sign: bool, magnitude: u32) -> bool {
        match self.nonfinite {
            Nonfinite::None => false,
            Nonfinite::Ieee | Nonfinite::Infinity => {
                magnitude >= (self.top() as u32) << self.man_bits
            }
            Nonfinite::AllOnes => magnitude == u32::mask(self.exp_bits + self.man_bits),
            Nonfinite::NegativeZero => sign & (magnitude == 0),
        }
    }
}
