//! Arithmetic.

use super::{Dyadic, Fraction, Rational, dyadic};
use rug::Integer;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, Neg, Shl, Shr, Sub, SubAssign};

/// a + b
fn sum(a: &Rational, b: &Rational) -> Rational {
    match (&a.0, &b.0) {
        (Dyadic { significand: m, exponent: p }, Dyadic { significand: n, exponent: q }) => {
            if a.is_zero() {
                return b.clone();
            }
            if b.is_zero() {
                return a.clone();
            }
            let distance = p.abs_diff(*q);
            let sum = if p < q {
                m + Integer::from(n << distance)
            } else {
                n + Integer::from(m << distance)
            };
            dyadic(sum, i64::from(*p.min(q)))
        }
        (a, b) => (rug::Rational::from(a) + rug::Rational::from(b)).into(),
    }
}

/// a - b
fn difference(a: &Rational, b: &Rational) -> Rational {
    a + -b
}

/// a b
fn product(a: &Rational, b: &Rational) -> Rational {
    match (&a.0, &b.0) {
        (Dyadic { significand: m, exponent: p }, Dyadic { significand: n, exponent: q }) => {
            dyadic(Integer::from(m * n), i64::from(*p) + i64::from(*q))
        }
        (a, b) => (rug::Rational::from(a) * rug::Rational::from(b)).into(),
    }
}

/// a / b
fn quotient(a: &Rational, b: &Rational) -> Rational {
    assert!(!b.is_zero(), "division by 0");
    match (&a.0, &b.0) {
        (Dyadic { significand: m, exponent: p }, Dyadic { significand: n, exponent: q }) => {
            let ratio = if *n == 1 {
                dyadic(m.clone(), 0)
            } else {
                Rational::from(rug::Rational::from((m, n)))
            };
            shifted(ratio, i64::from(*p) - i64::from(*q))
        }
        (a, b) => (rug::Rational::from(a) / rug::Rational::from(b)).into(),
    }
}

/// x 2^by
fn shifted(x: Rational, by: i64) -> Rational {
    match x.0 {
        Dyadic { significand, exponent } => dyadic(significand, i64::from(exponent) + by),
        Fraction(value) => Rational(Fraction(value << super::narrow(by))),
    }
}

/// An operator with all the operands that it has: numbers, references, integers on the right.
macro_rules! operator {
    ($trait:ident $method:ident $function:ident) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;

            fn $method(self, other: &Rational) -> Rational {
                $function(self, other)
            }
        }

        impl $trait<&Rational> for Rational {
            type Output = Rational;

            fn $method(self, other: &Rational) -> Rational {
                $function(&self, other)
            }
        }

        operator!($trait $method $function: Rational i32 u32 u64 Integer &Integer);
    };
    ($trait:ident $method:ident $function:ident: $($other:ty)*) => {$(
        impl $trait<$other> for &Rational {
            type Output = Rational;

            fn $method(self, other: $other) -> Rational {
                $function(self, &other.into())
            }
        }

        impl $trait<$other> for Rational {
            type Output = Rational;

            fn $method(self, other: $other) -> Rational {
                $function(&self, &other.into())
            }
        }
    )*};
}

operator!(Add add sum);
operator!(Sub sub difference);
operator!(Mul mul product);
operator!(Div div quotient);

/// An operator that assigns.
macro_rules! assignment {
    ($trait:ident $method:ident $function:ident) => {
        impl $trait<&Rational> for Rational {
            fn $method(&mut self, other: &Rational) {
                *self = $function(self, other);
            }
        }

        impl $trait for Rational {
            fn $method(&mut self, other: Rational) {
                *self = $function(self, &other);
            }
        }
    };
}

assignment!(AddAssign add_assign sum);
assignment!(SubAssign sub_assign difference);
assignment!(DivAssign div_assign quotient);

impl Neg for Rational {
    type Output = Self;

    fn neg(self) -> Self {
        Self(match self.0 {
            Dyadic { significand, exponent } => Dyadic { significand: -significand, exponent },
            Fraction(value) => Fraction(-value),
        })
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        -self.clone()
    }
}

/// Shifts by a type of integers, exact in both directions.
macro_rules! shifts {
    ($($by:ty)*) => {$(
        impl Shl<$by> for Rational {
            type Output = Self;

            fn shl(self, by: $by) -> Self {
                shifted(self, i64::from(by))
            }
        }

        impl Shl<$by> for &Rational {
            type Output = Rational;

            fn shl(self, by: $by) -> Rational {
                self.clone() << by
            }
        }

        impl Shr<$by> for Rational {
            type Output = Self;

            fn shr(self, by: $by) -> Self {
                shifted(self, -i64::from(by))
            }
        }

        impl Shr<$by> for &Rational {
            type Output = Rational;

            fn shr(self, by: $by) -> Rational {
                self.clone() >> by
            }
        }
    )*};
}

shifts!(i32 u32);

impl Sum for Rational {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::new(), |total, term| total + term)
    }
}

impl<'a> Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
        terms.fold(Self::new(), |total, term| total + term)
    }
}
