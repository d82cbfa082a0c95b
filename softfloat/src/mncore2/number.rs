//! Normalisation, extension, shortening (s. 4.1, 3.6.9.22 to 3.6.9.25, 3.6.12.19).

use super::precision::{Parts, assemble, parts};
use super::profile::{ExtendSpecial, Profile, ShortenRange, ShortenSpecial, ShortenZero, Tiny};
use crate::round_pack;
use crate::{Bits, Env, Overflow, StaticFormat, Tininess, Underflow, Unrounded};

/// How an operand reaches a unit: converted first, then negated (s. 3.6.9.22 to .24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Port {
    /// As it is.
    #[default]
    Plain,
    /// `e`: extended from one precision lower.
    Extend,
    /// `r`: shortened from single to half.
    Shorten,
}

/// The rounding of every MAU and RRN fadd result: nearest even with an unbounded exponent, then
/// infinity or +0 where the exponent is out of range (s. 4.1, 4.3; MN-D29).
#[inline(always)]
pub(crate) const fn env(profile: &Profile) -> Env {
    Env {
        tininess: match profile.tiny {
            Tiny::Round => Tininess::After,
            Tiny::Flush => Tininess::Before,
        },
        overflow: Overflow::Infinity,
        underflow: Underflow::FlushPositive,
        ..Env::IEEE
    }
}

/// Rounds and packs a result of the MAU or of RRN fadd; zero becomes +0. The significand is 0 only
/// where the value is: sums lose bits only far below their leading one.
#[inline(always)]
pub(crate) fn pack<O: StaticFormat, W: Bits>(profile: &Profile, u: Unrounded<W>) -> O::Bits {
    if u.significand == W::ZERO { O::Bits::ZERO } else { round_pack::<O, W>(&env(profile), u).bits }
}

/// The pattern of an infinity.
#[inline(always)]
pub(crate) fn infinity<P: StaticFormat>(sign: bool) -> P::Bits {
    assemble::<P>(sign, P::FORMAT.top(), 0)
}

/// Output normalisation (s. 4.1): exponent field 0 gives +0, the top exponent an infinity without
/// mantissa.
///
/// ```
/// use softfloat::mncore2::{normalise, Single};
/// assert_eq!(normalise::<Single>(0x8000_0001), 0); // exponent field 0
/// assert_eq!(normalise::<Single>(0xff80_0001), 0xff80_0000); // -infinity
/// ```
#[inline(always)]
pub fn normalise<P: StaticFormat>(x: P::Bits) -> P::Bits {
    let Parts { sign, field, .. } = parts::<P>(x);
    if field == 0 {
        P::Bits::ZERO
    } else if field == P::FORMAT.top() {
        infinity::<P>(sign)
    } else {
        x
    }
}

/// Sign inversion: the top bit flips, also of zeros and infinities (s. 3.6.9.22).
///
/// ```
/// use softfloat::mncore2::{negate, Half};
/// assert_eq!(negate::<Half>(0x3e00), 0xbe00); // -1
/// ```
#[inline(always)]
pub fn negate<P: StaticFormat>(x: P::Bits) -> P::Bits {
    x ^ P::Bits::ONE << (P::FORMAT.width - 1)
}

/// Extension to a wider precision (s. 3.6.9.23): exponent re-biased, mantissa put on top of the
/// wider field; zeros and infinities keep their mantissa (MN-D01).
///
/// ```
/// use softfloat::mncore2::{extend, Half, Profile, Single};
/// assert_eq!(extend::<Half, Single>(&Profile::DECIDED, 0x4100), 0x4040_0000); // 3
/// ```
#[inline(always)]
pub fn extend<A: StaticFormat, B: StaticFormat>(profile: &Profile, x: A::Bits) -> B::Bits {
    let Parts { sign, field, mantissa } = parts::<A>(x);
    let (a, b) = (A::FORMAT, B::FORMAT);
    let wide = mantissa << (b.man_bits - a.man_bits);
    let special = match profile.extend_special {
        ExtendSpecial::Carry => wide,
        ExtendSpecial::Canon => 0,
    };
    if field == 0 {
        assemble::<B>(sign, 0, special)
    } else if field == a.top() {
        assemble::<B>(sign, b.top(), special)
    } else {
        assemble::<B>(sign, field - a.bias + b.bias, wide)
    }
}

/// The value of a finite nonzero code.
#[inline(always)]
fn value<A: StaticFormat>(p: Parts) -> Unrounded<A::Bits> {
    let f = A::FORMAT;
    Unrounded::exact(
        p.sign,
        p.field - f.bias - f.man_bits as i32,
        A::Bits::low(p.significand::<A>() as u128),
    )
}

/// Narrowing at an output: rounded once, then normalised (s. 3.6.9.25, 4.1).
///
/// ```
/// use softfloat::mncore2::{narrow, Half, Profile, Single};
/// let half = |x| narrow::<Single, Half>(&Profile::DECIDED, x);
/// assert_eq!(half(0x3f80_2000), 0x3e00); // 1 + 2^-10, a tie
/// assert_eq!(half(0x8000_0000), 0x0000); // -0
/// ```
#[inline(always)]
pub fn narrow<A: StaticFormat, B: StaticFormat>(profile: &Profile, x: A::Bits) -> B::Bits {
    let p = parts::<A>(x);
    if p.field == 0 {
        B::Bits::ZERO
    } else if p.field == A::FORMAT.top() {
        infinity::<B>(p.sign)
    } else {
        pack::<B, _>(profile, value::<A>(p))
    }
}

/// Shortening at an input port (s. 3.6.9.24, 3.6.12.19; MN-D02, MN-D28): as [`narrow`], but a zero
/// keeps its sign.
///
/// ```
/// use softfloat::mncore2::{shorten_in, Half, Profile, Single};
/// let half = |x| shorten_in::<Single, Half>(&Profile::DECIDED, x);
/// assert_eq!(half(0x4040_0000), 0x4100); // 3
/// assert_eq!(half(0x8000_0000), 0x8000); // -0
/// ```
#[inline(always)]
pub fn shorten_in<A: StaticFormat, B: StaticFormat>(profile: &Profile, x: A::Bits) -> B::Bits {
    let p = parts::<A>(x);
    let upper = match profile.shorten_special {
        ShortenSpecial::Clear => 0,
        ShortenSpecial::Carry => p.mantissa >> (A::FORMAT.man_bits - B::FORMAT.man_bits),
    };
    if p.field == A::FORMAT.top() {
        return assemble::<B>(p.sign, B::FORMAT.top(), upper);
    }
    let env = Env {
        underflow: match profile.shorten_zero {
            ShortenZero::Signed => Underflow::FlushSigned,
            ShortenZero::Plus => Underflow::FlushPositive,
        },
        ..env(&Profile::DECIDED)
    };
    if p.field == 0 {
        let sign = p.sign && env.underflow == Underflow::FlushSigned;
        return assemble::<B>(sign, 0, upper);
    }
    let r = round_pack::<B, _>(&env, value::<A>(p)).bits;
    match (profile.shorten_range, parts::<B>(r).field) {
        (ShortenRange::Saturate, 0) => assemble::<B>(p.sign, 1, 0),
        (ShortenRange::Saturate, field) if field == B::FORMAT.top() => {
            assemble::<B>(p.sign, field - 1, u64::mask(B::FORMAT.man_bits))
        }
        _ => r,
    }
}
