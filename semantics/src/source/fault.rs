//! A diagnostic before its line and columns are known: spans are byte offsets in the line.

use super::diagnostic::{Diagnostic, Earlier, Severity};

/// Bytes of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(crate) const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }

    /// Column, from 1, and length, at least 1, in characters.
    pub(crate) fn columns(self, text: &str) -> [u32; 2] {
        let characters = |from: usize, to: usize| {
            text.get(from..to).map_or(to.saturating_sub(from), |part| part.chars().count())
        };
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let column = clip(characters(0, self.start)).saturating_add(1);
        [column, clip(characters(self.start, self.end)).max(1)]
    }
}

/// An error or warning at a place of the line.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) section: &'static str,
    /// The other place in the line.
    pub(crate) other: Option<Span>,
    pub(crate) earlier: Option<Earlier>,
    pub(crate) nops: u32,
}

/// A result whose error ends the parsing of its expression.
pub(crate) type Res<T> = Result<T, Box<Fault>>;

impl Fault {
    pub(crate) fn error(
        code: &'static str,
        section: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        let message = message.into();
        let severity = Severity::Error;
        Self {
            code,
            severity,
            span,
            message,
            help: None,
            section,
            other: None,
            earlier: None,
            nops: 0,
        }
    }

    pub(crate) fn warning(
        code: &'static str,
        section: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, section, span, message) }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn err<T>(self) -> Res<T> {
        Err(Box::new(self))
    }

    /// With the line's number and the columns in characters.
    pub(crate) fn place(self, line: u32, text: &str) -> Diagnostic {
        let columns = |span: Span| span.columns(text);
        let Self { code, severity, message, help, section, nops, .. } = self;
        let [column, length] = columns(self.span);
        let (other, earlier) = (self.other.map(columns), self.earlier.map(Box::new));
        Diagnostic {
            code,
            severity,
            line,
            column,
            length,
            message,
            help,
            section,
            other,
            earlier,
            nops,
        }
    }
}
