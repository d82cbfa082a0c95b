//! Exact numbers. Nearly every value of a floating-point format is dyadic, an integer times a power of two: such a number is
//! kept as significand and exponent, and its sums and products need no greatest common divisor. A quotient that is not
//! dyadic is a fraction in lowest terms.

mod compare;
mod convert;
mod operators;
#[cfg(test)]
mod tests;

use rug::Integer;
use rug::ops::Pow;
use std::cmp::Ordering;

/// A rational number. Equal numbers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// significand 2^exponent. The significand is odd; that of 0 is 0, with exponent 0.
    Dyadic { significand: Integer, exponent: i32 },
    /// A fraction in lowest terms whose denominator is not a power of two.
    Fraction(rug::Rational),
}

use Form::{Dyadic, Fraction};

/// An exponent of a result.
fn narrow(exponent: i64) -> i32 {
    i32::try_from(exponent).expect("exponents have 32 bits")
}

/// significand 2^exponent in its one representation.
fn dyadic(mut significand: Integer, mut exponent: i64) -> Rational {
    if significand.is_even() {
        let Some(zeros) = significand.find_one(0) else { return Rational::new() };
        significand >>= zeros;
        exponent += i64::from(zeros);
    }
    Rational(Dyadic { significand, exponent: narrow(exponent) })
}

impl Rational {
    /// 0
    #[must_use]
    pub const fn new() -> Self {
        Self(Dyadic { significand: Integer::new(), exponent: 0 })
    }

    /// Returns true for 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.cmp0().is_eq()
    }

    /// Returns true for an integer.
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        matches!(self.0, Dyadic { exponent: 0.., .. })
    }

    /// The order of the number and 0.
    #[must_use]
    pub fn cmp0(&self) -> Ordering {
        match &self.0 {
            Dyadic { significand, .. } => significand.cmp0(),
            Fraction(value) => value.cmp0(),
        }
    }

    /// The odd significand and the exponent of a dyadic number; 0 has significand 0 and exponent 0.
    #[must_use]
    pub const fn to_dyadic(&self) -> Option<(&Integer, i32)> {
        match &self.0 {
            Dyadic { significand, exponent } => Some((significand, *exponent)),
            Fraction(_) => None,
        }
    }

    /// The number as an integer, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<Integer> {
        self.is_integer().then(|| self.floor())
    }

    /// Numerator and denominator in lowest terms.
    #[must_use]
    pub fn to_numer_denom(&self) -> (Integer, Integer) {
        rug::Rational::from(self).into_numer_denom()
    }

    /// The nearest binary64 toward 0.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        rug::Rational::from(self).to_f64()
    }

    /// The exponent e with 2^e <= |x| < 2^(e+1).
    ///
    /// # Panics
    /// For 0.
    #[must_use]
    pub fn floor_log2(&self) -> i32 {
        assert!(!self.is_zero(), "0 has no exponent");
        let length = |integer: &Integer| i64::from(integer.significant_bits());
        narrow(match &self.0 {
            Dyadic { significand, exponent } => length(significand) - 1 + i64::from(*exponent),
            Fraction(value) => {
                // An integer of n bits lies in [2^(n-1), 2^n), so that the quotient lies between 2^(e-1) and 2^(e+1).
                let e = length(value.numer()) - length(value.denom());
                let power = rug::Rational::from(1) << narrow(e);
                if value.cmp_abs(&power).is_lt() { e - 1 } else { e }
            }
        })
    }

    /// |x|
    #[must_use]
    pub fn abs(self) -> Self {
        if self.cmp0().is_lt() { -self } else { self }
    }

    /// x^2
    #[must_use]
    pub fn square(self) -> Self {
        &self * &self
    }

    /// 1 / x
    ///
    /// # Panics
    /// For 0.
    #[must_use]
    pub fn recip(self) -> Self {
        Self::from(1) / self
    }

    /// x^n
    ///
    /// # Panics
    /// For 0 and a negative n.
    #[must_use]
    pub fn pow(&self, n: i32) -> Self {
        match &self.0 {
            Dyadic { significand, exponent } => {
                let power = significand.pow(n.unsigned_abs()).into();
                let power = dyadic(power, i64::from(*exponent) * i64::from(n.unsigned_abs()));
                if n < 0 { power.recip() } else { power }
            }
            Fraction(value) => rug::Rational::from(value.pow(n)).into(),
        }
    }

    /// The greatest integer that is not above the number.
    #[must_use]
    pub fn floor(&self) -> Integer {
        match &self.0 {
            // A right shift of an integer rounds down.
            Dyadic { significand, exponent } => Integer::from(significand << *exponent),
            Fraction(value) => value.floor_ref().into(),
        }
    }

    /// The least integer that is not below the number.
    #[must_use]
    pub fn ceil(&self) -> Integer {
        -(-self).floor()
    }

    /// The integer next to the number toward 0.
    #[must_use]
    pub fn trunc(&self) -> Integer {
        if self.cmp0().is_lt() { self.ceil() } else { self.floor() }
    }

    /// x - floor(x) and floor(x).
    #[must_use]
    pub fn fract_floor(&self) -> (Self, Integer) {
        let floor = self.floor();
        match &self.0 {
            Dyadic { exponent: 0.., .. } => (Self::new(), floor),
            Dyadic { significand, exponent } => {
                let low = Integer::from(significand.keep_bits_ref(exponent.unsigned_abs()));
                (dyadic(low, i64::from(*exponent)), floor)
            }
            Fraction(_) => (self - &floor, floor),
        }
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::new()
    }
}
