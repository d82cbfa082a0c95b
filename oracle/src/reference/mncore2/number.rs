//! S. 1.3, 4.1: the three formats, the exact value of a pattern, and the one rounding back.

use crate::Rational;
use rug::Integer;

/// A floating-point format: no NaN, no subnormals; field 0 is zero and the top field is infinity,
/// whatever the mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reference) struct Format {
    exponent_bits: u32,
    /// Bits of the mantissa field, "m" in the manual.
    pub(in crate::reference) mantissa_bits: u32,
}

impl Format {
    /// Half.
    pub(in crate::reference) const H: Self = Self { exponent_bits: 6, mantissa_bits: 9 };
    /// Single.
    pub(in crate::reference) const F: Self = Self { exponent_bits: 8, mantissa_bits: 23 };
    /// Double.
    pub(in crate::reference) const D: Self = Self { exponent_bits: 11, mantissa_bits: 52 };

    /// The format of a precision letter.
    pub(in crate::reference) fn of(letter: &str) -> Option<Self> {
        match letter {
            "h" => Some(Self::H),
            "f" => Some(Self::F),
            "d" => Some(Self::D),
            _ => None,
        }
    }

    /// Half below single, single below double.
    pub(in crate::reference) fn narrower(self) -> Option<Self> {
        match self {
            Self::D => Some(Self::F),
            Self::F => Some(Self::H),
            _ => None,
        }
    }

    /// Bits of a pattern.
    pub(in crate::reference) fn width(self) -> u32 {
        1 + self.exponent_bits + self.mantissa_bits
    }

    /// The field of exponent 0.
    pub(in crate::reference) fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The field of infinity.
    pub(in crate::reference) fn top(self) -> i32 {
        (1 << self.exponent_bits) - 1
    }
}

/// A pattern, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reference) struct Number {
    /// The format the fields belong to.
    pub(in crate::reference) format: Format,
    /// The sign bit.
    pub(in crate::reference) negative: bool,
    /// The biased exponent, 0 to `format.top()`.
    pub(in crate::reference) exponent: i32,
    /// The mantissa field.
    pub(in crate::reference) mantissa: u64,
}

impl Number {
    /// Takes `bits` apart.
    pub(in crate::reference) fn read(format: Format, bits: u64) -> Self {
        let field = |low: u32, width: u32| (bits >> low) & ((1 << width) - 1);
        Self {
            format,
            negative: field(format.width() - 1, 1) == 1,
            exponent: field(format.mantissa_bits, format.exponent_bits) as i32,
            mantissa: field(0, format.mantissa_bits),
        }
    }

    /// A number whose mantissa field is 0.
    pub(in crate::reference) fn plain(format: Format, negative: bool, exponent: i32) -> Self {
        Self { format, negative, exponent, mantissa: 0 }
    }

    /// +0.
    pub(in crate::reference) fn zero(format: Format) -> Self {
        Self::plain(format, false, 0)
    }

    /// 1.0.
    pub(in crate::reference) fn one(format: Format) -> Self {
        Self::plain(format, false, format.bias())
    }

    /// Infinity of the given sign.
    pub(in crate::reference) fn infinity(format: Format, negative: bool) -> Self {
        Self::plain(format, negative, format.top())
    }

    /// The pattern.
    pub(in crate::reference) fn bits(self) -> u64 {
        let sign = u64::from(self.negative) << (self.format.width() - 1);
        sign | (self.exponent as u64) << self.format.mantissa_bits | self.mantissa
    }

    /// Field 0.
    pub(in crate::reference) fn is_zero(self) -> bool {
        self.exponent == 0
    }

    /// Top field.
    pub(in crate::reference) fn is_infinite(self) -> bool {
        self.exponent == self.format.top()
    }

    /// The mantissa field with the hidden bit, 2^m + frac.
    pub(in crate::reference) fn significand(self) -> Integer {
        (Integer::from(1) << self.format.mantissa_bits) + self.mantissa
    }

    /// (-1)^s 2^(e-bias) (1 + frac/2^m), zero, or infinity.
    pub(in crate::reference) fn value(self) -> Value {
        if self.is_infinite() {
            return Value::Infinite { negative: self.negative };
        }
        if self.is_zero() {
            return Value::Finite(Rational::new());
        }
        let unit = self.exponent - self.format.bias() - self.format.mantissa_bits as i32;
        Value::Finite(signed(self.negative, Rational::from(self.significand()) << unit))
    }

    /// extend: re-biased; the mantissa of zeros and infinities is carried along (MN-D01).
    pub(in crate::reference) fn extend(self, to: Format) -> Self {
        let exponent = match self.exponent {
            0 => 0,
            top if top == self.format.top() => to.top(),
            exponent => exponent - self.format.bias() + to.bias(),
        };
        let mantissa = self.mantissa << (to.mantissa_bits - self.format.mantissa_bits);
        Self { format: to, negative: self.negative, exponent, mantissa }
    }

    /// shorten_in: the sign stays in every case, zeros and infinities lose their mantissa (MN-D02,
    /// MN-D28).
    pub(in crate::reference) fn shorten_in(self, to: Format) -> Self {
        match self.value() {
            Value::Infinite { negative } => Self::infinity(to, negative),
            Value::Finite(value) if value.is_zero() => Self::plain(to, self.negative, 0),
            Value::Finite(value) => round(&value, to),
        }
    }
}

/// An exact value, or an infinity.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::reference) enum Value {
    /// A number; there is one zero.
    Finite(Rational),
    /// An infinity.
    Infinite {
        /// Whether it is the negative one.
        negative: bool,
    },
}

impl Value {
    /// The sum: infinities absorb, opposite ones give +infinity (MN-D13, MN-D14).
    pub(in crate::reference) fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a + b),
            (Self::Infinite { negative: a }, Self::Infinite { negative: b }) => {
                Self::Infinite { negative: a && b }
            }
            (infinite @ Self::Infinite { .. }, _) | (_, infinite) => infinite,
        }
    }

    /// pack: one rounding, straight to `format`; zero and what is too small come out as +0
    /// (MN-D29).
    pub(in crate::reference) fn pack(self, format: Format) -> Number {
        let number = match self {
            Self::Infinite { negative } => Number::infinity(format, negative),
            Self::Finite(value) if value.is_zero() => Number::zero(format),
            Self::Finite(value) => round(&value, format),
        };
        if number.is_zero() { Number::zero(format) } else { number }
    }
}

/// `magnitude` with a sign.
pub(in crate::reference) fn signed(negative: bool, magnitude: Rational) -> Rational {
    if negative { -magnitude } else { magnitude }
}

/// The nearest integer, ties to even.
pub(in crate::reference) fn rne(value: &Rational) -> Integer {
    let above = value + Rational::from((1, 2));
    let nearest = above.floor();
    if above.is_integer() && nearest.is_odd() { nearest - 1 } else { nearest }
}

/// Rounds a value that is not zero to m+1 significant bits with an unbounded exponent, then looks
/// at the range: infinity from the top field on, zero from field 0 down; the sign stays in every
/// case.
fn round(value: &Rational, format: Format) -> Number {
    let negative = *value < 0;
    let magnitude = value.clone().abs();
    let mut exponent = magnitude.floor_log2();
    let mut significand = rne(&(magnitude >> (exponent - format.mantissa_bits as i32)));
    if significand.significant_bits() > format.mantissa_bits + 1 {
        significand >>= 1;
        exponent += 1;
    }
    let field = exponent + format.bias();
    if field >= format.top() {
        Number::infinity(format, negative)
    } else if field <= 0 {
        Number::plain(format, negative, 0)
    } else {
        let hidden = 1 << format.mantissa_bits;
        Number {
            format,
            negative,
            exponent: field,
            mantissa: significand.to_u64_wrapping() - hidden,
        }
    }
}
