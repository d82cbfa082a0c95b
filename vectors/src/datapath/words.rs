//! Words, numbers and formats of fields.

use crate::formats;
use crate::registry::rules::RM;
use softfloat::sum::{Cut, Operand};
use softfloat::{Format, Rounding};

/// Words that a value may be.
pub(super) struct List<T: 'static>(pub(super) &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> List<T> {
    pub(super) fn read(&self, text: &str) -> Option<T> {
        self.0.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
    }

    pub(super) fn write(&self, value: T) -> Option<String> {
        self.0.iter().find(|(_, own)| *own == value).map(|(word, _)| (*word).to_owned())
    }
}

pub(super) const CUTS: List<Cut> = List(&[
    ("rtz", Cut::Round(Rounding::TowardZero)),
    ("rdn", Cut::Round(Rounding::Down)),
    ("rne", Cut::Round(Rounding::NearestEven)),
    ("rna", Cut::Round(Rounding::NearestAway)),
    ("rup", Cut::Round(Rounding::Up)),
    ("rto", Cut::Round(Rounding::ToOdd)),
    ("sticky", Cut::Sticky),
    ("stickyfloor", Cut::StickyFloor),
]);

/// A number in decimal, without sign or leading zeros.
pub(super) fn number<T: std::str::FromStr + std::fmt::Display>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|n| n.to_string() == text)
}

/// A format by its name in ids, or by that of the table of formats.
pub(super) fn format(text: &str) -> Option<Format> {
    formats::named(text).or_else(|| Format::by_name(text).copied())
}

/// The name of a format.
pub(super) fn name(format: &Format) -> String {
    let listed = formats::SOURCES.iter().find(|source| source.format == *format);
    listed.map_or(format.name, |source| source.name).to_owned()
}

/// A factor: a format, or `shared.LEN.FORMAT`.
pub(super) fn factor(text: &str) -> Option<Operand> {
    let Some(rest) = text.strip_prefix("shared.") else {
        return format(text).map(Operand::Scalar);
    };
    let (len, element) = rest.split_once('.')?;
    Some(Operand::Shared { element: format(element)?, len: number(len)? })
}

pub(super) fn factor_text(factor: &Operand) -> String {
    match factor {
        Operand::Scalar(format) => name(format),
        Operand::Shared { element, len } => format!("shared.{len}.{}", name(element)),
    }
}

/// A format, and perhaps a direction behind a dot.
pub(super) fn target(text: &str) -> Option<(Format, Option<Rounding>)> {
    match text.split_once('.') {
        None => Some((format(text)?, None)),
        Some((to, direction)) => Some((format(to)?, Some(RM.read(direction)?))),
    }
}

pub(super) fn target_text(format: &Format, direction: Option<Rounding>) -> String {
    direction.map_or_else(|| name(format), |d| format!("{}.{}", name(format), RM.word(&d)))
}
