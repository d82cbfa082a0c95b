//! Numbers with the exponents that datapaths know them by (SIL-D02), and the special values of a sum (SIL-D03).

use crate::Rational;

use crate::reference::engine::{Facts, Value, decode};
use crate::reference::ieee::Exact;

/// A term of a sum: what it is, and its exponent, which of a product is not that of its value.
#[derive(Clone)]
pub(super) struct Term {
    pub(super) value: Value,
    pub(super) exponent: i32,
}

impl Term {
    /// A number whose exponent is that of its format (SIL-D02).
    pub(super) fn read(f: &Facts, code: u64) -> Self {
        Self::at_least(f, code, f.min_exponent())
    }

    /// A row of them.
    pub(super) fn row(f: &Facts, codes: &[u64]) -> Vec<Self> {
        codes.iter().map(|&code| Self::read(f, code)).collect()
    }

    /// A number that counts with the exponent that it has where the least is this. That is a zero's, too.
    pub(super) fn at_least(f: &Facts, code: u64, least: i32) -> Self {
        let value = decode(f, code);
        let exponent = match &value {
            Value::Finite { magnitude, .. } if !magnitude.is_zero() => {
                magnitude.floor_log2().max(least)
            }
            _ => least,
        };
        Self { value, exponent }
    }

    /// The exact product, its exponent the sum of theirs.
    pub(super) fn times(&self, other: &Self) -> Self {
        Self { value: product(&self.value, &other.value), exponent: self.exponent + other.exponent }
    }

    /// The number times 2^power.
    pub(super) fn scaled(self, power: i32) -> Self {
        let value = match self.value {
            Value::Finite { sign, magnitude } => {
                Value::Finite { sign, magnitude: magnitude << power }
            }
            value => value,
        };
        Self { value, exponent: self.exponent + power }
    }

    /// Whether it is a number other than zero.
    pub(super) fn counts(&self) -> bool {
        matches!(&self.value, Value::Finite { magnitude, .. } if !magnitude.is_zero())
    }
}

/// The products of two rows.
pub(super) fn products(a: &[Term], b: &[Term]) -> Vec<Term> {
    a.iter().zip(b).map(|(a, b)| a.times(b)).collect()
}

/// a b; of infinity and zero NaN.
pub(super) fn product(a: &Value, b: &Value) -> Value {
    let sign = a.sign() != b.sign();
    let nan = || Value::Nan { sign: false, signalling: false, payload: 0 };
    match (a, b) {
        (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => nan(),
        (Value::Finite { magnitude: a, .. }, Value::Finite { magnitude: b, .. }) => {
            Value::Finite { sign, magnitude: a * b }
        }
        (Value::Finite { magnitude, .. }, _) | (_, Value::Finite { magnitude, .. })
            if magnitude.is_zero() =>
        {
            nan()
        }
        _ => Value::Infinite { sign },
    }
}

/// What a sum is that is not one of numbers alone (SIL-D03): no number, or an infinity of a sign.
pub(super) enum Special {
    Nan,
    Infinite { sign: bool },
}

/// The special value that these give.
pub(super) fn special<'a>(values: impl IntoIterator<Item = &'a Value>) -> Option<Special> {
    let (mut nan, mut plus, mut minus) = (false, false, false);
    for value in values {
        match value {
            Value::Nan { .. } => nan = true,
            Value::Infinite { sign: false } => plus = true,
            Value::Infinite { sign: true } => minus = true,
            Value::Finite { .. } => {}
        }
    }
    match (plus, minus) {
        _ if nan || plus && minus => Some(Special::Nan),
        (false, false) => None,
        _ => Some(Special::Infinite { sign: minus }),
    }
}

/// The exact sum. Zeros of one sign keep it, any other zero has cancelled.
pub(super) fn sum(values: &[Value]) -> Exact {
    match special(values) {
        Some(Special::Nan) => return Exact::Invalid,
        Some(Special::Infinite { sign }) => return Exact::Infinite { sign },
        None => {}
    }
    let zero = |negative: bool| {
        values.iter().all(|value| value.magnitude().is_zero() && value.sign() == negative)
    };
    if zero(false) || zero(true) {
        return Exact::Zero { sign: zero(true) };
    }
    let total: Rational = values.iter().map(Value::signed).sum();
    Exact::signed(total)
}
