//! CDNA1 and CDNA2: exact sums, and sums that are rounded at each step (SIL-D17, D18).

use super::chain::{canonical, flushed, flushed_in, special};
use super::number::{Seen, exact, read};
use super::profile::{self, Profile};
use crate::format::Binary32;
use crate::{Env, Format, Rounding, StaticFormat, Unrounded, convert_any, sum};

/// CDNA1: the addend and a group's products are added exactly, and rounded once (SIL-D17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cdna1 {
    /// The factors' format.
    pub factor: Format,
    /// Products of a group.
    pub group: usize,
}

/// CDNA2: products, pairs, pairs of pairs and the addend's addition are rounded, and small numbers flushed (SIL-D18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cdna2 {
    /// The factors' format.
    pub factor: Format,
    /// Products of a group, 2 or 4.
    pub group: usize,
}

/// Each group in turn, the sum of one the addend of the next.
fn groups(n: usize, a: &[u64], b: &[u64], c: u64, sum: impl Fn(&[u64], &[u64], u64) -> u64) -> u64 {
    a.chunks(n).zip(b.chunks(n)).fold(c, |c, (a, b)| sum(a, b, c))
}

impl Cdna1 {
    /// The same as a description of sums, but for words of NaN.
    ///
    /// ```
    /// use softfloat::{format::Bf16, silicon::Cdna1, StaticFormat};
    /// let sum = Cdna1 { factor: Bf16::FORMAT, group: 2 }.datapath();
    /// // 2^100 - 2^100 + 1
    /// let r = sum.evaluate(&[0x5880, 0xd880], &[0x5880, 0x5880], 0x3f80_0000);
    /// assert_eq!(r.bits, 0x3f80_0000);
    /// ```
    #[must_use]
    pub const fn datapath(&self) -> sum::Datapath {
        let Self { factor, group } = *self;
        let exact = sum::plain::exact_dot(factor, factor, Binary32::FORMAT, Rounding::NearestEven);
        let order = sum::Order::Sequential { chunk: group };
        sum::Datapath { order, zero: sum::ZeroSum::Plus, ..exact }
    }

    /// One element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, silicon::{Cdna1, Profile}, StaticFormat};
    /// let sum = Cdna1 { factor: Bf16::FORMAT, group: 2 };
    /// // 2^100 - 2^100 + 1
    /// let (a, b) = ([0x5880, 0xd880], [0x5880, 0x5880]);
    /// assert_eq!(sum.evaluate(&Profile::DECIDED, &a, &b, 0x3f80_0000), 0x3f80_0000);
    /// ```
    #[must_use]
    pub fn evaluate(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        let Self { factor, group } = *self;
        let sum = groups(group, a, b, c, |a, b, c| match profile.cdna1 {
            profile::Cdna1::Exact => self.sum(profile, a, b, c),
            profile::Cdna1::Stepwise => stepwise(&factor, a, b, c, false),
        });
        canonical(profile, &Binary32::FORMAT, sum)
    }

    fn sum(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        let mut seen = Seen::default();
        let addend = seen.addend(read(&Binary32::FORMAT, c));
        let factors = a.iter().zip(b).map(|(&a, &b)| [a, b].map(|code| read(&self.factor, code)));
        for [a, b] in factors.clone() {
            let _ = seen.product(a, b);
        }
        if let Some(kind) = seen.special() {
            return special(profile, kind);
        }
        let products = factors.filter_map(|[a, b]| Seen::default().product(a, b));
        let sum = exact(products.chain(addend));
        let sum = Unrounded { sign: sum.sign && (sum.significand != 0 || sum.sticky), ..sum };
        Binary32::FORMAT.round_pack(&Env::IEEE, sum).bits as u64
    }
}

impl Cdna2 {
    /// One element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, silicon::{Cdna2, Profile}, StaticFormat};
    /// let sum = Cdna2 { factor: Bf16::FORMAT, group: 2 };
    /// // 2^-126 * 1/2 is flushed.
    /// assert_eq!(sum.evaluate(&Profile::DECIDED, &[0x0080, 0], &[0x3f00, 0], 0), 0);
    /// ```
    #[must_use]
    pub fn evaluate(&self, profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
        let sum = groups(self.group, a, b, c, |a, b, c| stepwise(&self.factor, a, b, c, true));
        canonical(profile, &Binary32::FORMAT, sum)
    }
}

/// A sum that rounds at each step to binary32, with subnormal numbers, and then flushes them where it does.
fn stepwise(factor: &Format, a: &[u64], b: &[u64], c: u64, flush: bool) -> u64 {
    let f32 = Binary32::FORMAT;
    let round = |code: u64| if flush { flushed(&f32, code) } else { code };
    let add = |x, y| round(f32.add(x, y, &Env::IEEE).bits);
    let factor_in = |code| {
        let code = if flush { flushed_in(factor, code) } else { code };
        convert_any(factor, &f32, &Env::IEEE, code).bits
    };
    let product = |i: usize| {
        let [x, y] = [a, b].map(|side| factor_in(side.get(i).copied().unwrap_or_default()));
        let exactly_zero = [x, y].iter().any(|code| code << 33 == 0);
        let product = f32.mul(x, y, &Env::IEEE).bits;
        // Infinity times zero is no zero.
        if exactly_zero && product << 33 == 0 { 0 } else { round(product) }
    };
    let pair = |i| add(product(i), product(i + 1));
    let products = if a.len() > 2 { add(pair(0), pair(2)) } else { pair(0) };
    let c = if flush { flushed_in(&f32, c) } else { c };
    add(c, products)
}
