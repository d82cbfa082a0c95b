//! The approximate reciprocal square root (s. 3.6.12.9): a table of 32 entries, observed for single
//! and double precision (MN-D20).
//!
//! For x = 2^u (1 + frac) with k the upper four mantissa bits:
//! `2^(-floor(u/2) - 1) * (1 + T/32)`; the sign of x is ignored.

use super::number::pack;
use super::precision::{assemble, parts};
use super::profile::{Profile, RsqrtHalf, RsqrtSpecial};
use super::{Flagged, Half, Precision};
use crate::{StaticFormat, Unrounded};

/// T for u even, by k.
pub const EVEN: [u8; 16] = [31, 30, 28, 26, 25, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13];
/// T for u odd, by k.
pub const ODD: [u8; 16] = [13, 11, 10, 9, 8, 7, 6, 5, 4, 4, 3, 2, 2, 1, 1, 0];

/// `rsqrt`: flag is 1 where the top bit of x is 0.
///
/// ```
/// use softfloat::mncore2::{rsqrt::rsqrt, Profile, Single};
/// let r = rsqrt::<Single>(&Profile::DECIDED, 0x4080_0000); // 4
/// assert_eq!((r.bits, r.flag), (0x3efc_0000, true)); // 63/128
/// ```
#[inline(always)]
pub fn rsqrt<P: Precision>(profile: &Profile, x: P::Bits) -> Flagged<P::Bits> {
    let f = P::FORMAT;
    let p = parts::<P>(x);
    let special = p.field == 0 || p.field == f.top();
    let bits = if special && profile.rsqrt_special == RsqrtSpecial::Limit {
        assemble::<P>(false, if p.field == 0 { f.top() } else { 0 }, 0)
    } else if f.width == Half::FORMAT.width && profile.rsqrt_half == RsqrtHalf::Exact {
        exact::<P>(p.field - f.bias, p.significand::<P>())
    } else {
        let u = p.field - f.bias;
        let k = (p.mantissa >> (f.man_bits - 4)) as usize & 15;
        let t = if u & 1 == 0 { EVEN[k] } else { ODD[k] };
        assemble::<P>(false, f.bias - (u >> 1) - 1, u64::from(t) << (f.man_bits - 5))
    };
    Flagged { bits, flag: !p.sign }
}

/// The exact reciprocal square root rounded to nearest even: the other reading of MN-D20 for half.
///
/// With S the significand, u even: 1/sqrt(x) = 2^(-u/2) * sqrt(2^m / S).
fn exact<P: Precision>(u: i32, significand: u64) -> P::Bits {
    let m = P::FORMAT.man_bits;
    let odd = u & 1;
    let s = u128::from(significand) << odd;
    let places = m + 20;
    let scaled = 1u128 << (2 * places + m);
    let root = (scaled / s).isqrt();
    let value = Unrounded {
        sign: false,
        exponent: -((u - odd) / 2) - places as i32,
        significand: root as u64,
        sticky: root * root * s != scaled,
    };
    pack::<P, u64>(&Profile::DECIDED, value)
}
