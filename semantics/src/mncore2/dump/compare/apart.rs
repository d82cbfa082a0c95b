//! How two codes of a precision lie apart.

use crate::mncore2::dump::content::{cut, element};
use crate::mncore2::dump::number;
use crate::mncore2::isa::Dtype;
use std::fmt;

/// The precision in which words are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Double.
    D,
    /// Single.
    F,
    /// Half.
    H,
}

impl Number {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::D, Self::F, Self::H];

    /// The letter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::D => "d",
            Self::F => "f",
            Self::H => "h",
        }
    }

    /// The precision of a dump's type; nothing where words are printed without one.
    #[must_use]
    pub const fn of(dtype: Dtype) -> Option<Self> {
        match dtype {
            Dtype::Raw => None,
            Dtype::D | Dtype::Bd => Some(Self::D),
            Dtype::F | Dtype::Bf | Dtype::Bg => Some(Self::F),
            Dtype::H | Dtype::Bh => Some(Self::H),
        }
    }

    const fn dtype(self) -> Dtype {
        match self {
            Self::D => Dtype::D,
            Self::F => Dtype::F,
            Self::H => Dtype::H,
        }
    }

    /// Bits of an element, of its exponent and of its significand field.
    #[must_use]
    pub const fn fields(self) -> (u32, u32, u32) {
        cut(self.dtype())
    }

    /// The elements of a long word, from the most significant side.
    #[must_use]
    pub fn elements(self, word: u64) -> Vec<u64> {
        let (bits, ..) = self.fields();
        (0..64 / bits as usize).map(|n| element(word, bits, n)).collect()
    }

    /// The elements of a long word, or of one single word of it.
    pub(super) fn elements_of(self, word: u64, single: Option<u8>) -> impl Iterator<Item = u64> {
        let all = self.elements(word);
        let half = all.len() / 2;
        let kept = move |n: usize| single.is_none_or(|s| (n >= half) == (s == 1));
        all.into_iter().enumerate().filter(move |(n, _)| kept(*n)).map(|(_, code)| code)
    }

    /// Physical rows of a matrix register that a row of this precision takes (s. 3.6.1.14).
    #[must_use]
    pub const fn rows_apart(self) -> u32 {
        match self {
            Self::D => 4,
            Self::F => 2,
            Self::H => 1,
        }
    }

    /// A code's number as dumps print it.
    ///
    /// ```
    /// use semantics::mncore2::dump::Number;
    /// assert_eq!(Number::H.text(0x07c0), "6.98492e-09");
    /// assert_eq!(Number::F.text(0x8000_0001), "-0");
    /// ```
    #[must_use]
    pub fn text(self, code: u64) -> String {
        let mut out = Vec::new();
        number::write(self.value(code), &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Exponent field 0 is a zero, the top field an infinity (s. 1.3).
    fn value(self, code: u64) -> f64 {
        let (_, exponent, mantissa) = self.fields();
        number::value(code, exponent, mantissa)
    }

    /// Whether the elements of two long words are the same numbers.
    pub(super) fn same(self, a: u64, b: u64) -> bool {
        let both = self.elements(a).into_iter().zip(self.elements(b));
        both.into_iter().all(|(a, b)| self.value(a) == self.value(b))
    }
}

/// What two codes of a precision differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The kind of the difference.
    pub apart: Apart,
    /// How many codes lie between them, one of them counted; nothing for infinities.
    pub ulp: Option<u64>,
    /// The sign differs.
    pub sign: bool,
    /// The exponent field differs.
    pub exponent: bool,
    /// The significand field differs.
    pub significand: bool,
}

impl Element {
    /// Of two codes.
    ///
    /// ```
    /// use semantics::mncore2::dump::{Apart, Element, Number};
    /// let apart = Element::of(Number::F, 0x3f80_0000, 0x3f80_0002);
    /// assert_eq!((apart.apart, apart.ulp), (Apart::FewUlp, Some(2)));
    /// assert!(apart.significand && !apart.exponent && !apart.sign);
    /// ```
    #[must_use]
    pub fn of(number: Number, a: u64, b: u64) -> Self {
        let (bits, _, mantissa) = number.fields();
        let sign = 1 << (bits - 1);
        let top = sign - (1 << mantissa);
        let infinite = |code: u64| code & top == top;
        // Codes in order: all zeros are one.
        let ordered = |code: u64| match code & (sign - 1) {
            _ if code & top == 0 => 0,
            magnitude if code & sign == 0 => i128::from(magnitude),
            magnitude => -i128::from(magnitude),
        };
        let ulp =
            (!infinite(a) && !infinite(b)).then(|| (ordered(a) - ordered(b)).unsigned_abs() as u64);
        let differs = a ^ b;
        Self {
            apart: Apart::of_codes(a, b, sign, top, ulp),
            ulp,
            sign: differs & sign != 0,
            exponent: differs & top != 0,
            significand: differs & ((1 << mantissa) - 1) != 0,
        }
    }
}

/// A kind of difference that points to its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Apart {
    /// Zeros of both signs.
    SignOfZero,
    /// Zeros of other codes: what stands below an exponent field of 0.
    ZeroCodes,
    /// Infinities of other codes or signs.
    Infinities,
    /// Neighbours.
    LastBit,
    /// 2 to 16 codes apart.
    FewUlp,
    /// The same magnitude with the other sign.
    Sign,
    /// An infinity and a finite number.
    Overflow,
    /// A zero and another number.
    Zero,
    /// Numbers far apart.
    Far,
    /// Elements of one word differ in several ways.
    Several,
    /// Bits that are not looked at as numbers.
    Bits,
}

impl Apart {
    fn of_codes(a: u64, b: u64, sign: u64, top: u64, ulp: Option<u64>) -> Self {
        let infinite = [a & top == top, b & top == top];
        let zero = [a & top == 0, b & top == 0];
        match (infinite, zero) {
            ([true, true], _) => Self::Infinities,
            ([true, false] | [false, true], _) => Self::Overflow,
            (_, [true, true]) if (a ^ b) & sign != 0 => Self::SignOfZero,
            (_, [true, true]) => Self::ZeroCodes,
            (_, [true, false] | [false, true]) => Self::Zero,
            _ if a ^ b == sign => Self::Sign,
            _ => match ulp {
                Some(1) => Self::LastBit,
                Some(2..=16) => Self::FewUlp,
                _ => Self::Far,
            },
        }
    }

    /// Of two words, at least one element of which differs.
    pub(super) fn of_words(number: Number, single: Option<u8>, a: u64, b: u64) -> Self {
        let both = number.elements(a).into_iter().zip(number.elements(b));
        let mut kinds: Vec<Self> =
            both.filter(|(a, b)| a != b).map(|(a, b)| Element::of(number, a, b).apart).collect();
        kinds.dedup();
        // A single word is no double.
        match (kinds.as_slice(), number, single) {
            (_, Number::D, Some(_)) => Self::Bits,
            ([one], ..) => *one,
            _ => Self::Several,
        }
    }

    /// What it looks like.
    #[must_use]
    pub const fn looks_like(self) -> &'static str {
        match self {
            Self::SignOfZero => "zeros of both signs: a rule for the sign of zero",
            Self::ZeroCodes => {
                "zeros of other codes: exponent field 0 is zero whatever stands below"
            }
            Self::Infinities => "infinities of other codes: a rule for infinities",
            Self::LastBit => "the last bit: a rounding rule",
            Self::FewUlp => "a few last bits: an order of additions, or rounding more than once",
            Self::Sign => "the sign alone: a negated operand",
            Self::Overflow => "an infinity against a finite number: overflow",
            Self::Zero => "zero against another number: underflow, a mask, or a word never written",
            Self::Far => "numbers far apart: other operands",
            Self::Several => "elements that differ in several ways",
            Self::Bits => "bits",
        }
    }
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SignOfZero => "sign of zero",
            Self::ZeroCodes => "codes of zero",
            Self::Infinities => "infinities",
            Self::LastBit => "last bit",
            Self::FewUlp => "2 to 16 ulp",
            Self::Sign => "sign",
            Self::Overflow => "overflow",
            Self::Zero => "zero",
            Self::Far => "far",
            Self::Several => "several",
            Self::Bits => "bits",
        })
    }
}
