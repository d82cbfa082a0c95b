//! The tokens of an instruction.

use crate::source::Span;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters, digits, `_` and `.`, of mnemonics `+` and `-`, too: a name, a register, a number.
    Word(&'a str),
    /// `=`, `+=`, `,`, `[`, `]`, `+`, `-`
    Sign(&'a str),
    /// What stands in parentheses.
    Expression(Span),
    /// A character that no instruction has.
    Strange(char),
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) token: Token<'a>,
    pub(crate) span: Span,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

/// The first word of a text, signs of `pfpfma+-` and `ldxmm++` included.
pub(crate) fn mnemonic(text: &str, within: Span) -> Span {
    let part = &text[within.start..within.end];
    let start = within.start + (part.len() - part.trim_start().len());
    let rest = &text[start..within.end];
    let end = rest.find(|c: char| !is_word(c) && c != '+' && c != '-').unwrap_or(rest.len());
    // At least the character that is found there.
    let least = rest.chars().next().map_or(0, char::len_utf8);
    Span::new(start, start + end.max(least))
}

/// The tokens of the operands.
pub(crate) fn tokens(text: &str, within: Span) -> Vec<Placed<'_>> {
    let mut found = Vec::new();
    let mut at = within.start;
    while let Some(c) = text[at..within.end].chars().next() {
        let length = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '(' => parentheses(&text[at..within.end]),
            c if is_word(c) => {
                let rest = &text[at..within.end];
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            }
            '+' if text[at..within.end].starts_with("+=") => 2,
            _ => c.len_utf8(),
        };
        let span = Span::new(at, at + length);
        let token = match c {
            '(' if length > 1 => Token::Expression(Span::new(at + 1, at + length - 1)),
            c if is_word(c) => Token::Word(&text[at..at + length]),
            '=' | '+' | '-' | ',' | '[' | ']' => Token::Sign(&text[at..at + length]),
            c => Token::Strange(c),
        };
        found.push(Placed { token, span });
        at += length;
    }
    found
}

/// The length up to the closing parenthesis; 1 where there is none.
fn parentheses(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    1
}
