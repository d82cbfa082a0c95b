//! Lines and their tokens.

use crate::source::Span;
use crate::source::number::c_number;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters, digits, `_`, `.`, and a sign before a digit: a name or a number.
    Word(&'a str),
    /// `{`, `}`, `(`, `)`, `,`, `=`, `@`
    Sign(char),
    /// Anything else.
    Strange(char),
}

/// A token and its place in the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) token: Token<'a>,
    pub(crate) span: Span,
}

/// A line of a source.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// All of it.
    pub(crate) text: &'a str,
    /// From `#` or `//` on.
    pub(crate) comment: &'a str,
    /// What stands before the comment.
    pub(crate) tokens: Vec<Placed<'a>>,
}

impl Line<'_> {
    /// Whether a table begins here.
    pub(crate) fn opens(&self) -> bool {
        matches!(self.tokens.first(), Some(Placed { token: Token::Word(".table"), .. }))
            && self.has('{')
    }

    /// The name of the table that begins here.
    pub(crate) fn table(&self) -> Option<&str> {
        match self.tokens[..] {
            [
                Placed { token: Token::Word(".table"), .. },
                Placed { token: Token::Word(name), .. },
                ..,
            ] => Some(name),
            _ => None,
        }
    }

    /// Whether a table ends here.
    pub(crate) fn closes(&self) -> bool {
        self.has('}')
    }

    fn has(&self, sign: char) -> bool {
        self.tokens.iter().any(|placed| placed.token == Token::Sign(sign))
    }
}

/// The lines of a source.
pub(crate) fn lines(source: &str) -> impl Iterator<Item = Line<'_>> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    (1..).zip(source.lines()).map(|(number, text)| {
        let at =
            [text.find('#'), text.find("//")].into_iter().flatten().min().unwrap_or(text.len());
        let (code, comment) = text.split_at(at);
        Line { number, text, comment: comment.trim_end(), tokens: tokens(code) }
    })
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

fn tokens(code: &str) -> Vec<Placed<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let signed = matches!(c, '-' | '+') && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let length = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if is_word(c) || signed => {
                rest[1..].find(|c| !is_word(c)).map_or(rest.len(), |end| end + 1)
            }
            c => c.len_utf8(),
        };
        let token = match c {
            c if is_word(c) || signed => Token::Word(&rest[..length]),
            '{' | '}' | '(' | ')' | ',' | '=' | '@' => Token::Sign(c),
            c => Token::Strange(c),
        };
        found.push(Placed { token, span: Span::new(at, at + length) });
        at += length;
    }
    found
}

/// `12`, `0x1F`, `-3`: the sign and the magnitude.
pub(crate) fn number(word: &str) -> Option<(bool, u64)> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    c_number(digits).map(|magnitude| (negative, magnitude))
}
