//! Matrix-vector multiply-add, one output element: `sum_i a_i*b_i + c` over block-float elements
//! (s. 3.6.9.2 to 3.6.9.9, 4.5).
//!
//! `a_i = (-1)^s F_i * 2^(e - bias + 1 - m)`; P_i = F_a F_b with the omissions of [`product`];
//! the P_i are summed exactly, the addend is shifted to the sum, one rounding.
//!
//! Decisions: MN-D13 to MN-D19, MN-D29, MN-D32.

use super::precision::{Parts, parts};
use super::profile::{BlockCommon, BlockZero, ExtRound, InfBlock, MauInfinity, Profile};
use super::sum::{Addend, add};
use super::vector::{addend, finish, infinite_sum};
use super::{Flagged, Half, Precision, product};
use crate::round::round_off;
use crate::{Bits, Rounding, StaticFormat};

/// How much lower the exponent of an extended half element is.
pub const EXTENDED: u32 = 6;

/// `row . vector + c`: blocks of `P::BLOCK` elements, result in `O`.
///
/// Slices shorter than a block count as filled up with zeros.
///
/// ```
/// use softfloat::mncore2::{matrix, Half, Profile, Single};
/// let block = [0x4100, 0x4080]; // 2, 1
/// let r = matrix::fma::<Half, Single>(&Profile::DECIDED, &block, &block, 0x3f80_0000);
/// assert_eq!((r.bits, r.flag), (0x40c0_0000, true)); // 4 + 1 + 1
/// ```
#[inline(always)]
pub fn fma<P: Precision, O: Precision>(
    profile: &Profile,
    row: &[P::Bits],
    vector: &[P::Bits],
    c: <P::Sum as StaticFormat>::Bits,
) -> Flagged<O::Bits> {
    let f = P::FORMAT;
    let (ea, eb) = (common::<P>(profile, row), common::<P>(profile, vector));
    let c = parts::<P::Sum>(c);
    let c_infinite = c.field == <P::Sum as StaticFormat>::FORMAT.top()
        && profile.mau_infinity == MauInfinity::Absorb;
    let dot_infinite = (ea == f.top() || eb == f.top()) && profile.inf_block == InfBlock::Inf;
    if dot_infinite || c_infinite {
        let dot = dot_infinite.then(|| common_sign::<P>(row, vector));
        return infinite_sum::<O>(profile, dot, c_infinite.then_some(c.sign));
    }
    let zero = (ea == 0 || eb == 0) && profile.block_zero == BlockZero::Zero;
    let sum = if zero { P::Wide::ZERO } else { dot::<P>(profile, row, vector, ea, eb) };
    with_addend::<P, O>(profile, sum, ea + eb, c)
}

/// The sum of the products in two's complement and the addend; `fields` is the sum of the common
/// exponent fields.
#[inline(always)]
fn with_addend<P: Precision, O: Precision>(
    profile: &Profile,
    sum: P::Wide,
    fields: i32,
    c: Parts,
) -> Flagged<O::Bits> {
    let scale = 2 * (1 - P::FORMAT.bias - P::BLOCK_BITS as i32) + fields - guard::<P>() as i32;
    let negative = sum.bit(P::Wide::BITS - 1);
    let magnitude = if negative { P::Wide::ZERO.minus(sum) } else { sum };
    let dot = Addend::normalised(negative, scale, magnitude);
    finish::<P::Wide, O>(profile, add(dot, addend::<P>(c)))
}

/// `row . vector`: [`fma`] with c = +0.
///
/// ```
/// use softfloat::mncore2::{matrix, Half, Profile, Single};
/// let block = [0x4100, 0x4080]; // 2, 1
/// let r = matrix::mul::<Half, Single>(&Profile::DECIDED, &block, &block);
/// assert_eq!(r.bits, 0x40a0_0000); // 4 + 1
/// ```
#[inline(always)]
pub fn mul<P: Precision, O: Precision>(
    profile: &Profile,
    row: &[P::Bits],
    vector: &[P::Bits],
) -> Flagged<O::Bits> {
    fma::<P, O>(profile, row, vector, Default::default())
}

/// Whether a block is valid: equal exponent fields, or field 0 in half precision (s. 4.4).
///
/// ```
/// use softfloat::mncore2::{matrix::is_valid, Half, Single};
/// assert!(is_valid::<Half>(&[0x4100, 0x4080, 0x0080]));
/// assert!(!is_valid::<Single>(&[0x4000_0000, 0x3f80_0000]));
/// ```
#[must_use]
pub fn is_valid<P: Precision>(block: &[P::Bits]) -> bool {
    let e = block.iter().map(|&x| parts::<P>(x).field).max().unwrap_or(0);
    block.iter().all(|&x| {
        let field = parts::<P>(x).field;
        field == e || field == 0 && extends::<P>()
    })
}

/// The common exponent field; of an invalid block the largest (MN-D32).
#[inline(always)]
fn common<P: Precision>(profile: &Profile, block: &[P::Bits]) -> i32 {
    let largest = block.iter().map(|&x| parts::<P>(x).field).fold(0, i32::max);
    match profile.block_common {
        BlockCommon::First if !is_valid::<P>(block) => {
            block.first().map_or(0, |&x| parts::<P>(x).field)
        }
        _ => largest,
    }
}

/// Whether the precision has extended elements.
#[inline(always)]
fn extends<P: Precision>() -> bool {
    P::BLOCK_BITS == Half::BLOCK_BITS
}

/// Places below the products' last place, for extended elements: two of them lie 12 lower.
#[inline(always)]
fn guard<P: Precision>() -> u32 {
    if extends::<P>() { 2 * EXTENDED } else { 0 }
}

/// The sum of the products in two's complement, in units of 2^-guard of their last place.
#[inline(always)]
fn dot<P: Precision>(
    profile: &Profile,
    row: &[P::Bits],
    vector: &[P::Bits],
    ea: i32,
    eb: i32,
) -> P::Wide {
    let pad = P::FORMAT.man_bits - P::BLOCK_BITS;
    let mut sum = P::Wide::ZERO;
    for (&x, &y) in row.iter().zip(vector) {
        let (a, b) = (parts::<P>(x), parts::<P>(y));
        let p = product::significands::<P>(a.mantissa >> pad, b.mantissa >> pad);
        let p = if extends::<P>() { place(profile, p, lower(a, ea) + lower(b, eb)) } else { p };
        sum = if a.sign != b.sign { sum.minus(p) } else { sum.plus(p) };
    }
    sum
}

/// How much lower than the common exponent an element of a half block lies.
#[inline(always)]
fn lower(p: Parts, common: i32) -> u32 {
    if p.field == 0 && common != 0 { EXTENDED } else { 0 }
}

/// A half product `down` places lower, in units of 2^-12 of its last place (MN-D18).
#[inline(always)]
fn place<W: Bits>(profile: &Profile, p: W, down: u32) -> W {
    match profile.ext_round {
        ExtRound::Lost if down > 0 => W::ZERO,
        ExtRound::Rne if down > 0 => {
            round_off(Rounding::NearestEven, false, p, down, false).0 << guard::<Half>()
        }
        _ => p << (guard::<Half>() - down),
    }
}

/// The sign of an infinite dot product: that of all products where they agree, else + (MN-D17).
#[cold]
fn common_sign<P: Precision>(row: &[P::Bits], vector: &[P::Bits]) -> bool {
    row.iter().zip(vector).all(|(&x, &y)| parts::<P>(x).sign != parts::<P>(y).sign)
}

/// A block taken apart once for many products: what [`fma`] looks at, under [`Profile::DECIDED`].
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'a, P: Precision> {
    codes: &'a [P::Bits],
    /// The common exponent field.
    field: i32,
    /// Signed mantissas in two's complement.
    plain: [P::Bits; 16],
    /// Those of extended half elements, 0 in `plain`.
    extended: [P::Bits; 16],
}

impl<'a, P: Precision> Decoded<'a, P> {
    /// A block of zeros.
    pub const ZERO: Decoded<'static, P> =
        Decoded { codes: &[], field: 0, plain: [P::Bits::ZERO; 16], extended: [P::Bits::ZERO; 16] };

    /// Takes a block apart: `P::BLOCK` codes; missing ones count as zeros, further ones not at all.
    ///
    /// ```
    /// use softfloat::mncore2::{matrix::Decoded, Half, Single};
    /// let block = Decoded::<Half>::new(&[0x4100, 0x4080]); // 2, 1
    /// assert_eq!(block.fma::<Single>(&Decoded::ZERO, 0x3f80_0000).bits, 0x3f80_0000); // 0 + 1
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn new(codes: &'a [P::Bits]) -> Self {
        let f = P::FORMAT;
        let exponents = P::Bits::mask(f.exp_bits) << f.man_bits;
        let mut largest = P::Bits::ZERO;
        let mut block = Self { codes, ..Self::ZERO };
        let places = block.plain[..P::BLOCK].iter_mut().zip(&mut block.extended);
        for ((plain, extended), &x) in places.zip(codes) {
            let field = x & exponents;
            largest = largest.max(field);
            let mantissa = (x & P::Bits::mask(f.man_bits)) >> (f.man_bits - P::BLOCK_BITS);
            let number = if x.bit(f.width - 1) { P::Bits::ZERO.minus(mantissa) } else { mantissa };
            let small = extends::<P>() && field == P::Bits::ZERO;
            *plain = if small { P::Bits::ZERO } else { number };
            *extended = if small { number } else { P::Bits::ZERO };
        }
        block.field = (largest >> f.man_bits).wide() as i32;
        block
    }

    /// `row . vector + c`, the same as [`fma`].
    ///
    /// ```
    /// use softfloat::mncore2::{matrix::Decoded, Half, Single};
    /// let block = Decoded::<Half>::new(&[0x4100, 0x4080]); // 2, 1
    /// assert_eq!(block.fma::<Single>(&block, 0x3f80_0000).bits, 0x40c0_0000); // 4 + 1 + 1
    /// ```
    #[inline(always)]
    pub fn fma<O: Precision>(
        &self,
        vector: &Self,
        c: <P::Sum as StaticFormat>::Bits,
    ) -> Flagged<O::Bits> {
        let (ea, eb) = (self.field, vector.field);
        let parts = parts::<P::Sum>(c);
        let infinite =
            ea.max(eb) == P::FORMAT.top() || parts.field == <P::Sum as StaticFormat>::FORMAT.top();
        if infinite {
            return self.with_infinity::<O>(vector, c);
        }
        let sum = if ea == 0 || eb == 0 { P::Wide::ZERO } else { self.dot(vector) };
        with_addend::<P, O>(&Profile::DECIDED, sum, ea + eb, parts)
    }

    #[cold]
    fn with_infinity<O: Precision>(
        &self,
        vector: &Self,
        c: <P::Sum as StaticFormat>::Bits,
    ) -> Flagged<O::Bits> {
        let filled = |block: &Self| {
            let mut codes = [P::Bits::ZERO; 16];
            codes.iter_mut().zip(block.codes).for_each(|(code, &x)| *code = x);
            codes
        };
        let (row, vector) = (filled(self), filled(vector));
        fma::<P, O>(&Profile::DECIDED, &row[..P::BLOCK], &vector[..P::BLOCK], c)
    }

    /// The sum of the products, as [`dot`].
    #[inline(always)]
    fn dot(&self, vector: &Self) -> P::Wide {
        let (row, plain) = (&self.plain[..P::BLOCK], &vector.plain[..P::BLOCK]);
        if extends::<P>() {
            // Sums of products of 16 bits in 32 bits, which processors have instructions for:
            // |a| < 2^15, |b| < 2^9.
            let mut a = self.extended;
            for (a, &plain) in a.iter_mut().zip(row) {
                *a = a.plus(plain << EXTENDED);
            }
            let products = |b: &[P::Bits]| -> i32 {
                a.iter().zip(b).map(|(&a, &b)| signed(a) as i32 * signed(b) as i32).sum()
            };
            let plain = i64::from(products(plain)) << EXTENDED;
            P::Wide::low((plain + i64::from(products(&vector.extended))) as u128)
        } else if P::OMITTED == 0 {
            // At most 16 products below 2^36.
            let products = row.iter().zip(plain).map(|(&a, &b)| signed(a) * signed(b));
            P::Wide::low(products.sum::<i64>() as u128)
        } else {
            row.iter().zip(plain).fold(P::Wide::ZERO, |sum, (&a, &b)| {
                let (a, b) = (signed(a), signed(b));
                let p = product::significands::<P>(a.unsigned_abs(), b.unsigned_abs());
                if (a < 0) == (b < 0) { sum.plus(p) } else { sum.minus(p) }
            })
        }
    }
}

/// A number in two's complement.
#[inline(always)]
fn signed<B: Bits>(x: B) -> i64 {
    let free = 64 - B::BITS.min(64);
    ((x.wide() as u64) << free) as i64 >> free
}

#[cfg(test)]
mod tests;
