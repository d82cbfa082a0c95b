//! Functions of one number with the special values of IEEE 754, clause 9.2 (XDSA-D31, D85).

use super::Value::{self, Finite, Infinite, Nan, Zero};
use super::{Real, below};
use crate::Rational;
use rug::Float;

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// The inverse of the sine.
    Asin,
    /// The inverse of the cosine.
    Acos,
    /// The inverse of the tangent.
    Atan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The inverse of the hyperbolic sine.
    Asinh,
    /// The inverse of the hyperbolic cosine.
    Acosh,
    /// The inverse of the hyperbolic tangent.
    Atanh,
    /// e^x
    Exp,
    /// e^x - 1
    Expm1,
    /// ln x
    Ln,
    /// ln(1 + x)
    Ln1p,
    /// The logarithm to the base 10.
    Log10,
    /// The logarithm to the base 2.
    Log2,
    /// The error function.
    Erf,
}

impl Function {
    /// Its value for an element's value: every one is rational.
    pub(crate) fn of(self, x: &Value) -> Value {
        match x {
            Nan => Nan,
            Infinite(negative) => self.of_infinity(*negative),
            Zero(negative) => self.of_zero(*negative),
            Finite(real) => real.exact().map_or(Nan, |x| self.of_number(x)),
        }
    }

    fn of_zero(self, negative: bool) -> Value {
        match self {
            Self::Cos | Self::Cosh | Self::Exp => Value::from(1),
            Self::Acos => Finite(Real::at(&Rational::new(), Float::acos_round)),
            Self::Acosh => Nan,
            Self::Ln | Self::Log10 | Self::Log2 => Infinite(true),
            _ => Zero(negative),
        }
    }

    fn of_infinity(self, negative: bool) -> Value {
        let sign = if negative { -1 } else { 1 };
        match self {
            Self::Sin | Self::Cos | Self::Tan | Self::Asin | Self::Acos | Self::Atanh => Nan,
            // The angle of a slope that has no end: a quarter turn.
            Self::Atan => {
                let quarter = Finite(Real::at(&Rational::from(1), Float::asin_round));
                if negative { quarter.neg() } else { quarter }
            }
            Self::Sinh | Self::Asinh => Infinite(negative),
            Self::Cosh => Infinite(false),
            Self::Tanh | Self::Erf => Value::from(sign),
            Self::Exp if negative => Zero(false),
            Self::Expm1 if negative => Value::from(-1),
            Self::Exp | Self::Expm1 => Infinite(false),
            Self::Acosh | Self::Ln | Self::Ln1p | Self::Log10 | Self::Log2 if negative => Nan,
            Self::Acosh | Self::Ln | Self::Ln1p | Self::Log10 | Self::Log2 => Infinite(false),
        }
    }

    fn of_number(self, x: &Rational) -> Value {
        let whole = || Real::Exact(x.clone());
        match self {
            Self::Asin | Self::Acos if x.clone().abs() > 1 => return Nan,
            Self::Acos | Self::Ln | Self::Log10 | Self::Log2 | Self::Acosh if *x == 1 => {
                return Zero(false);
            }
            Self::Acosh if *x < 1 => return Nan,
            Self::Atanh if x.clone().abs() > 1 => return Nan,
            Self::Atanh if x.clone().abs() == 1 => return Infinite(*x < 0),
            Self::Ln | Self::Log10 | Self::Log2 if *x < 0 => return Nan,
            Self::Ln1p if *x == -1 => return Infinite(below(true).is_lt()),
            Self::Ln1p if *x < -1 => return Nan,
            _ => {}
        }
        Finite(match self {
            Self::Sin => Real::at(x, Float::sin_round),
            Self::Cos => Real::at(x, Float::cos_round),
            Self::Tan => Real::at(x, Float::tan_round),
            Self::Asin => Real::at(x, Float::asin_round),
            Self::Acos => Real::at(x, Float::acos_round),
            Self::Atan => Real::at(x, Float::atan_round),
            Self::Sinh => Real::at(x, Float::sinh_round),
            Self::Cosh => Real::at(x, Float::cosh_round),
            Self::Tanh => Real::at(x, Float::tanh_round),
            Self::Asinh => Real::at(x, Float::asinh_round),
            Self::Acosh => Real::at(x, Float::acosh_round),
            Self::Atanh => Real::at(x, Float::atanh_round),
            Self::Log10 => Real::at(x, Float::log10_round),
            Self::Log2 => Real::at(x, Float::log2_round),
            Self::Erf => Real::at(x, Float::erf_round),
            Self::Exp => whole().exp(),
            Self::Expm1 => whole().exp_m1(),
            Self::Ln => whole().ln(),
            Self::Ln1p => whole().ln_1p(),
        })
    }
}

impl Value {
    /// 1 / (1 + e^-x), operation by operation.
    pub(crate) fn sigmoid(&self) -> Self {
        match self {
            Nan => Nan,
            // 1 / (1 + inf) and 1 / (1 + 0)
            Infinite(true) => Zero(false),
            Infinite(false) => Self::from(1),
            Zero(_) => Self::ratio(1, 2),
            Finite(x) => Finite(Real::Exact(Rational::from(1)).add(&x.neg().exp()).recip()),
        }
    }

    /// ln(1 + e^x), operation by operation.
    pub(crate) fn softplus(&self) -> Self {
        match self {
            Nan => Nan,
            Infinite(true) => Zero(false),
            Infinite(false) => Infinite(false),
            Zero(_) => Finite(Real::Exact(Rational::from(2)).ln()),
            // e^x is 1 + a number above 1 for large x: x + ln(1 + e^-x) is the same.
            Finite(x) if self.negative() => Finite(x.exp().ln_1p()),
            Finite(x) => Finite(x.add(&x.neg().exp().ln_1p())),
        }
    }

    /// 1 + erf(x / sqrt 2), of an element's value.
    pub(crate) fn normal(&self) -> Self {
        match self {
            Nan => Nan,
            Infinite(true) => Zero(false),
            Infinite(false) => Self::from(2),
            Zero(_) => Self::from(1),
            // The complement of -x, so that nothing cancels.
            Finite(x) => {
                let half = Real::Exact(Rational::from((1, 2))).sqrt();
                Finite(x.neg().mul(&half).falling(Float::erfc_round))
            }
        }
    }

    /// e^x - 1 operation by operation: 1 - 1 is +0.
    pub(crate) fn exp_m1(&self) -> Self {
        if self.is_zero() { Zero(false) } else { Function::Expm1.of(self) }
    }

    /// x^y with the rules of IEEE 754's pow, for a finite y.
    pub(crate) fn pow(&self, power: &Self) -> Self {
        let Some(y) = power.exact() else { return self.pow_special(power) };
        if y == 0 {
            return Self::from(1);
        }
        let odd = y.to_integer().is_some_and(|y| y.is_odd());
        match self {
            Nan => Nan,
            Zero(negative) if y < 0 => Infinite(*negative && odd),
            Zero(negative) => Zero(*negative && odd),
            Infinite(negative) if y < 0 => Zero(*negative && odd),
            Infinite(negative) => Infinite(*negative && odd),
            Finite(_) if self.negative() => {
                if !y.is_integer() {
                    return Nan;
                }
                let magnitude = self.neg().pow(power);
                if odd { magnitude.neg() } else { magnitude }
            }
            Finite(x) => Finite(x.pow(&y)),
        }
    }

    /// Powers that are infinite or no numbers.
    fn pow_special(&self, power: &Self) -> Self {
        let one = Self::from(1);
        if self.compare(&one).is_some_and(std::cmp::Ordering::is_eq) {
            return one;
        }
        let Infinite(falls) = power else { return Nan };
        match self.abs().compare(&one) {
            None => Nan,
            Some(order) if order.is_eq() => one,
            Some(order) if order.is_lt() == *falls => Infinite(false),
            Some(_) => Zero(false),
        }
    }
}
