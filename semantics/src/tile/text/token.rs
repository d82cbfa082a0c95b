//! A line: its statement and its comment; a statement: its name and its operands.

use crate::source::Span;

/// A line of a source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: u32,
    /// All of it.
    pub(crate) text: &'a str,
    /// Without the comment, without blanks at its ends.
    pub(crate) code: &'a str,
    /// Where the statement begins.
    pub(crate) start: usize,
    /// The comment with its sign; empty where there is none.
    pub(crate) comment: &'a str,
}

/// A part of a statement, and where it stands in the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

/// The lines of a source.
pub(crate) fn lines(source: &str) -> impl Iterator<Item = Line<'_>> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    (1..).zip(source.lines()).map(|(number, text)| line(number, text))
}

/// A line of its number.
pub(crate) fn line(number: u32, text: &str) -> Line<'_> {
    let end = comment(text);
    let code = text[..end].trim();
    let start = text.len() - text[..].trim_start().len();
    Line { number, text, code, start: start.min(end), comment: text[end..].trim() }
}

/// Where a comment begins: `//`, or `#` at the start or in front of a blank or the end. So `#5` is an immediate.
fn comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let first = text.len() - text.trim_start().len();
    let begins = |at: usize| match bytes[at] {
        b'/' => bytes.get(at + 1) == Some(&b'/'),
        b'#' => at == first || bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
        _ => false,
    };
    (0..bytes.len()).find(|at| begins(*at)).unwrap_or(bytes.len())
}

impl<'a> Line<'a> {
    /// The name of the statement.
    pub(crate) fn name(&self) -> Part<'a> {
        let end = self.code.find(char::is_whitespace).unwrap_or(self.code.len());
        Part { text: &self.code[..end], span: Span::new(self.start, self.start + end) }
    }

    /// What stands behind the name, between commas; nothing where nothing does.
    pub(crate) fn operands(&self) -> Vec<Part<'a>> {
        let name = self.name().text.len();
        let rest = &self.code[name..];
        if rest.trim().is_empty() {
            return Vec::new();
        }
        let mut at = self.start + name;
        let mut parts = Vec::new();
        for piece in rest.split(',') {
            let lead = piece.len() - piece.trim_start().len();
            let text = piece.trim();
            let start = at + lead;
            parts.push(Part { text, span: Span::new(start, start + text.len()) });
            at += piece.len() + 1;
        }
        parts
    }

    /// The whole statement.
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start, self.start + self.code.len())
    }
}
