//! One multiply-add in hardware lanes, under [`Profile::DECIDED`]: numbers of half and single
//! precision. Infinite operands are left to the scalar form.
//!
//! Neither NaN nor subnormal numbers exist, so a code is a binary32 number but for its zeros. What a
//! sum loses goes into its last bit ([`sum_to_odd`]); the conversion to the result's precision then
//! rounds the exact value once, and a size that does not reach the smallest number becomes +0
//! (s. 4.1, 4.3; MN-D29).

use crate::mncore2::{Half, Precision, Profile, Single, vector};
use crate::slice::lane::{Lane, Word, sign_bit, sum_to_odd};
use crate::{Bits, StaticFormat};

/// The exponent field of half precision sits this much lower than that of binary32, at its place.
const REBIAS: u32 = (127 - Half::FORMAT.declared().bias as u32) << 23;

/// Mantissa bits of single precision beyond those of half.
const EXTRA: u32 = Single::FORMAT.declared().man_bits - Half::FORMAT.declared().man_bits;

/// What lies below rounds to less than the smallest number: half a last place of the binade below
/// it is missing.
const TINY_SINGLE: f64 = f64::from_bits(((1023 - 126) << 52) - (1 << 28));

/// Whether the lanes have a multiply-add of factors in `P` with a result in `O`.
#[inline(always)]
pub(super) const fn has_lanes<P: Precision, O: Precision>() -> bool {
    matches!((P::FORMAT.declared().width, O::FORMAT.declared().width), (32, 32) | (16, 32 | 16))
}

/// The number of a code of single or half precision, which must not be infinite.
#[inline(always)]
pub(super) fn number<P: StaticFormat>(x: u32) -> f32 {
    let field = if P::FORMAT.width == 32 { 0xff << 23 } else { 0x3f << 9 };
    let wide = if P::FORMAT.width == 32 {
        x
    } else {
        ((x & 0x7fff) << EXTRA).wrapping_add(REBIAS) | (x & 0x8000) << 16
    };
    f32::from_bits(if x & field == 0 { 0 } else { wide })
}

/// Whether a code is an infinity.
#[inline(always)]
pub(super) fn infinite<P: StaticFormat>(x: u32) -> bool {
    let field = if P::FORMAT.width == 32 { 0xff << 23 } else { 0x3f << 9 };
    x & field == field
}

/// What a factor of single precision adds to the product's correction: the low bits whose mutual
/// product is left out, and 16 units of the last place where there are any, 2^8 for two of them
/// (see [`product`](crate::mncore2::product)).
#[inline(always)]
fn low_part(a: f64, omitted: u32) -> (f64, f64) {
    let units = 52 - 23;
    let word = a.to_bits();
    let low = a - f64::from_bits(word & (u64::MAX << (units + omitted)));
    // 2^(4 - 23).
    let share = f64::from_bits(word & 0xfff << 52) * f64::from_bits((1023 - 19) << 52);
    (low, if low == 0.0 { 0.0 } else { share })
}

/// `a*b` as the multiplier array forms it: exact, since both parts are whole numbers of the
/// product's last place and have at most 48 bits.
#[inline(always)]
fn product<P: Precision>(a: f64, b: f64) -> f64 {
    if P::OMITTED == 0 {
        return a * b;
    }
    let (a_low, a_share) = low_part(a, P::OMITTED);
    let (b_low, b_share) = low_part(b, P::OMITTED);
    a * b - a_low * b_low + a_share * b_share
}

/// A sum rounded to odd, in single precision.
#[inline(always)]
pub(super) fn to_single(sum: f64) -> u32 {
    // What is not tiny has no subnormal code.
    if sum.abs() < TINY_SINGLE { 0 } else { (sum as f32).to_bits() }
}

/// A sum rounded to odd, in half precision.
#[inline(always)]
pub(super) fn to_half<L: Lane>(sum: L) -> u32 {
    let extra = L::FRACTION - Half::FORMAT.man_bits;
    let rebias = (L::BIAS - Half::FORMAT.bias) as u64;
    let one = L::Word::ONE;
    let word = sum.word();
    let size = word & !sign_bit::<L::Word>();
    // What lies below rounds to less than the smallest number.
    let tiny = L::Word::of(((rebias + 1) << L::FRACTION) - (1 << (extra - 1)));
    let kept = size.max(tiny).minus(L::Word::of(rebias << L::FRACTION));
    let half = (one << (extra - 1)).minus(one).plus(kept >> extra & one);
    let rounded: u32 = (kept.plus(half) >> extra).min(L::Word::of(0x3f << 9)).cast();
    let sign: u32 = (word >> (L::Word::BITS - 1)).cast();
    if size < tiny { 0 } else { rounded | sign << 15 }
}

/// A sum that binary32 rounds as it should: what is too small for a normal number is exact there.
#[inline(always)]
fn flushed(sum: f32) -> u32 {
    if sum.abs() < f32::MIN_POSITIVE { 0 } else { sum.to_bits() }
}

/// `x*y + z` of codes that are not infinite.
#[inline(always)]
pub(super) fn fma<P: Precision, O: Precision>(x: u32, y: u32, z: u32) -> u32 {
    let (a, b, c) = (number::<P>(x), number::<P>(y), number::<P::Sum>(z));
    if P::FORMAT.width == 32 {
        to_single(sum_to_odd(product::<P>(a.into(), b.into()), c.into()))
    } else if O::FORMAT.width == 32 {
        // A product of 20 bits is exact in binary32.
        flushed(a * b + c)
    } else {
        to_half(sum_to_odd(a * b, c))
    }
}

/// `x + z` of codes that are not infinite: a factor 1 has no low bits.
#[inline(always)]
pub(super) fn add<P: Precision, O: Precision>(x: u32, z: u32) -> u32 {
    let (a, c) = (number::<P>(x), number::<P::Sum>(z));
    if O::FORMAT.width == 32 { flushed(a + c) } else { to_half(sum_to_odd(a, c)) }
}

/// The scalar form of [`fma`], which has infinite operands too.
#[cold]
#[inline(never)]
pub(super) fn scalar_fma<P: Precision, O: Precision>(x: u32, y: u32, z: u32) -> u32 {
    let (x, y, z) = (P::Bits::low(x.into()), P::Bits::low(y.into()), Bits::low(z.into()));
    vector::fma::<P, O>(&Profile::DECIDED, x, y, z).bits.cast()
}

/// The scalar form of [`add`].
#[cold]
#[inline(never)]
pub(super) fn scalar_add<P: Precision, O: Precision>(x: u32, z: u32) -> u32 {
    let (x, z) = (P::Bits::low(x.into()), Bits::low(z.into()));
    vector::add_sum::<P, O>(&Profile::DECIDED, x, z).bits.cast()
}
