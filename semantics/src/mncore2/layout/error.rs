//! What is wrong with a layout's text, and where.

use std::fmt;

pub(super) use crate::source::Span;

/// A text that is no layout of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The first character of what is wrong, from 1.
    pub column: usize,
    /// How many characters it has, at least 1.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl LayoutError {
    pub(super) fn new(
        text: &str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let characters = |bytes: usize| text[..bytes].chars().count();
        let start = characters(span.start);
        let length = characters(span.end.max(span.start)).saturating_sub(start).max(1);
        Self { column: start + 1, length, message: message.into(), help: help.into() }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}\n  right: {}", self.column, self.message, self.help)
    }
}

impl std::error::Error for LayoutError {}
