//! Lane -> code: [`round_pack`](crate::round_pack) without branches.
//!
//! What the rules of an [`Env`] decide is computed once a call, as masks and increments ([`Plan`]);
//! the loop then treats every number alike.

use core::marker::PhantomData;

use super::lane::{Lane, Word, sign_bit};
use crate::{
    Bits, Env, Flags, Format, Rounding, StaticFormat, Tininess, Underflow, Unrounded, round_pack,
};

/// A rule's value for positive and for negative numbers.
#[derive(Clone, Copy, Debug)]
struct Signed<W> {
    positive: W,
    negative: W,
}

impl<W: Word> Signed<W> {
    #[inline(always)]
    fn of(self, negative: bool) -> W {
        self.negative.when(negative, self.positive)
    }
}

/// The rules of an environment for the format `F`, fed from lanes `L`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<F, L: Lane> {
    /// All ones in the directions to nearest: half of what is cut off is added.
    near: L::Word,
    /// 1 in RNE: the last bit kept is added too.
    even: L::Word,
    /// 1 in RNA.
    away: L::Word,
    /// All ones where every loss leads away from zero.
    directed: Signed<L::Word>,
    /// 1 in RTO: set in the result where anything was lost.
    odd: L::Word,
    /// Lane magnitudes below are tiny.
    tiny: Signed<L::Word>,
    /// All ones where tiny numbers become zeros.
    flush: L::Word,
    /// The sign bit, where such a zero keeps its sign.
    flush_sign: L::Word,
    /// What stands for a number beyond the largest, sign included.
    beyond: Signed<L::Word>,
    /// The lane's sign bit in RDN: an exact zero sum of unlike signs is negative.
    pub(super) down: L::Word,
    /// All ones where subnormal operands read as zeros.
    pub(super) daz: u32,
    format: PhantomData<F>,
}

/// Facts of the way from a lane to a format.
struct Way;

impl Way {
    /// The lane's exponent field of the format's smallest normal number.
    #[inline(always)]
    const fn lowest<L: Lane>(f: &Format) -> i32 {
        L::BIAS + 1 - f.declared().bias
    }

    /// Bits of the lane's fraction that a normal number loses.
    #[inline(always)]
    const fn drop<L: Lane>(f: &Format) -> u32 {
        L::FRACTION - f.declared().man_bits
    }
}

impl<F: StaticFormat, L: Lane> Plan<F, L> {
    /// The rules of `env`.
    #[inline(always)]
    pub(super) fn new(env: &Env) -> Self {
        let (zero, one) = (L::Word::ZERO, L::Word::ONE);
        let is = |r: Rounding| env.rounding == r;
        let when = |on: bool, x: L::Word| x.when(on, zero);
        let near = is(Rounding::NearestEven) || is(Rounding::NearestAway);
        let flush = env.underflow != Underflow::Gradual;
        Self {
            near: L::Word::all(near),
            even: when(is(Rounding::NearestEven), one),
            away: when(is(Rounding::NearestAway), one),
            directed: Signed {
                positive: L::Word::all(is(Rounding::Up)),
                negative: L::Word::all(is(Rounding::Down)),
            },
            odd: when(is(Rounding::ToOdd), one),
            tiny: Signed {
                positive: Self::tiny_below(env, false),
                negative: Self::tiny_below(env, true),
            },
            flush: L::Word::all(flush),
            flush_sign: when(env.underflow == Underflow::FlushSigned, sign_bit()),
            beyond: Signed {
                positive: Self::overflow(env, false),
                negative: Self::overflow(env, true),
            },
            down: when(is(Rounding::Down), sign_bit()),
            daz: u32::all(env.daz),
            format: PhantomData,
        }
    }

    /// The lane's word from which on a magnitude is not tiny: the smallest normal number, or after
    /// rounding what rounds up to it with the format's precision and no bound of the exponent. The
    /// last bit kept is then odd.
    #[inline(always)]
    fn tiny_below(env: &Env, sign: bool) -> L::Word {
        let f = &F::FORMAT;
        let lowest = Way::lowest::<L>(f);
        // Where the lane's own subnormal numbers begin there too, their last place weighs twice
        // that of the binade above.
        let drop = Way::drop::<L>(f).saturating_sub(u32::from(lowest == 1));
        let reach = match env.rounding {
            _ if env.tininess == Tininess::Before || drop == 0 => 0,
            Rounding::NearestEven | Rounding::NearestAway => 1 << (drop - 1),
            Rounding::Up if !sign => u64::mask(drop),
            Rounding::Down if sign => u64::mask(drop),
            _ => 0,
        };
        L::Word::of(((lowest as u64) << L::FRACTION) - reach)
    }

    /// What [`round_pack`] makes of a number far above the largest.
    #[inline(always)]
    fn overflow(env: &Env, sign: bool) -> L::Word {
        let huge = Unrounded::exact(sign, 1 << 20, F::Bits::ONE);
        round_pack::<F, _>(env, huge).bits.cast()
    }

    /// A lane's number, finite, rounded into the format: code and flags.
    #[inline(always)]
    pub(super) fn pack(&self, lane: L) -> (L::Word, L::Word) {
        let f = &F::FORMAT;
        let (zero, one) = (L::Word::ZERO, L::Word::ONE);
        let word = lane.word();
        let sign = word & sign_bit();
        let negative = sign != zero;
        let magnitude = word & !sign_bit::<L::Word>();

        let (value, drop) = Self::place(magnitude);
        let mask = one.left(drop).minus(one);
        let last = (value.right(drop) & self.even) | self.away;
        let increment = ((mask >> 1) & self.near).plus(last) | (mask & self.directed.of(negative));
        // A number that loses no bit gets no increment.
        let increment = if Way::drop::<L>(f) == 0 { increment & mask } else { increment };
        let lost = value & mask != zero;
        let rounded = value.plus(increment).right(drop) | self.odd.when(lost, zero);

        let tiny = (magnitude < self.tiny.of(negative)) & (magnitude != zero);
        let flushed = tiny & (self.flush != zero);
        let beyond = rounded > L::Word::of(Self::largest());
        let kept = zero.when(flushed, rounded);
        let sign = (sign & self.flush_sign).when(flushed, sign);
        let sign = if f.neg_zero { sign } else { zero.when(kept == zero, sign) };
        let code = (kept << f.pad) | sign >> (L::Word::BITS - f.width);
        let code = self.beyond.of(negative).when(beyond, code);

        let flag = |flags: Flags, on: bool| L::Word::of(flags.bits().into()).when(on, zero);
        let flags = flag(Flags::INEXACT, lost)
            | flag(Flags::UNDERFLOW, lost & tiny)
            | flag(Flags::UNDERFLOW | Flags::INEXACT, flushed)
            | flag(Flags::OVERFLOW | Flags::INEXACT, beyond);
        (code, flags)
    }

    /// The magnitude with the format's exponent field above the lane's fraction, and how far down
    /// the format's last place lies; below the normal numbers the significand, and further.
    #[inline(always)]
    fn place(magnitude: L::Word) -> (L::Word, L::Word) {
        let f = &F::FORMAT;
        let lowest = Way::lowest::<L>(f);
        let drop = Way::drop::<L>(f);
        let base = L::Word::of(drop as u64);
        if lowest == 1 {
            return (magnitude, base);
        }
        let low = L::Word::of(lowest as u64);
        let field = (magnitude >> L::FRACTION).min(low).max(L::Word::ONE);
        let value = magnitude.minus((field.minus(L::Word::ONE)) << L::FRACTION);
        let down = base.plus(low.minus(field)).min(L::Word::of(L::Word::BITS as u64 - 1));
        (value, down)
    }

    /// The magnitude of the largest number, without padding.
    #[inline(always)]
    fn largest() -> u64 {
        F::FORMAT.max_code::<u64>(false) >> F::FORMAT.pad
    }
}

// Code -> binary32, in integer lanes, for every format whose numbers are binary32 numbers.

/// Whether the format's numbers go through hardware lanes: other formats' slices are loops of the
/// scalar form. They have sign, hidden bit, subnormals, and no more
/// exponent or fraction than binary32.
///
/// ```
/// use softfloat::{format::{Bf16, Binary64}, slice::has_lanes, StaticFormat};
/// assert!(has_lanes(&Bf16::FORMAT) && !has_lanes(&Binary64::FORMAT));
/// ```
#[must_use]
pub const fn has_lanes(f: &Format) -> bool {
    let hidden = f.has_hidden_bit() && !f.zeroless();
    let f = f.declared();
    let shape = hidden && f.sign && f.subnormal && f.width <= 32;
    let range = if f.exp_bits == 8 { f.bias == 127 } else { f.exp_bits < 8 && f.bias < 127 };
    shape && f.exp_bits >= 2 && f.man_bits <= 23 && range
}

/// The exponent of the smallest subnormal number.
pub(super) const fn least(f: &Format) -> i32 {
    1 - f.declared().bias - f.declared().man_bits as i32
}

/// Every number of the format lies below 2^this.
pub(super) const fn limit(f: &Format) -> i32 {
    f.max_field() - f.declared().bias + 1
}

/// The binary32 code of a number of the format `f`, and whether the code is none (an infinity or
/// NaN; the first part is then of no use). `daz` is all ones where subnormal numbers read as zeros.
#[inline(always)]
pub(super) fn unpack(f: &Format, daz: u32, code: u32) -> (u32, bool) {
    let sign = (code >> (f.width - 1)) << 31;
    let magnitude = (code >> f.pad) & u32::mask(f.exp_bits + f.man_bits);
    let special = f.is_nonfinite(sign != 0, magnitude);
    let below = magnitude < 1 << f.man_bits;
    let placed = magnitude << (23 - f.man_bits);
    let bits = if f.bias == 127 {
        placed
    } else {
        let rebias = (127 - f.bias) as u32;
        // Below the normal numbers: 2^(1-bias) added by the bits, and taken off by arithmetic.
        let one_more = f32::from_bits(placed.wrapping_add((rebias + 1) << 23));
        let subnormal = one_more - f32::from_bits((rebias + 1) << 23);
        let normal = placed.wrapping_add(rebias << 23);
        if below { subnormal.to_bits() } else { normal }
    };
    let kept = bits & !(if below { daz } else { 0 });
    (kept | sign, special)
}
