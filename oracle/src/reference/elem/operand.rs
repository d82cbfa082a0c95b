//! Operands that are not NaN, and numbers as odd integers times powers of two.

use crate::Rational;
use rug::Integer;

use crate::reference::engine::Value;
use crate::reference::ieee::Exact;

/// An operand that is not NaN.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A zero, minus zero if so.
    Zero(bool),
    /// An infinity, minus infinity if so.
    Infinite(bool),
    /// Any other number.
    Number(Rational),
}

impl Operand {
    /// What a value is; none of NaN.
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Nan { .. } => None,
            Value::Infinite { sign } => Some(Self::Infinite(*sign)),
            Value::Finite { sign, magnitude } if magnitude.is_zero() => Some(Self::Zero(*sign)),
            Value::Finite { .. } => Some(Self::Number(value.signed())),
        }
    }

    pub(super) fn sign(&self) -> bool {
        match self {
            Self::Zero(sign) | Self::Infinite(sign) => *sign,
            Self::Number(v) => *v < 0,
        }
    }

    /// The number, 0 included; none of an infinity.
    pub(super) fn finite(&self) -> Option<Rational> {
        match self {
            Self::Zero(_) => Some(Rational::new()),
            Self::Infinite(_) => None,
            Self::Number(v) => Some(v.clone()),
        }
    }

    /// Itself as a result, with the other sign if `negate`.
    pub(super) fn kept(&self, negate: bool) -> Exact {
        let sign = self.sign() != negate;
        match self {
            Self::Zero(_) => zero(sign),
            Self::Infinite(_) => infinite(sign),
            Self::Number(v) => Exact::Number { sign, magnitude: v.clone().abs() },
        }
    }
}

pub(super) const fn zero(sign: bool) -> Exact {
    Exact::Zero { sign }
}

pub(super) const fn infinite(sign: bool) -> Exact {
    Exact::Infinite { sign }
}

pub(super) const fn pole(sign: bool) -> Exact {
    Exact::Pole { sign }
}

/// A rational as a result.
pub(super) fn number(v: impl Into<Rational>) -> Exact {
    Exact::signed(v.into())
}

pub(super) fn one() -> Exact {
    number(1)
}

/// The odd integer and the exponent of two whose product a number other than 0 is; none of one whose
/// denominator is no power of two.
pub(super) fn odd(v: &Rational) -> Option<(Integer, i64)> {
    let (significand, exponent) = v.to_dyadic()?;
    Some((significand.clone(), exponent.into()))
}

/// The integer that a rational is, if it is small.
pub(super) fn small(v: &Rational, most: i32) -> Option<i32> {
    v.to_integer()?.to_i32().filter(|n| n.unsigned_abs() <= most.unsigned_abs())
}
