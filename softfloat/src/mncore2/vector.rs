//! Vector multiply-add `x*y + z` (s. 3.6.9.10 to 3.6.9.21, 4.3): product with omitted low parts,
//! addend shifted to it, one rounding.
//!
//! Decisions: MN-D12, MN-D13, MN-D14, MN-D15, MN-D27, MN-D29, MN-D30, MN-D31.

use super::number::{infinity, pack};
use super::precision::{Parts, assemble, parts};
use super::profile::{
    InfTimesZero, MauFlag, MauInfMinusInf, MauInfinity, MauZero, ProductRange, Profile,
};
use super::sum::{Addend, add};
use super::{Flagged, Precision, product};
use crate::{Bits, Unrounded};

/// `x*y + z`: factors in precision `P`, addend in `P::Sum`, result in `O`.
///
/// ```
/// use softfloat::mncore2::{vector, Profile, Single};
/// // 1.5 * 2 + 0.25
/// let r = vector::fma::<Single, Single>(&Profile::DECIDED, 0x3fc0_0000, 0x4000_0000, 0x3e80_0000);
/// assert_eq!((r.bits, r.flag), (0x4050_0000, true)); // 3.25
/// ```
#[inline(always)]
pub fn fma<P: Precision, O: Precision>(
    profile: &Profile,
    x: P::Bits,
    y: P::Bits,
    z: <P::Sum as crate::StaticFormat>::Bits,
) -> Flagged<O::Bits> {
    let (a, b, c) = (parts::<P>(x), parts::<P>(y), parts::<P::Sum>(z));
    let infinite = a.field == P::FORMAT.top()
        || b.field == P::FORMAT.top()
        || c.field == <P::Sum as crate::StaticFormat>::FORMAT.top();
    if infinite && profile.mau_infinity == MauInfinity::Absorb {
        return with_infinity::<P, O>(profile, x, y, z);
    }
    finite::<P, O>(profile, a, b, c)
}

/// `x*y`: [`fma`] with z = +0 (s. 3.6.9.1).
///
/// ```
/// use softfloat::mncore2::{vector, Half, Profile};
/// let r = vector::mul::<Half, Half>(&Profile::DECIDED, 0x4100, 0xbc00); // 3 * -0.5
/// assert_eq!((r.bits, r.flag), (0xbf00, false)); // -1.5
/// ```
#[inline(always)]
pub fn mul<P: Precision, O: Precision>(
    profile: &Profile,
    x: P::Bits,
    y: P::Bits,
) -> Flagged<O::Bits> {
    fma::<P, O>(profile, x, y, Default::default())
}

/// `x + z`: [`fma`] with y = 1 (MN-D31).
///
/// ```
/// use softfloat::mncore2::{vector, Half, Profile, Single};
/// let r = vector::add_sum::<Half, Single>(&Profile::DECIDED, 0x3e00, 0x4000_0000); // 1 + 2
/// assert_eq!((r.bits, r.flag), (0x4040_0000, true));
/// ```
#[inline(always)]
pub fn add_sum<P: Precision, O: Precision>(
    profile: &Profile,
    x: P::Bits,
    z: <P::Sum as crate::StaticFormat>::Bits,
) -> Flagged<O::Bits> {
    fma::<P, O>(profile, x, assemble::<P>(false, P::FORMAT.bias, 0), z)
}

/// A copy: [`fma`] with y = 1, z = +0.
///
/// ```
/// use softfloat::mncore2::{vector, Profile, Single};
/// let r = vector::passa::<Single, Single>(&Profile::DECIDED, 0x8000_0000); // -0
/// assert_eq!((r.bits, r.flag), (0, true));
/// ```
#[inline(always)]
pub fn passa<P: Precision, O: Precision>(profile: &Profile, x: P::Bits) -> Flagged<O::Bits> {
    add_sum::<P, O>(profile, x, Default::default())
}

#[inline(always)]
fn finite<P: Precision, O: Precision>(
    profile: &Profile,
    a: Parts,
    b: Parts,
    c: Parts,
) -> Flagged<O::Bits> {
    let mut exact = product_of::<P>(profile, a, b);
    if profile.product_range == ProductRange::Checked {
        exact = match range_checked::<P>(exact) {
            Some(checked) => checked,
            None => return infinite_sum::<O>(profile, Some(exact.sign), None),
        };
    }
    finish::<P::Wide, O>(profile, add(exact, addend::<P>(c)))
}

/// The exact product, as an addend of the sum.
#[inline(always)]
fn product_of<P: Precision>(profile: &Profile, a: Parts, b: Parts) -> Addend<P::Wide> {
    let f = P::FORMAT;
    let zero = a.field == 0 || b.field == 0;
    let sign = a.sign ^ b.sign;
    if zero && profile.mau_zero == MauZero::Zero {
        return Addend { sign, exponent: i32::MIN / 2, significand: P::Wide::ZERO };
    }
    let significand = |p: Parts| if p.field == 0 { p.mantissa } else { p.significand::<P>() };
    let p = product::significands::<P>(significand(a), significand(b));
    let exponent = a.field + b.field - 2 * (f.bias + f.man_bits as i32);
    if zero {
        Addend::normalised(sign, exponent, p)
    } else {
        Addend::new(sign, exponent, p, 2 * f.precision())
    }
}

/// The addend z at the sum's scale.
#[inline(always)]
pub(super) fn addend<P: Precision>(c: Parts) -> Addend<P::Wide> {
    let f = <P::Sum as crate::StaticFormat>::FORMAT;
    if c.field == 0 {
        return Addend { sign: c.sign, exponent: i32::MIN / 2, significand: P::Wide::ZERO };
    }
    let significand = P::Wide::low(c.significand::<P::Sum>() as u128);
    Addend::new(c.sign, c.field - f.bias - f.man_bits as i32, significand, f.precision())
}

/// The product alone in the sum's range: `None` where it is too large, zero where it is too small.
fn range_checked<P: Precision>(p: Addend<P::Wide>) -> Option<Addend<P::Wide>> {
    let f = <P::Sum as crate::StaticFormat>::FORMAT;
    let lead = p.exponent + P::Wide::BITS as i32 - 1 - p.significand.lead() as i32;
    if p.significand != P::Wide::ZERO && lead + f.bias >= f.top() {
        None
    } else if lead + f.bias <= 0 {
        Some(Addend { significand: P::Wide::ZERO, ..p })
    } else {
        Some(p)
    }
}

/// Rounds, normalises and flags an exact result.
#[inline(always)]
pub(super) fn finish<W: Bits, O: Precision>(
    profile: &Profile,
    u: Unrounded<W>,
) -> Flagged<O::Bits> {
    let bits = pack::<O, W>(profile, u);
    let negative = match profile.mau_flag {
        MauFlag::After => bits.bit(O::FORMAT.width - 1),
        MauFlag::Before => u.sign,
    };
    Flagged { bits, flag: !negative }
}

#[cold]
fn with_infinity<P: Precision, O: Precision>(
    profile: &Profile,
    x: P::Bits,
    y: P::Bits,
    z: <P::Sum as crate::StaticFormat>::Bits,
) -> Flagged<O::Bits> {
    let (a, b, c) = (parts::<P>(x), parts::<P>(y), parts::<P::Sum>(z));
    let top = P::FORMAT.top();
    let any = a.field == top || b.field == top;
    let zero = a.field == 0 || b.field == 0;
    let infinite = any && (!zero || profile.inf_times_zero == InfTimesZero::Inf);
    let product = infinite.then_some(a.sign ^ b.sign);
    let addend_infinite = c.field == <P::Sum as crate::StaticFormat>::FORMAT.top();
    if product.is_none() && !addend_infinite {
        // Infinity times zero: the product is 0.
        let none = Addend { sign: false, exponent: i32::MIN / 2, significand: P::Wide::ZERO };
        return finish::<P::Wide, O>(profile, add(none, addend::<P>(c)));
    }
    infinite_sum::<O>(profile, product, addend_infinite.then_some(c.sign))
}

/// The sum where product or addend is infinite, each given by its sign.
#[cold]
pub(super) fn infinite_sum<O: Precision>(
    profile: &Profile,
    product: Option<bool>,
    addend: Option<bool>,
) -> Flagged<O::Bits> {
    let opposite = matches!((product, addend), (Some(p), Some(c)) if p != c);
    let sign = match profile.mau_inf_minus_inf {
        MauInfMinusInf::Zero if opposite => {
            return Flagged { bits: O::Bits::ZERO, flag: true };
        }
        MauInfMinusInf::Minus if opposite => true,
        MauInfMinusInf::Plus if opposite => false,
        _ => product.or(addend).unwrap_or(false),
    };
    Flagged { bits: infinity::<O>(sign), flag: !sign }
}
