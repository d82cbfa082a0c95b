//! Dyadic numbers: an integer times a power of two.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

use num_bigint::{BigInt, BigUint, Sign};
use softfloat::{Bits, Unrounded};

/// An integer times a power of two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dyadic {
    /// The integer.
    pub integer: BigInt,
    /// The exponent of two.
    pub exponent: i64,
}

impl Dyadic {
    /// An integer.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// let three = Dyadic::integer(3);
    /// assert_eq!((three.integer, three.exponent), (3.into(), 0));
    /// ```
    #[must_use]
    pub fn integer(n: impl Into<BigInt>) -> Self {
        Self { integer: n.into(), exponent: 0 }
    }

    /// An exact value.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// use softfloat::Unrounded;
    /// let x = Dyadic::of(Unrounded::exact(true, -1, 3u64)); // -1.5
    /// assert_eq!(x, Dyadic { integer: (-3).into(), exponent: -1 });
    /// ```
    #[must_use]
    pub fn of(u: Unrounded<impl Bits>) -> Self {
        let magnitude = BigInt::from(u.significand.wide());
        Self { integer: if u.sign { -magnitude } else { magnitude }, exponent: u.exponent.into() }
    }

    /// Whether it is 0.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// assert!(Dyadic::default().is_zero() && !Dyadic::integer(1).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.integer.sign() == Sign::NoSign
    }

    /// Whether it is below 0.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// assert!(Dyadic::integer(-1).is_negative() && !Dyadic::default().is_negative());
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.integer.sign() == Sign::Minus
    }

    /// Times a power of two.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// let x = Dyadic::integer(3).scaled(-1); // 1.5
    /// assert_eq!(&x + &x, Dyadic::integer(6).scaled(-1)); // 3, in another form than 3 * 2^0
    /// ```
    #[must_use]
    pub fn scaled(self, power: i64) -> Self {
        Self { exponent: self.exponent + power, ..self }
    }

    /// How the values stand to each other; equal ones may differ in form.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// let (four, one) = (Dyadic::integer(4), Dyadic::integer(1));
    /// assert!(four.compare(&one).is_gt());
    /// assert!(four.compare(&one.clone().scaled(2)).is_eq()); // 4 * 2^0, 1 * 2^2
    /// assert_ne!(four, one.scaled(2));
    /// ```
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }

    /// The greatest integer that is not above it.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// let floor = |n: i32, exponent| Dyadic::integer(n).scaled(exponent).floor();
    /// assert_eq!(floor(7, -1), 3.into()); // 3.5
    /// assert_eq!(floor(-7, -1), (-4).into()); // -3.5
    /// assert_eq!(floor(3, 2), 12.into());
    /// ```
    #[must_use]
    pub fn floor(&self) -> BigInt {
        match self.exponent {
            0.. => &self.integer << self.exponent,
            // Shifts of big integers round down.
            _ => &self.integer >> self.exponent.unsigned_abs(),
        }
    }

    /// The leading bits.
    ///
    /// ```
    /// use functions::exact::Dyadic;
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let x = &Dyadic::integer(1) + &Dyadic::integer(1).scaled(-11); // 1 + 2^-11, a tie
    /// let r = Binary16::FORMAT.round_pack(&Env::IEEE, x.unrounded());
    /// assert_eq!((r.bits, r.flags), (0x3c00, Flags::INEXACT)); // 1
    /// ```
    #[must_use]
    pub fn unrounded(&self) -> Unrounded<u128> {
        cut(self.is_negative(), self.integer.magnitude(), self.exponent)
    }

    /// The integers of two numbers at the smaller of their exponents.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i64) {
        let low = self.exponent.min(other.exponent);
        let at = |x: &Self| &x.integer << (x.exponent - low);
        (at(self), at(other), low)
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: Self) -> Dyadic {
        let (a, b, exponent) = self.aligned(other);
        Dyadic { integer: a + b, exponent }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: Self) -> Dyadic {
        let (a, b, exponent) = self.aligned(other);
        Dyadic { integer: a - b, exponent }
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;
    fn mul(self, other: Self) -> Dyadic {
        Dyadic { integer: &self.integer * &other.integer, exponent: self.exponent + other.exponent }
    }
}

/// An exponent beyond those of every format, their subnormal numbers and the square of their range
/// included: of 2 to this power and of all beyond, every rounding makes the same.
const FAR: i64 = 1 << 20;

/// `significand * 2^exponent`; beyond [`FAR`] any number as far.
pub(crate) fn scaled(sign: bool, significand: u128, exponent: i64) -> Unrounded<u128> {
    Unrounded::exact(sign, exponent.clamp(-FAR, FAR) as i32, significand)
}

/// `n * 2^exponent`, its leading 128 bits; beyond 2^(2^20) any number as far.
///
/// ```
/// use functions::exact::cut;
/// use num_bigint::BigUint;
/// let n = (BigUint::from(1u32) << 200) + 1u32;
/// let u = cut(false, &n, 0); // 2^127 * 2^73, and something below
/// assert_eq!((u.significand, u.exponent, u.sticky), (1 << 127, 73, true));
/// ```
#[must_use]
pub fn cut(sign: bool, n: &BigUint, exponent: i64) -> Unrounded<u128> {
    let drop = n.bits().saturating_sub(128);
    let digits = if drop == 0 { n.to_u64_digits() } else { (n >> drop).to_u64_digits() };
    let significand = digits.iter().rev().fold(0, |high, &low| high << 64 | u128::from(low));
    let sticky = n.trailing_zeros().is_some_and(|zeros| zeros < drop);
    Unrounded { sticky, ..scaled(sign, significand, exponent + drop as i64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_off_is_sticky() {
        let n = (BigUint::from(3u32) << 200u32) + 1u32;
        let u = cut(true, &n, -7);
        assert_eq!((u.sign, u.exponent, u.significand, u.sticky), (true, 67, 3 << 126, true));
        let n = BigUint::from(3u32) << 200u32;
        assert!(!cut(false, &n, 0).sticky);
        assert_eq!(cut(false, &BigUint::from(5u32), 3), Unrounded::exact(false, 3, 5));
    }

    #[test]
    fn sums_align() {
        let x = Dyadic { integer: 3.into(), exponent: 16_000 };
        let y = Dyadic { integer: 1.into(), exponent: -16_000 };
        let difference = &(&x + &y) - &x;
        assert_eq!(difference.unrounded(), Unrounded::exact(false, -16_000, 1));
        assert_eq!((&x * &y).unrounded(), Unrounded::exact(false, 0, 3));
        assert!((&x - &x).is_zero());
    }
}
