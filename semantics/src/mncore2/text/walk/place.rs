//! Where canonical text stands in a line.

use super::super::fault::{Fault, Span};
use super::lines;

/// The places in a part of a line where an operand stands, the last first; none where it is written
/// otherwise than in its canonical text.
pub(super) fn named(text: &str, part: Span, operand: &str) -> impl Iterator<Item = Span> {
    let ends = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\t' | ';'));
    let source = text.get(part.start..part.end).unwrap_or_default();
    let whole = move |(at, found): &(usize, &str)| {
        let (before, behind) = (&source[..*at], &source[at + found.len()..]);
        ends(before.chars().next_back()) && ends(behind.chars().next())
    };
    let span =
        move |(at, found): (usize, &str)| Span::new(part.start + at, part.start + at + found.len());
    source.rmatch_indices(operand).filter(whole).map(span)
}

/// The statement of a line, with nothing around it.
pub(super) fn whole(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches([' ', '\t']).len();
    Span::new(start, text.trim_end_matches([' ', '\t', ';']).len().max(start))
}

/// The column, from 1, and the length in characters of what canonical text a line says: of the whole
/// statement where it is written otherwise.
///
/// ```
/// use semantics::mncore2::text::locate;
/// assert_eq!(locate("lpassa $lm0v $ln0v # $ln0v", "$ln0v"), (14, 5));
/// assert_eq!(locate("  lpassa $lm0x0v $ln0v", "$lm0v"), (3, 20));
/// ```
#[must_use]
pub fn locate(line: &str, text: &str) -> (u32, u32) {
    let code = lines::code(line);
    let all = Span::new(0, code.len());
    let span = named(code, all, text).next().unwrap_or_else(|| whole(code));
    let place = Fault::syntax(span, "").place(1, code);
    (place.column, place.length)
}
