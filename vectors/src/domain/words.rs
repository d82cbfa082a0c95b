//! What a piece of a domain allows.

use super::DomainError;
use super::bound::Bound;
use super::code::Code;
use crate::registry::Shape;
use softfloat::Category::{Infinite, Normal, QuietNan, SignallingNan, Subnormal, Zero};
use softfloat::{Category, Value};
use std::cmp::Ordering;
use std::fmt;

/// A word, and which codes it is for.
type Word = (&'static str, &'static [Category]);

const WORDS: [Word; 11] = [
    ("zero", &[Zero]),
    ("subnormal", &[Subnormal]),
    ("normal", &[Normal]),
    ("finite", &[Zero, Subnormal, Normal]),
    ("infinite", &[Infinite]),
    ("inf", &[Infinite]),
    ("number", &[Zero, Subnormal, Normal, Infinite]),
    ("nan", &[QuietNan, SignallingNan]),
    ("qnan", &[QuietNan]),
    ("snan", &[SignallingNan]),
    ("any", &[Zero, Subnormal, Normal, Infinite, QuietNan, SignallingNan]),
];

/// The words, for messages.
pub(super) fn names() -> String {
    let all: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
    format!("{}, positive, negative", all.join(", "))
}

/// A piece as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    text: String,
    /// Whether it says what is not allowed.
    refused: bool,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Of one sign, or of both.
    Word(Option<bool>, &'static [Category]),
    /// From a number to another; from or to the end where there is none.
    Range(Option<String>, Option<String>),
    /// The hex digits of a code.
    Code(String),
}

impl Piece {
    pub(super) fn read(text: &str) -> Result<Self, DomainError> {
        let own = text.strip_prefix("no-").or(text.strip_prefix('!'));
        let refused = own.is_some();
        let kind = kind(own.unwrap_or(text));
        let kind = kind.ok_or_else(|| DomainError::Piece { found: text.to_owned() })?;
        Ok(Self { text: own.unwrap_or(text).to_owned(), refused, kind })
    }

    /// For elements of a shape.
    pub(super) fn of(&self, shape: &Shape) -> Result<Resolved, String> {
        let format = &shape.format;
        let bound = |text: &Option<String>, low| {
            text.as_deref().map(|text| Bound::read(format, text, low)).transpose()
        };
        let set = match &self.kind {
            Kind::Word(sign, categories) => Set::Word(*sign, categories),
            Kind::Range(low, high) => {
                let (low, high) = (bound(low, true)?, bound(high, false)?);
                Set::Range(low, high)
            }
            Kind::Code(digits) if digits.len() != shape.digits() => {
                let (found, right) = (digits.len(), shape.digits());
                return Err(format!("expected {right} hex digits behind 0x, found {found}"));
            }
            Kind::Code(digits) => {
                let code = u128::from_str_radix(digits, 16).unwrap_or_default();
                if format.width < 128 && code >> format.width != 0 {
                    return Err(format!("expected at most {} bits, found more", format.width));
                }
                Set::Code(code)
            }
        };
        Ok(Resolved { refused: self.refused, set })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.refused { "no-" } else { "" }, self.text)
    }
}

fn kind(text: &str) -> Option<Kind> {
    match text {
        "positive" => return Some(Kind::Word(Some(false), WORDS[WORDS.len() - 1].1)),
        "negative" => return Some(Kind::Word(Some(true), WORDS[WORDS.len() - 1].1)),
        _ => {}
    }
    let (sign, word) = match text.strip_prefix('+').or(text.strip_prefix('-')) {
        Some(word) => (Some(text.starts_with('-')), word),
        None => (None, text),
    };
    if let Some((_, categories)) = WORDS.iter().find(|(name, _)| *name == word) {
        return Some(Kind::Word(sign, categories));
    }
    let number = |text: &str| softfloat::text::parse(text).is_ok();
    if let Some((low, high)) = text.split_once("..") {
        let high = high.strip_prefix('=').unwrap_or(high);
        let end = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let right = [low, high].iter().all(|end| end.is_empty() || number(end));
        let some = !(low.is_empty() && high.is_empty());
        return (right && some).then(|| Kind::Range(end(low), end(high)));
    }
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    if let Some(digits) = digits.filter(|own| !own.is_empty() && own.len() <= 32)
        && digits.bytes().all(|b| b.is_ascii_hexdigit())
    {
        return Some(Kind::Code(digits.to_owned()));
    }
    let own = || Some(text.to_owned());
    number(text).then(|| Kind::Range(own(), own()))
}

/// A piece for one operand.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    refused: bool,
    set: Set,
}

#[derive(Clone, Debug)]
enum Set {
    Word(Option<bool>, &'static [Category]),
    Range(Option<Bound>, Option<Bound>),
    Code(u128),
}

impl Resolved {
    fn holds(&self, own: &Code) -> bool {
        match &self.set {
            Set::Word(sign, categories) => {
                sign.is_none_or(|sign| sign == own.kind().0) && categories.contains(&own.kind().1)
            }
            Set::Range(low, high) => {
                let lies = |bound: &Option<Bound>, not| match bound {
                    None => !matches!(own.value(), Value::Nan { .. }),
                    Some(bound) => bound.compare(own.value()).is_some_and(|order| order != not),
                };
                lies(low, Ordering::Less) && lies(high, Ordering::Greater)
            }
            Set::Code(code) => *code == own.code(),
        }
    }

    pub(super) fn bounds(&self) -> impl Iterator<Item = Bound> {
        let ends = match &self.set {
            Set::Range(low, high) => [*low, *high],
            Set::Word(..) | Set::Code(_) => [None, None],
        };
        ends.into_iter().flatten()
    }

    /// The code that it is, where it is one.
    pub(super) const fn code(&self) -> Option<u128> {
        match self.set {
            Set::Code(code) => Some(code),
            Set::Word(..) | Set::Range(..) => None,
        }
    }
}

/// Whether pieces allow a code: one of those that allow, if there are any, and none of those that do not.
pub(super) fn allowed(pieces: &[Resolved], code: &Code) -> bool {
    let (mut some, mut allows) = (false, false);
    for piece in pieces {
        if piece.refused {
            if piece.holds(code) {
                return false;
            }
        } else {
            some = true;
            allows |= piece.holds(code);
        }
    }
    allows || !some
}
