//! The one rounding.

use super::big::Big;
use super::{Rules, Wide};
use crate::round::Loss;
use crate::{Env, Flags, Rounded, Tininess, Unrounded};

/// A magnitude that waits to be rounded: `significand * 2^exponent`, and with `sticky` a little more than that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub(super) sign: bool,
    pub(super) exponent: i64,
    pub(super) significand: Big,
    pub(super) sticky: bool,
}

impl Exact {
    /// A multiple of 2^place, and what was lost. What is sticky lies at least two bits behind that place.
    fn cut(&self, place: i64) -> (Big, Loss) {
        match place - self.exponent {
            up @ ..=0 => {
                let significand = self.significand.up(up.unsigned_abs().min(511) as u32);
                (significand, Loss::of(false, self.sticky))
            }
            down => {
                let down = down.min(i64::from(Big::BITS) + 1) as u32;
                let (kept, _) = self.significand.down(down);
                let (_, rest) = self.significand.down(down - 1);
                (kept, Loss::of(self.significand.bit(down - 1), rest || self.sticky))
            }
        }
    }

    /// Its first 120 bits, and whether there are others.
    pub(super) fn unrounded(&self) -> Unrounded<u128> {
        let drop = self.significand.length().saturating_sub(120);
        let (kept, lost) = self.significand.down(drop);
        let exponent = (self.exponent + i64::from(drop)) as i32;
        Unrounded {
            sign: self.sign,
            exponent,
            significand: kept.low(),
            sticky: self.sticky || lost,
        }
    }

    /// The same rounded, and whether anything was lost.
    pub(super) fn rounded(&self, env: &Env, place: i64) -> (Big, bool) {
        let (kept, loss) = self.cut(place);
        let up = env.rounding.up(loss, self.sign, kept.bit(0));
        (if up { kept.plus(&Big::of(1)) } else { kept }, loss != Loss::Nothing)
    }
}

impl Wide {
    /// Rounds a finite value to the whole precision of the format.
    ///
    /// ```
    /// use softfloat::{wide::Wide, Env, Flags, Unrounded};
    /// let r = Wide::BINARY128.pack(&Env::IEEE, Unrounded::exact(false, -1, 3)); // 3 / 2
    /// assert_eq!((r.bits, r.flags), (0x3fff_8000 << 96, Flags::NONE));
    /// ```
    #[must_use]
    pub fn pack(&self, env: &Env, u: Unrounded<u128>) -> Rounded<u128> {
        let (exponent, significand) = (u.exponent.into(), Big::of(u.significand));
        let exact = Exact { sign: u.sign, exponent, significand, sticky: u.sticky };
        self.round_to(env, self.precision(), &exact)
    }

    /// Rounds into the format, to the precision of the rules where they have a say.
    pub(super) fn round(&self, rules: &Rules, exact: &Exact) -> Rounded<u128> {
        let precision = if self.explicit { rules.precision } else { self.precision() };
        self.round_to(&rules.env, precision, exact)
    }

    /// Rounds to so many bits of precision; exponents are those of the format.
    pub(super) fn round_to(&self, env: &Env, precision: u32, exact: &Exact) -> Rounded<u128> {
        let Exact { sign, significand, sticky, .. } = *exact;
        if significand.is_zero() && !sticky {
            return Rounded { bits: self.code(sign, 0, 0), flags: Flags::NONE };
        }
        let fraction = i64::from(precision) - 1;
        let lead = exact.exponent + i64::from(significand.length()) - 1;
        let place = lead.max(self.least()) - fraction;
        let (kept, lost) = exact.rounded(env, place);
        let flags = Flags::INEXACT.when(lost);
        if place + i64::from(kept.length()) - 1 > self.bias() {
            return self.overflow(env, precision, sign);
        }
        let tiny = lost && self.is_tiny(env, exact, lead, fraction);
        Rounded {
            bits: self.packed(sign, kept.low(), place),
            flags: flags | Flags::UNDERFLOW.when(tiny),
        }
    }

    /// The code of a number of at most as many bits as the format has, which is a multiple of its last place.
    fn packed(&self, sign: bool, kept: u128, place: i64) -> u128 {
        if kept == 0 {
            return self.code(sign, 0, 0);
        }
        let (precision, length) = (self.precision(), 128 - kept.leading_zeros());
        let lead = place + i64::from(length) - 1;
        let own = lead.max(self.least()) - i64::from(precision - 1);
        let significand = match place - own {
            up @ 0.. => kept << up,
            // Only a carry makes a number longer than the precision: its last bit is 0.
            down => kept >> down.unsigned_abs(),
        };
        let normal = significand >> (precision - 1) == 1;
        let field = if normal { (lead + self.bias()) as u128 } else { 0 };
        let hidden = if self.explicit { 0 } else { 1 << (precision - 1) };
        self.code(sign, field, significand & !hidden)
    }

    fn is_tiny(&self, env: &Env, exact: &Exact, lead: i64, fraction: i64) -> bool {
        if lead >= self.least() {
            return false;
        }
        if env.tininess == Tininess::Before || lead < self.least() - 1 {
            return true;
        }
        let (kept, _) = exact.rounded(env, lead - fraction);
        i64::from(kept.length()) <= fraction + 1
    }

    fn overflow(&self, env: &Env, precision: u32, sign: bool) -> Rounded<u128> {
        let bits = if env.rounding.outward(sign) {
            self.infinity(sign)
        } else {
            let ones = (1u128 << precision) - 1;
            self.packed(sign, ones, self.bias() - i64::from(precision - 1))
        };
        Rounded { bits, flags: Flags::OVERFLOW | Flags::INEXACT }
    }
}
