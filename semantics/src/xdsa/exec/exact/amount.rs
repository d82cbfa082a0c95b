//! Values behind a sum: numbers of any size, and what is no number.

use crate::xdsa::isa::Unit;
use functions::exact::Dyadic;
use num_bigint::Sign;
use softfloat::{Unrounded, Value};
use std::cmp::Ordering;

/// What a formula has come to.
#[derive(Clone, Debug)]
pub(in crate::xdsa::exec) enum Amount {
    Nan,
    Infinite {
        negative: bool,
    },
    Zero {
        negative: bool,
    },
    /// Not zero.
    Finite(Dyadic),
}

impl From<Value<u128>> for Amount {
    fn from(value: Value<u128>) -> Self {
        match value {
            Value::Nan { .. } => Self::Nan,
            Value::Infinite { sign } => Self::Infinite { negative: sign },
            Value::Finite(u) if u.significand == 0 => Self::Zero { negative: u.sign },
            Value::Finite(u) => Self::Finite(Dyadic::of(u)),
        }
    }
}

impl From<Dyadic> for Amount {
    /// A zero is +0.
    fn from(dyadic: Dyadic) -> Self {
        if dyadic.is_zero() { Self::Zero { negative: false } } else { Self::Finite(dyadic) }
    }
}

impl Amount {
    /// What an element is.
    pub(in crate::xdsa::exec) fn of(unit: Unit, element: u64) -> Self {
        Self::from_value(super::decode(unit, element))
    }

    /// From a value of few bits.
    pub(in crate::xdsa::exec) fn from_value(value: Value<u64>) -> Self {
        match value {
            Value::Finite(u) => Self::from(Value::Finite(u.cast())),
            Value::Infinite { sign } => Self::Infinite { negative: sign },
            Value::Nan { .. } => Self::Nan,
        }
    }

    /// The low bits of an integer, in two's complement.
    pub(in crate::xdsa::exec) fn low(&self) -> u64 {
        let Self::Finite(dyadic) = self else { return 0 };
        let integer = dyadic.floor();
        let low = integer.magnitude().iter_u64_digits().next().unwrap_or(0);
        if integer.sign() == Sign::Minus { low.wrapping_neg() } else { low }
    }

    /// The sign of what is no NaN.
    fn negative(&self) -> bool {
        match self {
            Self::Nan => false,
            Self::Infinite { negative } | Self::Zero { negative } => *negative,
            Self::Finite(dyadic) => dyadic.is_negative(),
        }
    }

    /// The sum: an exact zero is +0 unless both are -0 (XDSA-D29).
    pub(in crate::xdsa::exec) fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nan, _) | (_, Self::Nan) => Self::Nan,
            (Self::Infinite { negative: x }, Self::Infinite { negative: y }) if x != y => Self::Nan,
            (Self::Infinite { negative }, _) | (_, Self::Infinite { negative }) => {
                Self::Infinite { negative: *negative }
            }
            (Self::Zero { negative: x }, Self::Zero { negative: y }) => {
                Self::Zero { negative: *x && *y }
            }
            (Self::Zero { .. }, x) | (x, Self::Zero { .. }) => x.clone(),
            (Self::Finite(x), Self::Finite(y)) => (x + y).into(),
        }
    }

    /// The product: signs multiply, a zero and an infinity make a NaN (XDSA-D85).
    pub(in crate::xdsa::exec) fn times(&self, other: &Self) -> Self {
        let negative = self.negative() != other.negative();
        match (self, other) {
            (Self::Nan, _)
            | (_, Self::Nan)
            | (Self::Infinite { .. }, Self::Zero { .. })
            | (Self::Zero { .. }, Self::Infinite { .. }) => Self::Nan,
            (Self::Infinite { .. }, _) | (_, Self::Infinite { .. }) => Self::Infinite { negative },
            (Self::Zero { .. }, _) | (_, Self::Zero { .. }) => Self::Zero { negative },
            (Self::Finite(x), Self::Finite(y)) => Self::Finite(x * y),
        }
    }

    /// Times a power of two.
    pub(in crate::xdsa::exec) fn scaled(self, power: i64) -> Self {
        match self {
            Self::Finite(dyadic) => Self::Finite(dyadic.scaled(power)),
            other => other,
        }
    }

    /// `floor((x + 2^(s-1)) / 2^s)`, a zero +0; a shift of 0 or less is exact (XDSA-D33, D85).
    pub(in crate::xdsa::exec) fn round_shift(self, shift: i64) -> Self {
        match self {
            Self::Finite(dyadic) if shift > 0 => {
                let half = Dyadic::integer(1).scaled(shift - 1);
                Dyadic::integer((&dyadic + &half).scaled(-shift).floor()).into()
            }
            Self::Zero { .. } => Self::Zero { negative: false },
            other => other.scaled(-shift),
        }
    }

    /// The order of numbers and infinities, -0 below +0 (XDSA-D30); none with a NaN.
    pub(in crate::xdsa::exec) fn compare(&self, other: &Self) -> Option<Ordering> {
        let rank = |x: &Self| match x {
            Self::Nan => None,
            Self::Infinite { negative } => Some(if *negative { -3 } else { 3 }),
            Self::Finite(dyadic) => Some(if dyadic.is_negative() { -2 } else { 2 }),
            Self::Zero { negative } => Some(if *negative { -1 } else { 1 }),
        };
        let (x, y) = (rank(self)?, rank(other)?);
        Some(match (self, other) {
            (Self::Finite(x), Self::Finite(y)) => x.compare(y),
            _ => x.cmp(&y),
        })
    }

    /// `min(max(x, least), greatest)`; NaN stays NaN (XDSA-D36).
    pub(in crate::xdsa::exec) fn clip(self, least: &Self, greatest: &Self) -> Self {
        let nan = |x: &Self| matches!(x, Self::Nan);
        if nan(&self) || nan(least) || nan(greatest) {
            return Self::Nan;
        }
        let raised = if self.compare(least) == Some(Ordering::Less) { least.clone() } else { self };
        if raised.compare(greatest) == Some(Ordering::Greater) { greatest.clone() } else { raised }
    }

    /// As it waits for rounding.
    pub(in crate::xdsa::exec) fn value(&self) -> Value<u128> {
        match self {
            Self::Nan => Value::Nan { sign: false, signalling: false, payload: 0 },
            Self::Infinite { negative } => Value::Infinite { sign: *negative },
            Self::Zero { negative } => Value::Finite(Unrounded::exact(*negative, 0, 0)),
            Self::Finite(dyadic) => Value::Finite(dyadic.unrounded()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(x: f32) -> Amount {
        Amount::of(Unit::Fp32, x.to_bits().into())
    }

    fn back(x: &Amount) -> f32 {
        f32::from_bits(super::super::encode(Unit::Fp32, x.value()).0 as u32)
    }

    #[test]
    fn rules_of_signs_and_infinities() {
        let [zero, minus, inf] = [half(0.0), half(-0.0), half(f32::INFINITY)];
        assert_eq!(back(&minus.plus(&minus)).to_bits(), (-0.0f32).to_bits());
        assert_eq!(back(&minus.plus(&zero)).to_bits(), 0);
        assert_eq!(back(&half(1.5).plus(&half(-1.5))).to_bits(), 0);
        assert_eq!(back(&half(-2.0).times(&zero)).to_bits(), (-0.0f32).to_bits());
        assert!(back(&inf.times(&zero)).is_nan());
        assert!(back(&inf.plus(&half(f32::NEG_INFINITY))).is_nan());
        assert_eq!(back(&inf.times(&half(-3.0))), f32::NEG_INFINITY);
    }

    #[test]
    fn shifts_round_half_up() {
        let shifted = |x: f32, s| back(&half(x).round_shift(s));
        assert_eq!([shifted(5.0, 1), shifted(-5.0, 1), shifted(-6.0, 2)], [3.0, -2.0, -1.0]);
        assert_eq!([shifted(3.0, -2), shifted(0.5, 0)], [12.0, 0.5]);
        assert_eq!(shifted(-0.25, 1).to_bits(), 0);
    }

    #[test]
    fn clips() {
        let clip = |x: f32, a: f32, b: f32| back(&half(x).clip(&half(a), &half(b)));
        assert_eq!(
            [clip(3.0, -1.0, 2.0), clip(-3.0, -1.0, 2.0), clip(0.5, 2.0, 1.0)],
            [2.0, -1.0, 1.0]
        );
        assert_eq!(clip(-0.0, 0.0, 1.0).to_bits(), 0);
        assert!(clip(f32::NAN, 0.0, 1.0).is_nan());
    }
}
