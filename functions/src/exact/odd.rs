//! Positive dyadic numbers as an odd integer times a power of two, in which it shows what of their
//! powers and roots is dyadic again.

use core::cmp::Ordering;

use softfloat::Unrounded;

use super::dyadic::{Dyadic, scaled};
use super::root::quotient;

/// A positive number, `integer * 2^exponent`, the integer odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Odd {
    /// Odd.
    pub integer: u128,
    /// The exponent of two.
    pub exponent: i64,
}

impl Odd {
    pub(crate) const ONE: Self = Self { integer: 1, exponent: 0 };
    pub(crate) const TWO: Self = Self { integer: 1, exponent: 1 };
    pub(crate) const THREE: Self = Self { integer: 3, exponent: 0 };
    pub(crate) const HALF: Self = Self { integer: 1, exponent: -1 };

    /// `n * 2^exponent`; n is not 0.
    pub(crate) fn new(n: u128, exponent: i64) -> Self {
        let zeros = n.trailing_zeros();
        Self { integer: n >> zeros, exponent: exponent + i64::from(zeros) }
    }

    /// The magnitude of an exact number other than 0.
    pub(crate) fn of(u: Unrounded<u64>) -> Self {
        Self::new(u.significand.into(), u.exponent.into())
    }

    /// Whether it is an integer.
    pub(crate) const fn is_integer(self) -> bool {
        self.exponent >= 0
    }

    /// Whether it is an odd integer.
    pub(crate) const fn is_odd(self) -> bool {
        self.exponent == 0
    }

    /// The integer that it is; one beyond 2^40 as 2^40, which is a power or an exponent as good.
    pub(crate) fn to_integer(self) -> Option<i64> {
        const BEYOND: i64 = 1 << 40;
        match u32::try_from(self.exponent) {
            Err(_) => (self.exponent > 0).then_some(BEYOND),
            Ok(up) if up > 40 || self.integer >> (40 - up) != 0 => Some(BEYOND),
            Ok(up) => Some((self.integer << up) as i64),
        }
    }

    /// `1 + x`, or `1 - x` of an x below 1; `None` where its integer is above 2^127: then it is odd,
    /// and so not a power of anything.
    pub(crate) fn one_plus(self, minus: bool) -> Option<Self> {
        let wide = |n: u128, up: i64| (up < i64::from(n.leading_zeros())).then(|| n << up);
        let low = self.exponent.min(0);
        let (one, x) = (wide(1, -low)?, wide(self.integer, self.exponent - low)?);
        let sum = if minus { one.checked_sub(x) } else { one.checked_add(x) };
        sum.filter(|&n| n != 0).map(|n| Self::new(n, low))
    }

    /// The power, where it is dyadic and has at most 128 bits, or is the reciprocal of such a number.
    /// Where this is `None`, it lies on no border: with m odd and above 1, m^n is odd and has more
    /// bits than the 63 of a midpoint, and 1 / m^n is not dyadic.
    pub(crate) fn power(self, n: i64) -> Option<Unrounded<u128>> {
        // Beyond 2^40, where `n` may be cut short, it is far above and below everything.
        let exponent = self.exponent * n;
        if self.integer == 1 {
            return Some(scaled(false, 1, exponent));
        }
        let integer = self.integer.checked_pow(u32::try_from(n.unsigned_abs()).ok()?)?;
        if n >= 0 {
            return Some(scaled(false, integer, exponent));
        }
        Some(quotient(&Dyadic { integer: 1.into(), exponent }, &Dyadic::integer(integer)))
    }

    /// The k-th root, where it is rational (and then it is dyadic): 2 and every prime of the integer
    /// must divide it k times.
    pub(crate) fn root(self, k: u64) -> Option<Self> {
        // Of a degree beyond all exponents and all bits of integers 1 alone has one.
        let Ok(k) = u32::try_from(k) else { return (self == Self::ONE).then_some(self) };
        let exponent = self.exponent.checked_rem(k.into())? == 0;
        let integer = exact_root(self.integer, k)?;
        exponent.then(|| Self { integer, exponent: self.exponent / i64::from(k) })
    }

    /// The exponent of its leading bit.
    fn lead(self) -> i64 {
        self.exponent + i64::from(self.integer.ilog2())
    }
}

impl Ord for Odd {
    fn cmp(&self, other: &Self) -> Ordering {
        let top = |x: &Self| x.integer << x.integer.leading_zeros();
        self.lead().cmp(&other.lead()).then_with(|| top(self).cmp(&top(other)))
    }
}

impl PartialOrd for Odd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The k-th root of an integer, where it is one; found bit by bit.
fn exact_root(n: u128, k: u32) -> Option<u128> {
    if n == 1 || k == 1 {
        return Some(n);
    }
    let mut root = 0u128;
    for bit in (0..=n.ilog2() / k).rev() {
        let next = root | 1 << bit;
        if next.checked_pow(k).is_some_and(|power| power <= n) {
            root = next;
        }
    }
    (root.checked_pow(k) == Some(n)).then_some(root)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(27, 3, Some(3))]
    #[case(1, u32::MAX, Some(1))]
    #[case(26, 3, None)]
    #[case(3u128.pow(80), 16, Some(243))]
    #[case(3, u32::MAX, None)]
    #[case(u128::MAX, 2, None)]
    fn roots(#[case] n: u128, #[case] k: u32, #[case] root: Option<u128>) {
        assert_eq!(exact_root(n, k), root);
    }

    #[test]
    fn powers_are_exact_or_on_no_border() {
        let x = Odd::new(6, -2); // 3 * 2^-1
        assert_eq!(x.power(3), Some(Unrounded::exact(false, -3, 27)));
        assert_eq!(x.power(i64::from(i32::MAX)), None);
        assert_eq!(Odd::TWO.power(-(1 << 40)), Some(Unrounded::exact(false, -(1 << 20), 1)));
        let reciprocal = quotient(&Dyadic::integer(4), &Dyadic::integer(9));
        assert_eq!(x.power(-2), Some(reciprocal));
    }

    #[test]
    fn numbers_are_ordered() {
        let x = [Odd::HALF, Odd::new(3, -2), Odd::ONE, Odd::TWO, Odd::THREE, Odd::new(1, 2)];
        assert!(x.is_sorted());
        assert_eq!(Odd::new(12, 0), Odd { integer: 3, exponent: 2 });
    }

    #[test]
    fn one_plus_and_minus() {
        assert_eq!(Odd::new(3, -2).one_plus(true), Some(Odd::new(1, -2)));
        assert_eq!(Odd::new(7, 0).one_plus(false), Some(Odd::new(8, 0)));
        assert_eq!(Odd::new(1, -200).one_plus(false), None);
        assert_eq!(Odd::new(1, 200).one_plus(false), None);
        assert_eq!(Odd::new(1, -126).one_plus(true), Some(Odd::new((1 << 126) - 1, -126)));
        assert_eq!(Odd::ONE.one_plus(true), None);
    }

    #[test]
    fn integers_are_cut_short_where_it_does_not_matter() {
        assert_eq!(Odd::new(5, 3).to_integer(), Some(40));
        assert_eq!(Odd::new(5, -1).to_integer(), None);
        assert_eq!(Odd::new(1, 39).to_integer(), Some(1 << 39));
        assert_eq!(Odd::new(3, 39).to_integer(), Some(1 << 40));
        assert_eq!(Odd::new(1, 16_000).to_integer(), Some(1 << 40));
    }
}
