//! Codes and values: from files, and for people.

use super::Element;
use super::element::Kind;
use crate::source::number::number;
use softfloat::format::{Binary64, StaticFormat};
use softfloat::text::{ParseNumberError, Style};
use softfloat::{Env, Flags, Overflow, Rounded, Underflow, Value};

/// A value that no code of a type stands for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// No number.
    #[error("`{}` is no number: {error}", cut(text))]
    Text {
        /// The text.
        text: String,
        /// Where and why.
        error: ParseNumberError,
    },
    /// No integer of this type.
    #[error("`{}` is no value of {element}; right: an integer from {} to {}",
        cut(text), element.integers().0, element.integers().1)]
    Integer {
        /// The text.
        text: String,
        /// The type.
        element: Element,
    },
    /// NaN.
    #[error("`{}` is no value of {element}, which has no NaN", cut(text))]
    Nan {
        /// The text.
        text: String,
        /// The type.
        element: Element,
    },
    /// A number between two codes, or beyond all.
    #[error("`{}` is no value of {element}; the nearest is {} (0x{})",
        cut(text), element.text(*nearest), element.hex(*nearest))]
    Inexact {
        /// The text.
        text: String,
        /// The type.
        element: Element,
        /// What it rounds to.
        nearest: u64,
    },
}

/// The beginning of a text, without control characters.
fn cut(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() { shown + "..." } else { shown }
}

impl Element {
    /// The code in hexadecimal, all digits.
    #[must_use]
    pub fn hex(self, code: u64) -> String {
        format!("{code:00$x}", self.bits() as usize / 4)
    }

    /// The value as a text: the shortest decimal that reads back, or an integer. Codes with exponent
    /// field 0 are zeros, those with the top one infinities (s. 1.3).
    ///
    /// ```
    /// use semantics::mncore2::layout::Element;
    /// assert_eq!(Element::H.text(0x3e00), "1");
    /// assert_eq!(Element::F.text(0x3dcc_cccd), "0.1");
    /// assert_eq!(Element::F.text(0xff80_0001), "-inf");
    /// assert_eq!(Element::S.text(0xfffe), "-2");
    /// ```
    #[must_use]
    pub fn text(self, code: u64) -> String {
        match self.kind() {
            Kind::Float(format) => format.print(code, Style::SHORTEST, &Env::IEEE).to_string(),
            _ => self.integer(code).to_string(),
        }
    }

    /// The value of a code of an integer type.
    #[must_use]
    pub fn integer(self, code: u64) -> i128 {
        let above = 64 - self.bits();
        match self.kind() {
            Kind::Signed => ((code << above) as i64 >> above).into(),
            _ => code.into(),
        }
    }

    /// The least and the greatest integer.
    fn integers(self) -> (i128, i128) {
        match self.kind() {
            Kind::Signed => (-1 << (self.bits() - 1), (1 << (self.bits() - 1)) - 1),
            _ => (0, (1 << self.bits()) - 1),
        }
    }

    /// The code of an integer.
    ///
    /// # Errors
    ///
    /// An integer that the type does not hold.
    pub fn from_integer(self, value: i128) -> Result<u64, ValueError> {
        let (least, greatest) = self.integers();
        if (least..=greatest).contains(&value) {
            Ok(value as u64 & u64::MAX >> (64 - self.bits()))
        } else {
            Err(ValueError::Integer { text: value.to_string(), element: self })
        }
    }

    /// The value of a code of a floating-point type, which binary64 holds exactly.
    #[must_use]
    pub fn float(self, code: u64) -> Option<f64> {
        let value: Value<u64> = self.format()?.decode(code);
        Some(f64::from_bits(Binary64::FORMAT.encode(&Env::IEEE, value).bits))
    }

    /// The code of a number: the exact one, or with `round` the nearest.
    ///
    /// ```
    /// use semantics::mncore2::layout::Element;
    /// assert_eq!(Element::H.from_float(1.5, false), Ok(0x3f00));
    /// let narrow = Element::H.from_float(0.1, false).unwrap_err();
    /// assert_eq!(narrow.to_string(), "`0.1` is no value of h; the nearest is 0.1 (0x3733)");
    /// ```
    ///
    /// # Errors
    ///
    /// NaN; without `round`, a number that the type does not hold exactly.
    pub fn from_float(self, value: f64, round: bool) -> Result<u64, ValueError> {
        let text = || format!("{value:?}");
        let Some(format) = self.format() else {
            return Err(ValueError::Integer { text: text(), element: self });
        };
        let decoded: Value<u64> = Binary64::FORMAT.decode(value.to_bits());
        if value.is_nan() {
            return Err(ValueError::Nan { text: text(), element: self });
        }
        let rounded = format.encode(&ENV, decoded);
        self.accept(rounded, round, text, || false)
    }

    /// The code of a text. Decimals that are no value themselves stand for the one of which they are
    /// the shortest text, with `round` for the nearest.
    ///
    /// ```
    /// use semantics::mncore2::layout::Element;
    /// assert_eq!(Element::F.read("0.1", false), Ok(0x3dcc_cccd));
    /// assert_eq!(Element::F.read("0x1.8p0", false), Ok(0x3fc0_0000));
    /// assert!(Element::F.read("0.100000007", false).is_err());
    /// assert_eq!(Element::F.read("0.100000007", true), Ok(0x3dcc_ccce));
    /// assert_eq!(Element::I.read("-2", false), Ok(0xffff_fffe));
    /// ```
    ///
    /// # Errors
    ///
    /// No number; NaN; an integer that the type does not hold; without `round`, a number that is
    /// neither exact nor such a text.
    pub fn read(self, text: &str, round: bool) -> Result<u64, ValueError> {
        let Some(format) = self.format() else {
            let wrong = || ValueError::Integer { text: text.into(), element: self };
            return self.from_integer(integer(text).ok_or_else(wrong)?).map_err(|_| wrong());
        };
        let wrong = |error| ValueError::Text { text: text.into(), error };
        if let Value::Nan { .. } = softfloat::text::parse(text).map_err(wrong)? {
            return Err(ValueError::Nan { text: text.into(), element: self });
        }
        let rounded = format.parse(&ENV, text).map_err(wrong)?;
        let shortest = || {
            let own = decimal(&self.text(rounded.bits));
            own.is_some() && own == decimal(text)
        };
        self.accept(rounded, round, || text.into(), shortest)
    }

    /// What rounding has given, if it may round or has not.
    fn accept(
        self,
        rounded: Rounded<u64>,
        round: bool,
        text: impl Fn() -> String,
        shortest: impl Fn() -> bool,
    ) -> Result<u64, ValueError> {
        let Rounded { bits, flags } = rounded;
        if round || flags == Flags::NONE || shortest() {
            Ok(bits)
        } else {
            Err(ValueError::Inexact { text: text(), element: self, nearest: bits })
        }
    }
}

/// To nearest even, with infinities and zeros beyond the range as MN-Core's own results (MN-D29).
const ENV: Env =
    Env { overflow: Overflow::Infinity, underflow: Underflow::FlushPositive, ..Env::IEEE };

/// Decimal, or hexadecimal behind `0x`.
fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    number(digits).map(|value: i128| if negative { -value } else { value })
}

/// Sign, digits without zeros around them, and the power of ten in front of the first: equal for equal
/// decimals. Nothing for other texts.
fn decimal(text: &str) -> Option<(bool, String, i64)> {
    let (negative, magnitude) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let (digits, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (magnitude, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let first = all.len() - all.trim_start_matches('0').len();
    let place = exponent.checked_add(whole.len() as i64 - first as i64)?;
    Some((negative, all.trim_matches('0').to_owned(), place))
}
