//! The tokens of the host's statements.

use crate::source::{Fault, Res, Span};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Name(&'a str),
    /// A number, modulo 2^64 (POD-D89).
    Number(u64),
    /// An operator or a bracket.
    Sign(&'static str),
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub(super) token: Token<'a>,
    pub(super) span: Span,
}

/// The longest first.
const SIGNS: [&str; 28] = [
    "..", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", ",", "=", "<", ">", "+", "-",
    "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", ".",
];

/// The tokens in these bytes of a line.
pub(super) fn tokens(text: &str, within: Span) -> Res<Vec<Placed<'_>>> {
    let mut found = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let rest = &text[at..within.end];
        let Some(c) = rest.chars().next() else { break };
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, length) = match c {
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = word(rest);
                (Token::Name(&rest[..length]), length)
            }
            '0'..='9' => {
                let length = word(rest);
                (number(&rest[..length], Span::new(at, at + length))?, length)
            }
            _ => match SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => {
                    let span = Span::new(at, at + c.len_utf8());
                    return Fault::error(
                        "syntax",
                        "4.2",
                        span,
                        format!("`{c}` has no meaning here"),
                    )
                    .help("names, numbers, and the operators of C on integers")
                    .err();
                }
            },
        };
        found.push(Placed { token, span: Span::new(at, at + length) });
        at += length;
    }
    Ok(found)
}

fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn number(word: &str, span: Span) -> Res<Token<'_>> {
    let (digits, radix) = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (word, 10),
    };
    let wrong =
        |message: String, help: &str| Fault::error("syntax", "4.2", span, message).help(help).err();
    if radix == 10 && word.len() > 1 && word.starts_with('0') {
        return wrong(
            format!("`{word}` would be octal in C"),
            "a number without zeros before it, or 0x",
        );
    }
    let value = digits.chars().try_fold(0_u64, |value, c| {
        let digit = c.to_digit(radix)?;
        Some(value.wrapping_mul(radix.into()).wrapping_add(digit.into()))
    });
    match value.filter(|_| !digits.is_empty()) {
        Some(value) => Ok(Token::Number(value)),
        None => wrong(format!("`{word}` is no number"), "digits, or 0x and hexadecimal digits"),
    }
}

// A text in pieces: statements, braces, comments. A statement ends with its line or at a brace.

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
