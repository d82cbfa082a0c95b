//! A line of a case file: its key and its words, with their places.

use crate::source::{Fault, Span};

/// The code of what is wrong in a case file.
pub(super) const CODE: &str = "CASE-E";

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
        let start = at + rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let length = line[start..].find([' ', '\t']).unwrap_or(line.len() - start);
        at = start + length;
        (length > 0).then(|| (&line[start..at], Span::new(start, at)))
    })
}

/// The rest of a line behind a word, without blanks around it.
pub(super) fn behind(line: &str, word: Span) -> &str {
    line.get(word.end..).unwrap_or_default().trim_matches([' ', '\t'])
}

/// `TARGET=VALUE`
pub(super) fn pair<'a>((word, span): Word<'a>) -> Result<(&'a str, &'a str), Wrong> {
    match word.rsplit_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty()) {
        Some(pair) => Ok(pair),
        None => {
            Err(fault(span, format!("`{word}` gives no value")).help("NAME=VALUE, without blanks"))
        }
    }
}

/// What is wrong, behind a pointer: every result of the reader could carry it.
pub(super) struct Wrong(pub(super) Box<Fault>);

impl Wrong {
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self(Box::new(self.0.help(help)))
    }
}

pub(super) fn fault(span: Span, message: impl Into<String>) -> Wrong {
    Wrong(Box::new(Fault::error(CODE, "", span, message)))
}
