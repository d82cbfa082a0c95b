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
