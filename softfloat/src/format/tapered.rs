//! Formats whose precision falls with the distance from 1: sign, a regime (a run of equal bits, and one that ends it),
//! an exponent bit, a fraction in what is left. Bits that the regime leaves no room for are 0:
//! `(-1)^s 2^(2k + e) (1 + frac/2^f)`, with k = r - 1 of a run of r ones and -r of r zeros.
//!
//! Numbers are rounded to the nearest in value, a tie to the even code; above the largest as if one more followed at the
//! same distance, below the smallest to it or to zero.

use core::cmp::Ordering;

use super::Format;
use crate::round::Loss;
use crate::{Bits, Env, Flags, Rounded, Underflow, Unrounded, Value};

/// What marks the kind. No format has it outside of tests, so that the compiler drops what would be done for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tapered(#[cfg(not(any(test, feature = "toys")))] core::convert::Infallible);

/// A magnitude's parts.
struct Parts {
    exponent: i32,
    fraction: u32,
    /// Bits of the fraction.
    bits: u32,
}

impl Format {
    fn parts(&self, magnitude: u32) -> Parts {
        let width = self.man_bits;
        let top = magnitude << (32 - width);
        let (ones, zeros) = (top.leading_ones(), top.leading_zeros().min(width));
        let run = ones.max(zeros);
        let regime = if ones > 0 { run as i32 - 1 } else { -(run as i32) };
        let rest = magnitude & u32::mask(width.saturating_sub(run + 1));
        match width.saturating_sub(run + 1) {
            0 => Parts { exponent: 2 * regime, fraction: 0, bits: 0 },
            left => Parts {
                exponent: 2 * regime + i32::from(rest.bit(left - 1)),
                fraction: rest & u32::mask(left - 1),
                bits: left - 1,
            },
        }
    }

    /// The meaning of a code.
    pub(super) fn decode_tapered<W: Bits>(&self, bits: W) -> Value<W> {
        let (sign, magnitude) = (bits.bit(self.width - 1), bits & W::mask(self.man_bits));
        if sign && magnitude == W::ZERO {
            return Value::Nan { sign, signalling: false, payload: 0 };
        }
        let Parts { exponent, fraction, bits } = self.parts(magnitude.wide() as u32);
        let significand = if magnitude == W::ZERO { 0 } else { 1 << bits | fraction };
        let exponent = exponent - bits as i32;
        Value::Finite(Unrounded::exact(sign, exponent, W::low(significand.into())))
    }

    /// The exponent of the last place of numbers whose leading bit has this exponent.
    pub(super) fn tapered_place(&self, exponent: i64) -> i64 {
        let most = u32::mask(self.man_bits);
        let mut at = (1..=most).map(|code| self.parts(code));
        let near = at.rfind(|parts| i64::from(parts.exponent) <= exponent);
        near.map_or(self.tapered_least().into(), |parts| exponent - i64::from(parts.bits))
    }

    /// The exponent of the least number.
    pub(super) const fn tapered_least(&self) -> i32 {
        -2 * (self.0.man_bits as i32 - 1)
    }

    /// A magnitude in halves of the smallest last place, which is the least number's.
    fn halves(&self, magnitude: u32) -> u128 {
        let Parts { exponent, fraction, bits } = self.parts(magnitude);
        let place = exponent - bits as i32 - (self.tapered_least() - 1);
        if magnitude == 0 { 0 } else { u128::from(1 << bits | fraction) << place }
    }

    /// Rounds a number other than zero.
    pub(super) fn pack_tapered<W: Bits>(&self, env: &Env, u: Unrounded<W>) -> Rounded<W> {
        let most = u32::mask(self.man_bits);
        let end = 2 * self.halves(most) - self.halves(most - 1);
        let (whole, rest) = self.whole_halves(u);
        if whole >= end {
            return self.overflow(env, u.sign);
        }
        let below = (0..=most).rev().find(|code| self.halves(*code) <= whole).unwrap_or(0);
        let above = if below == most { end } else { self.halves(below + 1) };
        let loss = match (2 * whole).cmp(&(self.halves(below) + above)) {
            _ if whole == self.halves(below) && !rest => Loss::Nothing,
            Ordering::Less => Loss::Less,
            Ordering::Equal if !rest => Loss::Half,
            Ordering::Equal | Ordering::Greater => Loss::More,
        };
        let up = env.rounding.up(loss, u.sign, below & 1 == 1);
        match (below, up) {
            (0, _) if env.underflow != Underflow::Gradual => return self.flush(env, u.sign),
            (code, true) if code == most => return self.overflow(env, u.sign),
            _ => {}
        }
        let code = below + u32::from(up);
        let tiny = Flags::UNDERFLOW.when(below == 0);
        Rounded {
            bits: self.with_sign(u.sign, W::low(code.into())),
            flags: (Flags::INEXACT | tiny).when(loss != Loss::Nothing),
        }
    }

    /// A magnitude in whole halves of the smallest last place, at most 2^64, and whether there is more.
    fn whole_halves<W: Bits>(&self, u: Unrounded<W>) -> (u128, bool) {
        let scale = i64::from(u.exponent) - i64::from(self.tapered_least() - 1);
        let x = u.significand.wide();
        let lead = scale + 127 - i64::from(x.lead());
        if lead >= 64 {
            return (1 << 64, false);
        }
        match scale {
            0.. => (x << scale, u.sticky),
            _ => {
                let (whole, cut) = x.shift_right_sticky(scale.unsigned_abs().min(128) as u32);
                (whole, cut || u.sticky)
            }
        }
    }
}
