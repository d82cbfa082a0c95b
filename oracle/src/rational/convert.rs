//! Conversions from and to other numbers.

use super::{Dyadic, Form, Fraction, Rational, dyadic};
use rug::float::Round;
use rug::ops::AssignRound;
use rug::{Float, Integer};
use std::cmp::Ordering;
use std::fmt;

impl From<Integer> for Rational {
    fn from(integer: Integer) -> Self {
        dyadic(integer, 0)
    }
}

impl From<&Integer> for Rational {
    fn from(integer: &Integer) -> Self {
        integer.clone().into()
    }
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl From<$type> for Rational {
            fn from(integer: $type) -> Self {
                Integer::from(integer).into()
            }
        }
    )*};
}

integers!(i32 u32 i64 u64 i128 u128);

/// A numerator and a denominator other than 0.
impl<N, D> From<(N, D)> for Rational
where
    Integer: From<N> + From<D>,
{
    fn from((numerator, denominator): (N, D)) -> Self {
        let [numerator, denominator] = [numerator.into(), denominator.into()].map(|n: Integer| n);
        Self::from(numerator) / denominator
    }
}

impl From<rug::Rational> for Rational {
    fn from(value: rug::Rational) -> Self {
        if value.denom().is_power_of_two() {
            let (numerator, denominator) = value.into_numer_denom();
            return dyadic(numerator, 1 - i64::from(denominator.significant_bits()));
        }
        Self(Fraction(value))
    }
}

impl From<&Form> for rug::Rational {
    fn from(form: &Form) -> Self {
        match form {
            Dyadic { significand, exponent } => Self::from(significand) << *exponent,
            Fraction(value) => value.clone(),
        }
    }
}

impl From<&Rational> for rug::Rational {
    fn from(value: &Rational) -> Self {
        Self::from(&value.0)
    }
}

impl Rational {
    /// The number that a finite binary32 is.
    #[must_use]
    pub fn from_f32(value: f32) -> Option<Self> {
        Self::from_f64(value.into())
    }

    /// The number that a finite binary64 is.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        rug::Rational::from_f64(value).map(Self::from)
    }

    /// The number that a finite number of MPFR is.
    #[must_use]
    pub fn from_float(value: &Float) -> Option<Self> {
        let (significand, exponent) = value.to_integer_exp()?;
        Some(dyadic(significand, exponent.into()))
    }
}

/// Rounds into MPFR's number, once.
impl AssignRound<&Rational> for Float {
    type Round = Round;
    type Ordering = Ordering;

    fn assign_round(&mut self, value: &Rational, round: Round) -> Ordering {
        match &value.0 {
            Dyadic { significand, exponent } => {
                let order = self.assign_round(significand, round);
                *self <<= *exponent;
                assert!(
                    self.is_normal() || self.is_zero() && value.is_zero(),
                    "an exponent of MPFR"
                );
                order
            }
            Fraction(value) => self.assign_round(value, round),
        }
    }
}

/// As a fraction in lowest terms.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&rug::Rational::from(self), f)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
