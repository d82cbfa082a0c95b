//! The words of a line, with their places.

use crate::source::Span;

/// A word and where it stands.
pub(super) type Word<'a> = (&'a str, Span);

/// The words of a line without its comment, which begins at the start or behind a blank.
pub(super) fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    split(line).take_while(|(word, _)| !word.starts_with('#') && !word.starts_with("//"))
}

fn split(line: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line[at..];
        let start = at + rest.len() - rest.trim_start_matches(BLANKS).len();
        let length = line[start..].find(BLANKS).unwrap_or(line.len() - start);
        at = start + length;
        (length > 0).then(|| (&line[start..at], Span::new(start, at)))
    })
}

/// What stands between words.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// The rest of a line behind a word, without blanks around it; comments are the machine's.
pub(super) fn behind(line: &str, word: Span) -> &str {
    line.get(word.end..).unwrap_or_default().trim_matches(BLANKS)
}

/// The words behind a word as they stand, without blanks around them and without the comment.
pub(super) fn free(line: &str, word: Span) -> &str {
    let end = words(line).last().map_or(0, |(_, last)| last.end);
    line.get(word.end..end).unwrap_or_default().trim_matches(BLANKS)
}

/// `NAME=VALUE`
pub(super) fn pair(word: &str) -> Option<(&str, &str)> {
    word.rsplit_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty())
}

/// Whether a text is one word of a line.
pub(super) fn is_word(text: &str) -> bool {
    words(text).next().is_some_and(|(word, _)| word == text) && is_line(text)
}

/// Whether a text is a line, and nothing of it would be lost there.
pub(super) fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\r']) && text.trim_matches(BLANKS) == text
}
