//! The rounding of the operations whose results are seldom anything but normal numbers: as
//! [`Format::round_pack`], but the rest of the results is left to code out of line, save in narrow
//! formats, where it is common.

use super::Format;
use super::pack::Normalised;
use crate::value::Unrounded;
use crate::{Bits, Env, Flags, Rounded, Underflow};

impl Format {
    /// [`Self::round_pack`] of a significand other than 0.
    #[inline(always)]
    pub(crate) fn round_number<S: Bits>(&self, env: &Env, u: Unrounded<S>) -> Rounded<u64> {
        if !self.sign || !self.has_hidden_bit() {
            return self.round_pack(env, u).cast();
        }
        if self.width <= 8 && self.subnormal && S::BITS == 64 {
            return self.round_narrow(env, u.cast());
        }
        let n = if S::BITS > 64 { self.fold(u) } else { self.normalise(u.cast()) };
        self.round_seldom(env, n)
    }

    /// [`Self::round_pack`] of what is seldom anything but a normal number.
    #[inline(always)]
    pub(crate) fn round_seldom<W: Bits>(&self, env: &Env, n: Normalised<W>) -> Rounded<W> {
        self.pack_ordinary(env, n).unwrap_or_else(|_| {
            let exponent = n.field - self.bias - (W::BITS as i32 - 1);
            self.round_apart(env, n.sign, exponent, n.top, n.sticky)
        })
    }

    /// [`Self::round_number`] in a format so narrow that overflow and subnormal numbers are common.
    #[inline(always)]
    fn round_narrow(&self, env: &Env, u: Unrounded<u64>) -> Rounded<u64> {
        // Moved up by so much the leading one would have the smallest exponent field.
        let most = u.exponent + 63 + self.bias - self.min_field();
        let shift = (u.significand.leading_zeros() as i32).min(most);
        if shift < 0 {
            return self.round_apart(env, u.sign, u.exponent, u.significand, u.sticky);
        }
        let top = u.significand << shift;
        let (kept, lost) = self.round_normalised(env, u.sign, top, u.sticky);
        let body = u64::from((most - shift) as u32) << self.man_bits;
        let bits = self.with_sign(u.sign, body + kept);
        if body + kept > self.max_code(false) {
            return self.overflow(env, u.sign);
        }
        if top >> 63 == 1 {
            return Rounded { bits, flags: Flags::INEXACT.when(lost) };
        }
        // What rounds up to the smallest normal number may not be tiny.
        if env.underflow != Underflow::Gradual || lost && kept >> self.man_bits == 1 {
            return self.round_apart(env, u.sign, u.exponent, u.significand, u.sticky);
        }
        Rounded { bits, flags: (Flags::INEXACT | Flags::UNDERFLOW).when(lost) }
    }

    /// [`Self::round_pack`], its arguments in registers.
    #[cold]
    #[inline(never)]
    fn round_apart<W: Bits>(
        &self,
        env: &Env,
        sign: bool,
        exponent: i32,
        significand: W,
        sticky: bool,
    ) -> Rounded<W> {
        self.round_pack(env, Unrounded { sign, exponent, significand, sticky })
    }
}
