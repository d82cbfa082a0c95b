//! Extended numbers: NaN, infinities, signed zeros, and finite numbers that stay exact (XDSA-D26, D29, D85).

mod function;
mod real;
mod round;
#[cfg(test)]
mod tests;

pub(crate) use function::Function;
pub(crate) use real::Real;
pub(crate) use round::{Into, half_even};

use crate::Rational;
use semantics::xdsa::isa::Unit;
use std::cmp::Ordering;

/// An extended number.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// No number.
    Nan,
    /// An infinity; the flag is its sign.
    Infinite(bool),
    /// A zero; the flag is its sign.
    Zero(bool),
    /// A number that is not 0, or one of which that is not known.
    Finite(Real),
}

use Value::{Finite, Infinite, Nan, Zero};

impl From<Rational> for Value {
    fn from(value: Rational) -> Self {
        Self::real(Real::Exact(value))
    }
}

impl From<i128> for Value {
    fn from(value: i128) -> Self {
        Self::from(Rational::from(value))
    }
}

impl Value {
    /// A finite number; 0 is +0.
    pub(crate) fn real(real: Real) -> Self {
        if real.exact().is_some_and(|value| *value == 0) { Zero(false) } else { Finite(real) }
    }

    /// The ratio of two integers.
    pub(crate) fn ratio(numerator: i64, denominator: i64) -> Self {
        Self::from(Rational::from((numerator, denominator)))
    }

    /// The value of an element.
    pub(crate) fn of(unit: Unit, element: u64) -> Self {
        let (exponent_bits, fraction_bits) = match unit {
            Unit::Fp16 => (5, 10),
            Unit::Fp32 => (8, 23),
            Unit::Fp64 => (11, 52),
            _ => return Self::from(unit.integer(element)),
        };
        let negative = element >> (exponent_bits + fraction_bits) & 1 == 1;
        let fraction = element & ((1 << fraction_bits) - 1);
        let exponent = element >> fraction_bits & ((1 << exponent_bits) - 1);
        if exponent == (1 << exponent_bits) - 1 {
            return if fraction == 0 { Infinite(negative) } else { Nan };
        }
        if exponent == 0 && fraction == 0 {
            return Zero(negative);
        }
        let significand = if exponent == 0 { fraction } else { fraction | 1 << fraction_bits };
        let least = 2 - (1 << (exponent_bits - 1)) - fraction_bits;
        let shift = least + exponent.max(1) as i32 - 1;
        let magnitude = Rational::from(significand) << shift;
        Self::from(if negative { -magnitude } else { magnitude })
    }

    /// Whether it is no number.
    pub(crate) const fn is_nan(&self) -> bool {
        matches!(self, Nan)
    }

    /// Whether it is NaN or an infinity.
    pub(crate) const fn is_special(&self) -> bool {
        matches!(self, Nan | Infinite(_))
    }

    /// Whether it is a zero.
    pub(crate) const fn is_zero(&self) -> bool {
        matches!(self, Zero(_))
    }

    /// Whether it is below 0 or -0; a number that may be 0 counts as +0 (XDSA-D31).
    pub(crate) fn negative(&self) -> bool {
        match self {
            Nan => false,
            Infinite(negative) | Zero(negative) => *negative,
            Finite(real) => real.sign().unwrap_or(false),
        }
    }

    /// Its rational, where it is one (zeros are).
    pub(crate) fn exact(&self) -> Option<Rational> {
        match self {
            Zero(_) => Some(Rational::new()),
            Finite(real) => real.exact().cloned(),
            _ => None,
        }
    }

    /// -x
    pub(crate) fn neg(&self) -> Self {
        match self {
            Nan => Nan,
            Infinite(negative) => Infinite(!negative),
            Zero(negative) => Zero(!negative),
            Finite(real) => Finite(real.neg()),
        }
    }

    /// |x|
    pub(crate) fn abs(&self) -> Self {
        if self.negative() { self.neg() } else { self.clone() }
    }

    /// a + b
    pub(crate) fn add(&self, other: &Self) -> Self {
        Self::sum([self.clone(), other.clone()])
    }

    /// a - b
    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// An exact sum: +0 unless every addend is -0; of no addends +0 (XDSA-D29, D32).
    pub(crate) fn sum(addends: impl IntoIterator<Item = Self>) -> Self {
        let (mut infinite, mut zero, mut total) = (None, None, None::<Real>);
        for addend in addends {
            match addend {
                Nan => return Nan,
                Infinite(sign) if infinite.is_some_and(|other| other != sign) => {
                    return Nan;
                }
                Infinite(sign) => infinite = Some(sign),
                Zero(sign) => zero = Some(zero.unwrap_or(true) && sign),
                Finite(real) => {
                    total = Some(match total {
                        None => real,
                        Some(total) => total.add(&real),
                    });
                }
            }
        }
        match (infinite, total) {
            (Some(sign), _) => Infinite(sign),
            (None, Some(total)) => Self::real(total),
            (None, None) => Zero(zero.unwrap_or(false)),
        }
    }

    /// a b
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let sign = || self.negative() != other.negative();
        match (self, other) {
            (Nan, _) | (_, Nan) | (Infinite(_), Zero(_)) | (Zero(_), Infinite(_)) => Nan,
            (Infinite(_), _) | (_, Infinite(_)) => Infinite(sign()),
            (Zero(_), _) | (_, Zero(_)) => Zero(sign()),
            (Finite(a), Finite(b)) => Finite(a.mul(b)),
        }
    }

    /// a / b
    pub(crate) fn div(&self, other: &Self) -> Self {
        let sign = || self.negative() != other.negative();
        match (self, other) {
            (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) | (Zero(_), Zero(_)) => Nan,
            (Infinite(_), _) | (_, Zero(_)) => Infinite(sign()),
            (Zero(_), _) | (_, Infinite(_)) => Zero(sign()),
            (Finite(a), Finite(b)) => Finite(a.mul(&b.recip())),
        }
    }

    /// The square root.
    pub(crate) fn sqrt(&self) -> Self {
        match self {
            Nan | Infinite(true) => Nan,
            Infinite(false) | Zero(_) => self.clone(),
            Finite(_) if self.negative() => Nan,
            Finite(real) => Finite(real.sqrt()),
        }
    }

    /// 1 / sqrt x
    pub(crate) fn rsqrt(&self) -> Self {
        Self::from(1).div(&self.sqrt())
    }

    /// Compares numbers; zeros are equal. Open numbers have no order.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Nan, _) | (_, Nan) => None,
            (Infinite(a), Infinite(b)) => Some(b.cmp(a)),
            (Infinite(negative), _) => Some(below(*negative)),
            (_, Infinite(negative)) => Some(below(*negative).reverse()),
            _ => Some(self.exact()?.cmp(&other.exact()?)),
        }
    }

    /// Compares numbers, -0 below +0 (XDSA-D30, D86).
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        let zeros = if let (Zero(a), Zero(b)) = (self, other) { b.cmp(a) } else { Ordering::Equal };
        Some(self.compare(other)?.then(zeros))
    }

    /// IEEE 754-2019's maximum: NaN goes on, -0 is below +0.
    pub(crate) fn max(&self, other: &Self) -> Self {
        self.order(other)
            .map_or(Nan, |order| if order.is_lt() { other.clone() } else { self.clone() })
    }

    /// IEEE 754-2019's minimum.
    pub(crate) fn min(&self, other: &Self) -> Self {
        self.order(other)
            .map_or(Nan, |order| if order.is_gt() { other.clone() } else { self.clone() })
    }

    /// x 2^n, exact.
    pub(crate) fn scale(&self, power: i32) -> Self {
        self.mul(&Self::from(Rational::from(1) << power))
    }

    /// floor((x + 2^(s-1)) / 2^s) for positive s, x 2^-s else; NaN and infinities stay (XDSA-D33, D87).
    pub(crate) fn round_shift(&self, shift: i32) -> Self {
        let Some(value) = self.exact() else { return self.clone() };
        if shift <= 0 {
            return Self::from(value << -shift);
        }
        let half = Rational::from(1) << (shift - 1);
        Self::from(Rational::from(((value + half) >> shift).floor()))
    }
}

const fn below(negative: bool) -> Ordering {
    if negative { Ordering::Less } else { Ordering::Greater }
}
