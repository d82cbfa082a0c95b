//! A text in pieces: statements, braces, comments. A statement ends with its line or at a brace.

use crate::source::Span;

/// What stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A statement, the head of a block, or an instruction.
    Text(Span),
    /// `{`
    Open(Span),
    /// `}`
    Close(Span),
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: u32,
    /// All of it.
    pub(super) text: &'a str,
    pub(super) pieces: Vec<Piece>,
    /// From `#` or `//` on, without blanks at the end.
    pub(super) comment: &'a str,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines()).map(|(number, text)| line(number, text))
}

fn line(number: u32, text: &str) -> Line<'_> {
    let code = crate::pod::host::code(text);
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in code.char_indices().chain([(code.len(), '\n')]) {
        let brace = match c {
            '{' => Some(Piece::Open(Span::new(at, at + 1))),
            '}' => Some(Piece::Close(Span::new(at, at + 1))),
            '\n' => None,
            _ => continue,
        };
        let part = &code[start..at];
        let left = start + (part.len() - part.trim_start().len());
        let right = start + part.trim_end().len();
        if left < right {
            pieces.push(Piece::Text(Span::new(left, right)));
        }
        pieces.extend(brace);
        start = at + 1;
    }
    Line { number, text, pieces, comment: text[code.len()..].trim_end() }
}
