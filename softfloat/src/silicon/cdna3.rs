//! CDNA3: products are cut at their own reference, then products and addend are brought down to a common one
//! (SIL-D19 to D21).

use super::chain::{canonical, special};
use super::number::{Number, Read, Seen, floor, read};
use super::profile::{LargeProducts, Profile, ZeroTerms};
use crate::format::Binary32;
use crate::{Env, Format, StaticFormat, Unrounded};

/// A sum of CDNA3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cdna3 {
    /// The factors' formats.
    pub factors: [Format; 2],
    /// Products of a group.
    pub group: usize,
    /// Whether products at even and at odd places are summed apart (SIL-D20).
    pub apart: bool,
}

/// Bits kept below the products' reference.
const BITS: i32 = 24;
/// Those that the products' sum keeps below the common one.
const GUARD: i32 = 31;
/// The exponent of a zero addend.
const ZERO: i32 = -126;

/// A sum of products in units of `2^(reference - 24)`.
#[derive(Clone, Copy)]
struct Partial {
    sum: i64,
    reference: Option<i32>,
}

impl Cdna3 {
    /// One element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, silicon::{Cdna3, Profile}, StaticFormat};
    /// let sum = Cdna3 { factors: [Bf16::FORMAT; 2], group: 8, apart: false };
    /// let (a, b) = ([0x3f80, 0x4000], [0x3f80, 0x4040]); // 1 * 1 + 2 * 3 + 0.5
    /// assert_eq!(sum.evaluate(&Profile::DECIDED, &a, &b, 0x3f00_0000), 0x40f0_0000);
    /// ```
    #[must_use]
    pub fn evaluate(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        let pairs = a.chunks(self.group).zip(b.chunks(self.group));
        let sum = pairs.fold(c, |c, (a, b)| self.group(profile, a, b, c));
        canonical(profile, &Binary32::FORMAT, sum)
    }

    fn group(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        let mut seen = Seen::default();
        let addend = seen.addend(read(&Binary32::FORMAT, c));
        let [x, y] = &self.factors;
        let factors = || a.iter().zip(b).map(|(&a, &b)| (read(x, a), read(y, b)));
        for (a, b) in factors() {
            let _ = seen.product(a, b);
        }
        if let Some(kind) = seen.special() {
            return special(profile, kind);
        }
        let products = || factors().map(|(a, b)| product(profile, a, b));
        let mut beyond = Seen::default();
        for large in products().filter(is_beyond) {
            let plus = profile.large_products == LargeProducts::Plus;
            beyond.infinity(large.significand < 0 && !plus);
        }
        if let Some(kind) = beyond.special() {
            return special(profile, kind);
        }
        let of = |places: usize, offset: usize| {
            partial(profile, products().skip(offset).step_by(places))
        };
        let sum = if self.apart { of(2, 0).joined(of(2, 1)) } else { of(1, 0) };
        self.with(addend.unwrap_or_default(), sum)
    }

    /// The products' sum and the addend, rounded.
    fn with(&self, c: Number, Partial { sum, reference }: Partial) -> u64 {
        let own = if c.is_zero() { ZERO } else { c.exponent };
        let common = reference.map_or(own, |e| e.max(own));
        let raise = GUARD - BITS;
        let products = floor(sum << raise, common - reference.unwrap_or(common));
        let absorbed = self.apart && own < common - BITS - 1;
        let addend = if absorbed { 0 } else { c.floor(common - BITS) };
        let sum = products + (addend << raise);
        let exact = Unrounded::exact(sum < 0, common - GUARD, sum.unsigned_abs());
        Binary32::FORMAT.round_pack(&Env::IEEE, exact).bits
    }
}

impl Partial {
    /// Both in the unit of the larger reference, down.
    fn joined(self, other: Self) -> Self {
        let (Some(x), Some(y)) = (self.reference, other.reference) else {
            return if self.reference.is_some() { self } else { other };
        };
        let reference = x.max(y);
        let sum = floor(self.sum, reference - x) + floor(other.sum, reference - y);
        Self { sum, reference: Some(reference) }
    }
}

/// The sum of products cut at the largest exponent among those that count (SIL-D21).
fn partial(profile: &Profile, products: impl Iterator<Item = Number> + Clone) -> Partial {
    let counts = |n: &Number| profile.zero_terms == ZeroTerms::Counted || !n.is_zero();
    let reference = products.clone().filter(counts).map(|n| n.exponent).max();
    let unit = reference.unwrap_or_default() - BITS;
    Partial { sum: products.map(|n| n.cut(unit)).sum(), reference }
}

/// The product of finite factors.
fn product(profile: &Profile, a: Read, b: Read) -> Number {
    let [a, b] = [a, b].map(|factor| match factor {
        Read::Finite(n) if n.is_zero() && profile.zero_terms == ZeroTerms::Counted => {
            Number { exponent: ZERO, ..n }
        }
        Read::Finite(n) => n,
        _ => Number::default(),
    });
    a.times(b)
}

/// Whether a product is 2^128 or more.
fn is_beyond(n: &Number) -> bool {
    let lead = n.last + 63 - n.significand.unsigned_abs().leading_zeros() as i32;
    !n.is_zero() && lead >= 128
}
