//! The one place where a value becomes a code: round-and-pack, for every format and every rule.
//!
//! A finite value is normalised, cut to the format's precision (earlier where it is tiny and
//! underflow is gradual), rounded once, checked against the format's range, and packed.

use super::{Format, Nonfinite, Rule, StaticFormat};
use crate::round::{rare, round_off};
use crate::value::Unrounded;
use crate::{Bits, Env, Flags, Overflow, Rounded, Tininess, Underflow};

/// Rounds a finite value into the format `F`.
///
/// ```
/// use softfloat::{format::Binary16, round_pack, Env, Flags, Unrounded};
/// let third = Unrounded { sign: false, exponent: -20, significand: 0x5_5555u32, sticky: true };
/// let r = round_pack::<Binary16, _>(&Env::IEEE, third);
/// assert_eq!((r.bits, r.flags), (0x3555, Flags::INEXACT));
/// ```
#[inline(always)]
pub fn round_pack<F: StaticFormat, S: Bits>(env: &Env, u: Unrounded<S>) -> Rounded<F::Bits> {
    if S::BITS >= F::Bits::BITS {
        F::FORMAT.round_pack(env, u).cast()
    } else {
        F::FORMAT.round_pack(env, u.cast::<F::Bits>())
    }
}

/// A finite value other than zero, its leading one at the top bit.
#[derive(Clone, Copy)]
pub(crate) struct Normalised<W> {
    pub(super) sign: bool,
    /// The exponent field of the leading one, in a format without bounds.
    pub(super) field: i32,
    pub(super) top: W,
    pub(super) sticky: bool,
}

impl Format {
    /// Rounds a finite value into this format. `W` must be at least as wide as the format; the
    /// code stands in its low bits.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat, Unrounded};
    /// let r = Binary16::FORMAT.round_pack(&Env::IEEE, Unrounded::exact(false, -1, 3u32)); // 3 / 2
    /// assert_eq!((r.bits, r.flags), (0x3e00, Flags::NONE));
    /// let r = Binary16::FORMAT.round_pack(&Env::IEEE, Unrounded::exact(true, 16, 1u32)); // -2^16
    /// assert_eq!((r.bits, r.flags), (0xfc00, Flags::OVERFLOW | Flags::INEXACT));
    /// ```
    #[inline(always)]
    pub fn round_pack<W: Bits>(&self, env: &Env, mut u: Unrounded<W>) -> Rounded<W> {
        if u.significand == W::ZERO {
            if !u.sticky {
                return self.pack_zero(u.sign);
            }
            u.significand = W::ONE;
            u.exponent -= 2;
        }
        match self.kind.0 {
            Rule::Fixed { frac, symmetric } => self.pack_fixed(env, u, frac, symmetric),
            Rule::Hidden | Rule::Explicit if u.sign && !self.sign => {
                Rounded { bits: self.nan_code(false), flags: Flags::INVALID }
            }
            Rule::Hidden | Rule::Explicit => self.pack_float(env, u),
            Rule::Posit { es } => self.pack_posit(u, es),
            Rule::P3109 { extended } => self.pack_p3109(env, u, extended),
            Rule::Wide { written } => self.pack_wide(env, u, written),
        }
    }

    #[inline(always)]
    fn pack_zero<W: Bits>(&self, sign: bool) -> Rounded<W> {
        let flags = (Flags::UNDERFLOW | Flags::INEXACT).when(self.zeroless());
        Rounded { bits: self.zero_code(sign), flags }
    }

    #[inline(always)]
    fn pack_float<W: Bits>(&self, env: &Env, u: Unrounded<W>) -> Rounded<W> {
        if W::BITS > 64 {
            return self.pack_normalised(env, self.fold(u)).cast();
        }
        self.pack_normalised(env, self.normalise(u))
    }

    #[inline(always)]
    pub(crate) fn normalise<W: Bits>(&self, u: Unrounded<W>) -> Normalised<W> {
        let shift = u.significand.lead();
        let field = u.exponent + (W::BITS as i32 - 1 - shift as i32) + self.bias;
        Normalised { sign: u.sign, field, top: u.significand << shift, sticky: u.sticky }
    }

    /// Normalises a significand of 128 bits into 64, the last of them sticky: no format keeps more
    /// than 62.
    #[inline(always)]
    pub(super) fn fold<W: Bits>(&self, u: Unrounded<W>) -> Normalised<u64> {
        let x = u.significand.wide();
        let (mut high, mut low, mut last) = ((x >> 64) as u64, x as u64, 127);
        if high == 0 {
            rare();
            (high, low, last) = (low, 0, 63);
        }
        let shift = high.lead();
        let sticky = u.sticky | (low << shift != 0);
        Normalised {
            sign: u.sign,
            field: u.exponent + (last - shift as i32) + self.bias,
            top: high << shift | low >> 1 >> (63 - shift) | u64::from(sticky),
            sticky: false,
        }
    }

    #[inline(always)]
    fn pack_normalised<W: Bits>(&self, env: &Env, n: Normalised<W>) -> Rounded<W> {
        self.pack_ordinary(env, n)
            .unwrap_or_else(|(kept, lost)| self.pack_extreme(env, n, kept, lost))
    }

    /// The rounded number where it is sure to be normal, else the rounded significand and whether
    /// anything was lost.
    #[inline(always)]
    pub(super) fn pack_ordinary<W: Bits>(
        &self,
        env: &Env,
        n: Normalised<W>,
    ) -> Result<Rounded<W>, (W, bool)> {
        let (kept, lost) = self.round_normalised(env, n.sign, n.top, n.sticky);
        // From the highest binade on a number may round beyond the largest.
        if (self.min_field()..self.max_field()).contains(&n.field) {
            Ok(Rounded { bits: self.pack(n.sign, n.field, kept), flags: Flags::INEXACT.when(lost) })
        } else {
            Err((kept, lost))
        }
    }

    /// The precision's bits of a significand; a carry makes them one more.
    #[inline(always)]
    pub(super) fn round_normalised<W: Bits>(
        &self,
        env: &Env,
        sign: bool,
        top: W,
        sticky: bool,
    ) -> (W, bool) {
        round_off(env.rounding, sign, top, W::BITS - self.precision(), sticky)
    }

    /// A value below the smallest normal number or not below the highest binade; `kept` is its
    /// significand, rounded as if the exponent had no bounds.
    #[inline(always)]
    fn pack_extreme<W: Bits>(
        &self,
        env: &Env,
        n: Normalised<W>,
        kept: W,
        lost: bool,
    ) -> Rounded<W> {
        let Normalised { sign, field, top, sticky } = n;
        let carried = field + i32::from(kept.bit(self.precision()));
        let below = match env.tininess {
            Tininess::Before => field < self.min_field(),
            Tininess::After => carried < self.min_field(),
        };
        let gradual = env.underflow == Underflow::Gradual && self.is_gradual();
        if !gradual && below {
            return self.flush(env, sign);
        }
        if gradual && field < self.min_field() {
            let (low, cut) = top.shift_right_sticky((self.min_field() - field) as u32);
            let (kept, lost) = self.round_normalised(env, sign, low, sticky || cut);
            let flags = Flags::INEXACT.when(lost) | Flags::UNDERFLOW.when(lost && below);
            return Rounded { bits: self.pack(sign, self.min_field(), kept), flags };
        }
        if self.beyond(carried, kept) {
            return self.overflow(env, sign);
        }
        Rounded { bits: self.pack(sign, field, kept), flags: Flags::INEXACT.when(lost) }
    }

    /// Whether a rounded significand at an exponent field (the carry already counted) lies above
    /// the largest finite number.
    #[inline(always)]
    fn beyond<W: Bits>(&self, carried: i32, kept: W) -> bool {
        let nan_at_top = self.nonfinite == Nonfinite::AllOnes && self.man_bits > 0;
        carried > self.max_field()
            || nan_at_top
                && carried == self.max_field()
                && kept & W::mask(self.man_bits) == W::mask(self.man_bits)
    }

    /// Puts the fields together; a carry out of the significand runs into the exponent.
    #[inline(always)]
    fn pack<W: Bits>(&self, sign: bool, field: i32, kept: W) -> W {
        let exponent = |e: i32| W::low(e as u128) << self.man_bits;
        let body = match self.shares_exponent() {
            true if kept == W::ZERO => W::ZERO,
            true => {
                let carry = u32::from(kept.bit(self.man_bits));
                exponent(field + carry as i32) | kept >> carry
            }
            false if self.zeroless() => exponent(field + i32::from(kept.bit(1))),
            false => exponent(field - 1).plus(kept),
        };
        self.with_sign(sign, body)
    }

    #[inline(always)]
    pub(super) fn with_sign<W: Bits>(&self, sign: bool, body: W) -> W {
        self.assemble(sign && (self.neg_zero || body != W::ZERO), body)
    }

    #[inline(always)]
    pub(super) fn flush<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        let sign = sign && env.underflow != Underflow::FlushPositive;
        Rounded { bits: self.zero_code(sign), flags: Flags::UNDERFLOW | Flags::INEXACT }
    }

    #[inline(always)]
    pub(super) fn overflow<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        let outward = env.rounding.outward(sign);
        let bits = match env.overflow {
            Overflow::Saturate | Overflow::SaturateFinite => self.max_code(sign),
            Overflow::Ieee if !outward => self.max_code(sign),
            Overflow::Nan if self.has_nan() => self.nan_due(env, sign),
            _ if self.has_infinity() => self.infinity_code(sign),
            _ if self.has_nan() => self.nan_due(env, sign),
            _ => self.max_code(sign),
        };
        Rounded { bits, flags: Flags::OVERFLOW | Flags::INEXACT }
    }

    #[inline(always)]
    fn pack_fixed<W: Bits>(
        &self,
        env: &Env,
        u: Unrounded<W>,
        frac: u32,
        symmetric: bool,
    ) -> Rounded<W> {
        let scale = u.exponent.saturating_add(frac as i32);
        let shift = u.significand.lead();
        let out_of_range = |magnitude: W| {
            let low = if u.sign { W::ZERO.minus(magnitude) } else { magnitude };
            Rounded { bits: self.unheld(env, symmetric, u.sign, low), flags: Flags::INVALID }
        };
        if scale >= 0 && W::BITS as i32 - shift as i32 + scale > self.width as i32 {
            let fits = (scale as u32) < W::BITS;
            return out_of_range(if fits { u.significand << scale as u32 } else { W::ZERO });
        }
        let (magnitude, lost) = if scale >= 0 {
            (u.significand << scale as u32, u.sticky)
        } else {
            let drop = scale.unsigned_abs();
            if drop < W::BITS {
                round_off(env.rounding, u.sign, u.significand, drop, u.sticky)
            } else {
                let (low, cut) = u.significand.shift_right_sticky(drop - (W::BITS - 1));
                round_off(env.rounding, u.sign, low, W::BITS - 1, u.sticky || cut)
            }
        };
        let limit = match (self.sign, u.sign, symmetric) {
            (false, true, _) => W::ZERO,
            (false, false, _) => W::mask(self.width),
            (true, true, false) => W::ONE << (self.width - 1),
            _ => W::mask(self.width - 1),
        };
        if magnitude > limit {
            return out_of_range(magnitude);
        }
        let code = if u.sign { W::ZERO.minus(magnitude) } else { magnitude };
        Rounded { bits: code & W::mask(self.width), flags: Flags::INEXACT.when(lost) }
    }
}
