//! Enclosures ever narrower until one decides (Ziv, "Fast evaluation of elementary mathematical
//! functions with correctly rounded last bit", 1991).

use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::enclosure::limbs;
use crate::exact::Dyadic;
use crate::outcome::{Bounds, Undecided};
use num_bigint::{BigInt, BigUint};
use softfloat::Unrounded;
use std::sync::OnceLock;

/// What is enclosed at any width.
pub(crate) trait Subject {
    /// The enclosure at this width.
    fn enclose<const N: usize>(&self, c: &Context<N>) -> Enclosure<N>;
}

macro_rules! widths {
    ($($name:ident $n:literal),*) => {
        $(pub(crate) fn $name() -> &'static Context<$n> {
            static CONTEXT: OnceLock<Context<$n>> = OnceLock::new();
            CONTEXT.get_or_init(|| Context::new(four))
        })*
    };
}
widths!(one 1, two 2, four 4, sixteen 16, most 64);

/// The value of a subject, as a significand of 64 bits and sticky: right for every rounding to at
/// most `precision` bits.
#[inline]
pub(crate) fn decide(subject: &impl Subject, precision: u32) -> Result<Unrounded<u128>, Undecided> {
    if precision <= 32
        && let Some(u) = narrow(subject, precision)
    {
        return Ok(u);
    }
    decided(&subject.enclose(two()), precision).map_or_else(|| decide_wide(subject, precision), Ok)
}

/// The same if one word is enough.
#[inline]
pub(crate) fn narrow(subject: &impl Subject, precision: u32) -> Option<Unrounded<u128>> {
    decided(&subject.enclose(one()), precision)
}

#[cold]
fn decide_wide(subject: &impl Subject, precision: u32) -> Result<Unrounded<u128>, Undecided> {
    decided(&subject.enclose(four()), precision)
        .or_else(|| decided(&subject.enclose(sixteen()), precision))
        .ok_or(Undecided { bits: 16 * 64 })
}

/// The significand where the enclosure holds no number of `precision + 1` bits but at its ends: such are
/// all numbers and midpoints, subnormal ones and those beyond the largest included.
#[inline]
pub(crate) fn decided<const N: usize>(e: &Enclosure<N>, precision: u32) -> Option<Unrounded<u128>> {
    if e.is_unknown() || e.is_zero() {
        return None;
    }
    if e.exponent.unsigned_abs() > BEYOND {
        // Below half of the smallest number, or above the largest, wherever in the enclosure.
        let exponent = if e.exponent > 0 { FAR } else { -FAR };
        return Some(Unrounded { sign: e.negative, exponent, significand: 1 << 63, sticky: true });
    }
    let exact = e.below | e.above == 0;
    let (below, above) = (word_shifted::<N>(e.below, e.shift), word_shifted::<N>(e.above, e.shift));
    let (mut low, mut high, mut exponent) = (e.significand, e.significand, e.exponent);
    if !exact && e.above == 0 && e.significand == Enclosure::<N>::ONE.significand {
        // Below a power of two: places are half as wide there.
        low = limbs::sub(&[0; N], &limbs::shl(&below, 1)).0;
        high = [u64::MAX; N];
        exponent -= 1;
    } else if !exact {
        // An open value is no border, so not the upper end either where that is one.
        let (down, borrow) = limbs::sub(&low, &below);
        let (up, carry) = match e.above {
            0 => limbs::sub(&high, &limbs::word(1)),
            _ => limbs::add(&high, &limbs::sub(&above, &limbs::word(1)).0),
        };
        if borrow || carry || down[N - 1] >> 63 == 0 {
            return None;
        }
        (low, high) = (down, up);
    }
    let (low_top, cut) = (low[N - 1], 64 - (precision + 1));
    if low_top >> cut != high[N - 1] >> cut {
        return None;
    }
    let sticky = !exact || low[..N - 1].iter().any(|&x| x != 0);
    Some(Unrounded {
        sign: e.negative,
        exponent: (exponent - 64) as i32,
        significand: low_top.into(),
        sticky,
    })
}

/// `error * 2^shift`.
#[inline]
fn word_shifted<const N: usize>(error: u64, shift: u32) -> limbs::Limbs<N> {
    let word = limbs::word(error);
    if shift == 0 { word } else { limbs::shl(&word, shift) }
}

/// No format has numbers beyond 2^this, or below 2^-this: 15 bits of exponent, a bias of at most 2^15,
/// 62 bits of significand.
const BEYOND: u64 = 1 << 17;

/// Beyond all formats, and far from the limits of exponents.
const FAR: i32 = 1 << 24;

/// The narrowest enclosure that is at least `bits` bits wide, if the arithmetic is; values beyond all formats
/// (2^(2^17) and farther, or as small) are put at their end.
pub(crate) fn bounds(subject: &impl Subject, bits: u32) -> Option<Bounds> {
    two_ends(&subject.enclose(two()), bits)
        .or_else(|| two_ends(&subject.enclose(four()), bits))
        .or_else(|| two_ends(&subject.enclose(sixteen()), bits))
}

fn two_ends<const N: usize>(e: &Enclosure<N>, bits: u32) -> Option<Bounds> {
    let width = Enclosure::<N>::BITS;
    let error = e.below.max(e.above);
    let lost = 64 - error.leading_zeros() + e.shift;
    if e.is_unknown() || lost + bits > width {
        return None;
    }
    let words: Vec<u32> =
        e.significand.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    let middle = BigInt::from(BigUint::new(words));
    let (below, above) = (BigInt::from(e.below) << e.shift, BigInt::from(e.above) << e.shift);
    let (least, most) = (&middle - below, &middle + above);
    let (lower, upper) = if e.negative { (-most, -least) } else { (least, most) };
    // Farther than all formats is as far: nobody wants integers of 2^40 bits.
    let exponent = e.exponent.clamp(-(BEYOND as i64), BEYOND as i64) - i64::from(width);
    let dyadic = |integer| Dyadic { integer, exponent };
    Some(Bounds { lower: dyadic(lower), upper: dyadic(upper), bits: width })
}
