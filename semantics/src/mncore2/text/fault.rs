//! A diagnostic before its line and columns are known: spans are byte offsets in the line.

use super::diagnostic::{Diagnostic, Earlier, Severity};

/// Bytes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub(super) const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }
}

/// An error or warning at a place of the line.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) section: &'static str,
    /// The other place in the line.
    pub(super) other: Option<Span>,
    pub(super) earlier: Option<Earlier>,
    pub(super) nops: u32,
}

/// A result whose error ends the parsing of its expression.
pub(super) type Res<T> = Result<T, Box<Fault>>;

impl Fault {
    pub(super) fn error(
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

    pub(super) fn warning(
        code: &'static str,
        section: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, section, span, message) }
    }

    pub(super) fn syntax(span: Span, message: impl Into<String>) -> Self {
        Self::error("MN-E-SYNTAX", "3", span, message)
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn err<T>(self) -> Res<T> {
        Err(Box::new(self))
    }

    /// With the line's number and the columns in characters.
    pub(super) fn place(self, line: u32, text: &str) -> Diagnostic {
        let characters = |from: usize, to: usize| {
            text.get(from..to).map_or(to.saturating_sub(from), |part| part.chars().count())
        };
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let columns = |span: Span| {
            let column = clip(characters(0, span.start)).saturating_add(1);
            [column, clip(characters(span.start, span.end)).max(1)]
        };
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
