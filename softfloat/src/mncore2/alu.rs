//! Floating-point operations of the ALU (s. 3.6.12.5, .10, .11, .13, .18) on one element, with
//! their mask flags (table 3.11). Nothing here is normalised.
//!
//! Decisions: MN-D21 to MN-D25, MN-D36.

use super::precision::{Parts, assemble, parts};
use super::profile::{FtoiMin, LreluInf, LreluZero, NeginfOrder, PassaFlag, Profile};
use super::{Flagged, Precision};
use crate::Bits;

pub use super::rsqrt::rsqrt;

/// `floor`: the largest integer not above x; zeros and infinities pass with all their bits
/// (MN-D36). Flag 0.
///
/// ```
/// use softfloat::mncore2::{alu::floor, Single};
/// assert_eq!(floor::<Single>(0xbfc0_0000).bits, 0xc000_0000); // -1.5 gives -2
/// ```
#[inline(always)]
pub fn floor<P: Precision>(x: P::Bits) -> Flagged<P::Bits> {
    let f = P::FORMAT;
    let p = parts::<P>(x);
    let u = p.field - f.bias;
    let bits = if p.field == 0 || p.field == f.top() || u >= f.man_bits as i32 {
        x
    } else if u < 0 {
        if p.sign { assemble::<P>(true, f.bias, 0) } else { P::Bits::ZERO }
    } else {
        let fraction = u64::mask(f.man_bits - u as u32);
        let cut = x.wide() as u64 & !fraction;
        // A carry out of the mantissa raises the exponent, as it should.
        let step = if p.sign && p.mantissa & fraction != 0 { fraction + 1 } else { 0 };
        P::Bits::low((cut + step) as u128)
    };
    Flagged { bits, flag: false }
}

/// `ftoi`: toward zero to an integer of the element's width; signed and clipped, or with `u` of
/// |x| (MN-D21). Flag 0.
///
/// ```
/// use softfloat::mncore2::{alu::ftoi, Profile, Single};
/// let x = (-2.75f32).to_bits();
/// assert_eq!(ftoi::<Single>(&Profile::DECIDED, false, x).bits, 0xffff_fffe); // -2
/// assert_eq!(ftoi::<Single>(&Profile::DECIDED, true, x).bits, 2);
/// ```
#[inline(always)]
pub fn ftoi<P: Precision>(profile: &Profile, u: bool, x: P::Bits) -> Flagged<P::Bits> {
    let f = P::FORMAT;
    let p = parts::<P>(x);
    let e = p.field - f.bias - f.man_bits as i32;
    let magnitude = if p.field == 0 || e <= -64 {
        0
    } else if p.field == f.top() || e > 64 {
        u128::MAX
    } else {
        let s = p.significand::<P>() as u128;
        if e >= 0 { s << e } else { s >> -e }
    };
    let largest = u64::mask(f.width - u32::from(!u)) as u128;
    let negative = p.sign && !u;
    let limit = match profile.ftoi_min {
        FtoiMin::Full if negative => largest + 1,
        _ => largest,
    };
    let clipped = P::Bits::low(magnitude.min(limit));
    let bits = if negative { P::Bits::ZERO.minus(clipped) } else { clipped };
    Flagged { bits, flag: false }
}

/// `max`: the not smaller one; x where they are equal (flag 1 where x is chosen).
///
/// ```
/// use softfloat::mncore2::{alu::max, Half, Profile};
/// let r = max::<Half>(&Profile::DECIDED, 0x3e00, 0x4000); // 1, 2
/// assert_eq!((r.bits, r.flag), (0x4000, false));
/// ```
#[inline(always)]
pub fn max<P: Precision>(profile: &Profile, x: P::Bits, y: P::Bits) -> Flagged<P::Bits> {
    choose::<P>(profile, x, y, |x, y| x >= y)
}

/// `min`: the not larger one; x where they are equal (flag 1 where x is chosen).
///
/// ```
/// use softfloat::mncore2::{alu::min, Half, Profile};
/// let r = min::<Half>(&Profile::DECIDED, 0x3e00, 0x4000); // 1, 2
/// assert_eq!((r.bits, r.flag), (0x3e00, true));
/// ```
#[inline(always)]
pub fn min<P: Precision>(profile: &Profile, x: P::Bits, y: P::Bits) -> Flagged<P::Bits> {
    choose::<P>(profile, x, y, |x, y| x <= y)
}

#[inline(always)]
fn choose<P: Precision>(
    profile: &Profile,
    x: P::Bits,
    y: P::Bits,
    x_wins: impl Fn(i64, i64) -> bool,
) -> Flagged<P::Bits> {
    let (a, b) = (rank::<P>(x), rank::<P>(y));
    let f = P::FORMAT;
    let negative_infinities =
        |p: Parts, q: Parts| p.field == f.top() && q.field == f.top() && p.sign && q.sign;
    let reversed = profile.neginf_order == NeginfOrder::Rev
        && x != y
        && negative_infinities(parts::<P>(x), parts::<P>(y));
    let flag = if reversed { x_wins(b, a) } else { x_wins(a, b) };
    Flagged { bits: if flag { x } else { y }, flag }
}

/// The order of `max` and `min`: sign-magnitude, infinities with their mantissas, all zeros equal.
#[inline(always)]
fn rank<P: Precision>(x: P::Bits) -> i64 {
    let p = parts::<P>(x);
    if p.field == 0 {
        return 0;
    }
    let magnitude = (x.wide() as u64 & u64::mask(P::FORMAT.width - 1)) as i64;
    if p.sign { -magnitude } else { magnitude }
}

/// `passa`: a copy; flag 1 where all bits are 0 (MN-D25).
///
/// ```
/// use softfloat::mncore2::{alu::passa, Half, Profile};
/// assert!(passa::<Half>(&Profile::DECIDED, 0x0000).flag);
/// assert!(!passa::<Half>(&Profile::DECIDED, 0x8000).flag); // -0
/// ```
#[inline(always)]
pub fn passa<P: Precision>(profile: &Profile, x: P::Bits) -> Flagged<P::Bits> {
    let flag = match profile.passa_flag {
        PassaFlag::Bits => x == P::Bits::ZERO,
        PassaFlag::Value => parts::<P>(x).field == 0,
    };
    Flagged { bits: x, flag }
}

/// `relu0` to `relu3`: y where bit `n` from the top of x is 0, else -0. Flag: that bit is 0.
///
/// ```
/// use softfloat::mncore2::{alu::relu, Half};
/// assert_eq!(relu::<Half>(0, 0x3e00, 0x4000).bits, 0x4000); // x = 1, y = 2
/// assert_eq!(relu::<Half>(0, 0xbe00, 0x4000).bits, 0x8000); // x = -1
/// ```
#[inline(always)]
pub fn relu<P: Precision>(n: u32, x: P::Bits, y: P::Bits) -> Flagged<P::Bits> {
    let flag = !x.bit(P::FORMAT.width - 1 - n);
    Flagged { bits: if flag { y } else { assemble::<P>(true, 0, 0) }, flag }
}

/// `lrelud` (`by` = 1) and `lreluo` (`by` = 3): y, or y / 2^by where the top bit of x is 1; an
/// underflow gives -0 (MN-D23, MN-D24).
///
/// ```
/// use softfloat::mncore2::{alu::leaky, Half, Profile};
/// let r = leaky::<Half>(&Profile::DECIDED, 1, 0xbe00, 0xbe00); // x = y = -1
/// assert_eq!((r.bits, r.flag), (0xbc00, false)); // -1/2
/// ```
#[inline(always)]
pub fn leaky<P: Precision>(profile: &Profile, by: i32, x: P::Bits, y: P::Bits) -> Flagged<P::Bits> {
    let p = parts::<P>(y);
    let flag = !x.bit(P::FORMAT.width - 1);
    let kept = p.field == P::FORMAT.top() && profile.lrelu_inf == LreluInf::Inf
        || p.field == 0 && profile.lrelu_zero == LreluZero::Same;
    let bits = if flag || kept {
        y
    } else if p.field <= by {
        assemble::<P>(true, 0, 0)
    } else {
        assemble::<P>(p.sign, p.field - by, p.mantissa)
    };
    Flagged { bits, flag }
}

/// `ilrelud`: y, or y with its exponent field raised by 1 (at most to the top) where the top bit of
/// x is 1; sign and mantissa stay, also of zeros.
///
/// ```
/// use softfloat::mncore2::{alu::inverse_leaky, Half};
/// let r = inverse_leaky::<Half>(0xbe00, 0x4000); // x = -1, y = 2
/// assert_eq!((r.bits, r.flag), (0x4200, false)); // 4
/// ```
#[inline(always)]
pub fn inverse_leaky<P: Precision>(x: P::Bits, y: P::Bits) -> Flagged<P::Bits> {
    let p = parts::<P>(y);
    let flag = !x.bit(P::FORMAT.width - 1);
    let raised = (p.field + 1).min(P::FORMAT.top());
    Flagged { bits: if flag { y } else { assemble::<P>(p.sign, raised, p.mantissa) }, flag }
}
