//! The one place where a value becomes a code: round-and-pack, for every format and every rule.
//!
//! A finite value is normalised, cut to the format's precision (earlier where it is tiny and
//! underflow is gradual), rounded once, checked against the format's range, and packed.

use crate::format::{Kind, Nonfinite};
use crate::value::{Unrounded, Value};
use crate::{
    Bits, Env, Flags, Format, NanRule, Overflow, Rounded, Rounding, StaticFormat, Tininess,
    Underflow,
};

/// Rounds a finite value into the format `F`.
///
/// ```
/// use softfloat::{format::Binary16, round::round_pack, Env, Flags, Unrounded};
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

/// `significand / 2^drop` rounded in the direction given, and whether anything was lost;
/// 0 < drop < BITS. This is the only rounding of the crate.
#[inline(always)]
pub(crate) fn round_off<W: Bits>(
    rounding: Rounding,
    sign: bool,
    significand: W,
    drop: u32,
    sticky: bool,
) -> (W, bool) {
    let kept = significand >> drop;
    let rest = significand & W::mask(drop);
    let half = W::ONE << (drop - 1);
    let lost = rest != W::ZERO || sticky;
    let up = match rounding {
        Rounding::NearestEven => {
            let odd = kept & W::ONE;
            let below = if sticky { W::ONE } else { odd };
            rest.plus(below) > half
        }
        Rounding::NearestAway => rest >= half,
        Rounding::TowardZero => false,
        Rounding::Up => lost && !sign,
        Rounding::Down => lost && sign,
        Rounding::ToOdd => return (kept | if lost { W::ONE } else { W::ZERO }, lost),
    };
    (kept.plus(if up { W::ONE } else { W::ZERO }), lost)
}

impl Format {
    /// Rounds a finite value into this format. `W` must be at least as wide as the format; the
    /// code stands in its low bits.
    #[inline(always)]
    pub fn round_pack<W: Bits>(&self, env: &Env, mut u: Unrounded<W>) -> Rounded<W> {
        if u.significand == W::ZERO {
            if !u.sticky {
                return self.pack_zero(u.sign);
            }
            u.significand = W::ONE;
            u.exponent -= 2;
        }
        match self.kind {
            Kind::Fixed { frac, symmetric } => self.pack_fixed(env, u, frac, symmetric),
            _ if u.sign && !self.sign => {
                Rounded { bits: self.nan_code(false), flags: Flags::INVALID }
            }
            _ => self.pack_float(env, u),
        }
    }

    #[inline(always)]
    fn pack_zero<W: Bits>(&self, sign: bool) -> Rounded<W> {
        let flags = (Flags::UNDERFLOW | Flags::INEXACT).when(self.zeroless());
        Rounded { bits: self.zero_code(sign), flags }
    }

    #[inline(always)]
    fn pack_float<W: Bits>(&self, env: &Env, u: Unrounded<W>) -> Rounded<W> {
        let p = self.precision();
        let drop = W::BITS - p;
        let shift = u.significand.lead();
        let top = u.significand << shift;
        let field = u.exponent + (W::BITS as i32 - 1 - shift as i32) + self.bias;
        let (kept, lost) = round_off(env.rounding, u.sign, top, drop, u.sticky);
        let carried = field + i32::from(kept.bit(p));

        let below = match env.tininess {
            Tininess::Before => field < self.min_field(),
            Tininess::After => carried < self.min_field(),
        };
        let gradual = env.underflow == Underflow::Gradual
            && (self.subnormal || matches!(self.kind, Kind::Explicit));
        if !gradual && below {
            return self.flush(env, u.sign);
        }
        if gradual && field < self.min_field() {
            let (low, cut) = top.shift_right_sticky((self.min_field() - field) as u32);
            let (kept, lost) = round_off(env.rounding, u.sign, low, drop, u.sticky || cut);
            let flags = Flags::INEXACT.when(lost) | Flags::UNDERFLOW.when(lost && below);
            return Rounded { bits: self.pack(u.sign, self.min_field(), kept), flags };
        }
        if self.beyond(carried, kept) {
            return self.overflow(env, u.sign);
        }
        Rounded { bits: self.pack(u.sign, field, kept), flags: Flags::INEXACT.when(lost) }
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
        let body = match self.kind {
            Kind::Explicit if kept == W::ZERO => W::ZERO,
            Kind::Explicit => {
                let carry = u32::from(kept.bit(self.man_bits));
                exponent(field + carry as i32) | kept >> carry
            }
            _ if self.zeroless() => exponent(field + i32::from(kept.bit(1))),
            _ => exponent(field - 1).plus(kept),
        };
        let sign = sign && (self.neg_zero || body != W::ZERO);
        self.assemble(sign, body)
    }

    #[inline(always)]
    fn flush<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        let sign = sign && env.underflow != Underflow::FlushPositive;
        Rounded { bits: self.zero_code(sign), flags: Flags::UNDERFLOW | Flags::INEXACT }
    }

    #[inline(always)]
    fn overflow<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        let toward_infinity = match env.rounding {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::TowardZero | Rounding::ToOdd => false,
            Rounding::Up => !sign,
            Rounding::Down => sign,
        };
        let bits = match env.overflow {
            Overflow::Saturate => self.max_code(sign),
            Overflow::Ieee if !toward_infinity => self.max_code(sign),
            Overflow::Nan if self.has_nan() => self.nan_code(sign),
            _ if self.has_infinity() => self.infinity_code(sign),
            _ if self.has_nan() => self.nan_code(sign),
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
        let out_of_range = Rounded { bits: self.max_code(u.sign), flags: Flags::INVALID };
        if W::BITS as i32 - shift as i32 + scale > self.width as i32 {
            return out_of_range;
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
            return out_of_range;
        }
        let code = if u.sign { W::ZERO.minus(magnitude) } else { magnitude };
        Rounded { bits: code & W::mask(self.width), flags: Flags::INEXACT.when(lost) }
    }

    /// Rounds any value into this format, special values included.
    #[inline(always)]
    pub fn encode<W: Bits>(&self, env: &Env, value: Value<W>) -> Rounded<W> {
        match value {
            Value::Finite(u) => self.round_pack(env, u),
            Value::Infinite { sign } => self.encode_infinity(env, sign),
            Value::Nan { sign, signalling, payload } => {
                self.encode_nan(env, sign, signalling, payload)
            }
        }
    }

    #[inline(always)]
    fn encode_infinity<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        let exact = |bits| Rounded { bits, flags: Flags::NONE };
        let invalid = |bits| Rounded { bits, flags: Flags::INVALID };
        if self.has_infinity() {
            exact(self.infinity_code(sign))
        } else if matches!(self.kind, Kind::Fixed { .. }) {
            invalid(self.max_code(sign))
        } else if self.has_nan() && (env.overflow != Overflow::Saturate || sign && !self.sign) {
            invalid(self.nan_code(sign))
        } else {
            Rounded { bits: self.max_code(sign), flags: Flags::OVERFLOW | Flags::INEXACT }
        }
    }

    #[inline(always)]
    fn encode_nan<W: Bits>(
        &self,
        env: &Env,
        sign: bool,
        signalling: bool,
        payload: u64,
    ) -> Rounded<W> {
        if !self.has_nan() {
            let bits =
                if self.has_infinity() { self.infinity_code(false) } else { self.max_code(false) };
            return Rounded { bits, flags: Flags::INVALID };
        }
        let bits = match (env.nan, self.nonfinite) {
            (NanRule::Canonical, _) => self.nan_code(false),
            (NanRule::Propagate, Nonfinite::Ieee) => {
                let fraction = W::low((payload >> (64 - self.man_bits)) as u128);
                self.nan_code::<W>(false) | self.assemble(sign, fraction)
            }
            (NanRule::Propagate, _) => self.nan_code(sign),
        };
        Rounded { bits, flags: Flags::INVALID.when(signalling) }
    }
}
