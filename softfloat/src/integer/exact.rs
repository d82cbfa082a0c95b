//! Integers without a width.

use core::iter::Sum;
use core::ops::{Add, Mul, Neg, Sub};

/// An integer: exact where its magnitude is below 2^191. Beyond, its sign and its low 128 bits are
/// right and it counts as beyond every limit, so that a result still wraps or saturates rightly;
/// only sums, quotients and right shifts of such numbers mean nothing.
///
/// A sum of 2^62 products of 64-bit numbers is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exact {
    // Two's complement; the order of the fields is the order of the numbers.
    high: i64,
    low: u128,
}

impl Exact {
    /// The number.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!(Exact::new(2) + Exact::new(-3), Exact::new(-1));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn new(x: i128) -> Self {
        Self { high: (x >> 127) as i64, low: x as u128 }
    }

    /// The low 128 bits of the two's complement number.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!(Exact::new(-1).low(), u128::MAX);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn low(self) -> u128 {
        self.low
    }

    /// The number, where 128 bits with a sign hold it.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!(Exact::new(-5).to_i128(), Some(-5));
    /// assert_eq!(Exact::from(1u128 << 127).to_i128(), None);
    /// ```
    #[must_use]
    pub fn to_i128(self) -> Option<i128> {
        let narrow = Self::new(self.low as i128);
        (narrow == self).then_some(self.low as i128)
    }

    /// The number, where 128 bits without a sign hold it.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!(Exact::from(1u128 << 127).to_u128(), Some(1 << 127));
    /// assert_eq!(Exact::new(-5).to_u128(), None);
    /// ```
    #[must_use]
    pub fn to_u128(self) -> Option<u128> {
        (self.high == 0).then_some(self.low)
    }

    /// -1, 0 or 1.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!([-5, 0, 5].map(|x| Exact::new(x).signum()), [-1, 0, 1].map(Exact::new));
    /// ```
    #[must_use]
    pub fn signum(self) -> Self {
        Self::new(if self.is_negative() { -1 } else { i128::from(self != Self::default()) })
    }

    /// The absolute value.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert_eq!(Exact::new(i128::MIN).abs(), Exact::from(1u128 << 127));
    /// ```
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// Whether the number is below 0.
    ///
    /// ```
    /// use softfloat::integer::Exact;
    /// assert!(Exact::new(-1).is_negative() && !Exact::new(0).is_negative());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_negative(self) -> bool {
        self.high < 0
    }

    /// From a high part that may not fit.
    #[inline(always)]
    fn clamped(high: i128, low: u128) -> Self {
        Self { high: high.clamp(i64::MIN.into(), i64::MAX.into()) as i64, low }
    }

    /// A number of this sign beyond every limit.
    #[inline(always)]
    pub(super) const fn beyond(negative: bool, low: u128) -> Self {
        Self { high: if negative { i64::MIN } else { i64::MAX }, low }
    }

    /// The magnitude in 64-bit limbs, the least first.
    #[inline(always)]
    pub(super) fn magnitude(self) -> [u64; 3] {
        let (high, low) = if self.is_negative() {
            (!self.high as u64 + u64::from(self.low == 0), self.low.wrapping_neg())
        } else {
            (self.high as u64, self.low)
        };
        [low as u64, (low >> 64) as u64, high]
    }

    /// The number of this sign and magnitude.
    #[inline(always)]
    pub(super) fn from_magnitude(negative: bool, [a, b, c]: [u64; 3]) -> Self {
        let x = Self::clamped(c.into(), u128::from(a) | u128::from(b) << 64);
        if negative { -x } else { x }
    }
}

impl From<u64> for Exact {
    fn from(x: u64) -> Self {
        Self::new(x.into())
    }
}

impl From<i64> for Exact {
    fn from(x: i64) -> Self {
        Self::new(x.into())
    }
}

impl From<u128> for Exact {
    fn from(x: u128) -> Self {
        Self { high: 0, low: x }
    }
}

impl Add for Exact {
    type Output = Self;
    #[inline(always)]
    fn add(self, y: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(y.low);
        Self::clamped(i128::from(self.high) + i128::from(y.high) + i128::from(carry), low)
    }
}

impl Neg for Exact {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let high = -i128::from(self.high) - i128::from(self.low != 0);
        Self::clamped(high, self.low.wrapping_neg())
    }
}

impl Sub for Exact {
    type Output = Self;
    #[inline(always)]
    fn sub(self, y: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(y.low);
        Self::clamped(i128::from(self.high) - i128::from(y.high) - i128::from(borrow), low)
    }
}

impl Mul for Exact {
    type Output = Self;
    #[inline(always)]
    fn mul(self, y: Self) -> Self {
        let small = |x: Self| i64::try_from(x.low as i128).ok().filter(|&n| Self::from(n) == x);
        match (small(self), small(y)) {
            (Some(x), Some(y)) => Self::new(i128::from(x) * i128::from(y)),
            _ => product(self, y),
        }
    }
}

/// The schoolbook product of the magnitudes.
fn product(x: Exact, y: Exact) -> Exact {
    let negative = x.is_negative() != y.is_negative();
    let mut limbs = [0u64; 6];
    for (i, a) in x.magnitude().into_iter().enumerate() {
        let mut carry = 0;
        for (j, b) in y.magnitude().into_iter().enumerate() {
            let sum = u128::from(a) * u128::from(b) + u128::from(limbs[i + j]) + carry;
            limbs[i + j] = sum as u64;
            carry = sum >> 64;
        }
        limbs[i + 3] = carry as u64;
    }
    let [a, b, c, rest @ ..] = limbs;
    let high = if rest == [0; 3] { c } else { u64::MAX };
    Exact::from_magnitude(negative, [a, b, high])
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::default(), Add::add)
    }
}
