//! A cursor over the bytes of a line, with the faults found so far.

use super::super::diagnostic::Severity;
use crate::mncore2::check::Places;
use crate::mncore2::text::{Fault, Res, Span};

/// A natural number and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Natural {
    /// The value; the largest one if it does not fit.
    pub(crate) value: u64,
    pub(crate) span: Span,
    /// Written with `0b`.
    pub(crate) binary: bool,
}

/// The cursor.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    /// The line without its comment.
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) faults: Vec<Fault>,
    /// How many errors and how many warnings are kept.
    room: [usize; 2],
    /// Errors and warnings beyond that.
    pub(crate) lost: [u64; 2],
    /// Errors of this line.
    pub(crate) errors: usize,
    /// Where the operands stand that have been read.
    pub(crate) places: Places,
}

const fn is_digit(byte: u8, radix: u8) -> bool {
    match radix {
        16 => byte.is_ascii_hexdigit(),
        _ => byte >= b'0' && byte < b'0' + radix,
    }
}

impl<'a> Scanner<'a> {
    /// At the start of a line, with room for so many errors and warnings.
    pub(crate) const fn new(text: &'a str, room: [usize; 2]) -> Self {
        let faults = Vec::new();
        Self { text, at: 0, faults, room, lost: [0; 2], errors: 0, places: Places::NONE }
    }

    /// Keeps a fault; parsing goes on.
    pub(crate) fn report(&mut self, fault: Fault) {
        let kind = usize::from(fault.severity == Severity::Warning);
        self.errors += 1 - kind;
        if let Some(rest) = self.room[kind].checked_sub(1) {
            self.room[kind] = rest;
            self.faults.push(fault);
        } else {
            self.lost[kind] += 1;
        }
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// The rest of the line.
    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// From a position up to here.
    pub(crate) const fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn take(&mut self, word: &str) -> bool {
        let found = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    pub(crate) fn blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Whether a token ends here.
    pub(crate) fn at_end_of_token(&self) -> bool {
        matches!(self.peek(), None | Some(b' ' | b'\t' | b';'))
    }

    /// Skips blanks; whether the expression ends here.
    pub(crate) fn at_end_of_expression(&mut self) -> bool {
        self.blanks();
        matches!(self.peek(), None | Some(b';'))
    }

    /// Nothing may follow but blanks and one `;`.
    pub(crate) fn end_of_statement(&mut self) -> Res<()> {
        self.blanks();
        self.eat(b';');
        self.blanks();
        match self.peek() {
            None => Ok(()),
            Some(_) => {
                let rest = Span::new(self.at, self.text.trim_end_matches([' ', '\t']).len());
                let message = format!("unexpected {} behind the statement", self.found());
                Fault::syntax(rest, message).err()
            }
        }
    }

    /// The rest of the token; at least one character where the line has one.
    pub(crate) fn token(&self) -> Span {
        let bytes = &self.text.as_bytes()[self.at..];
        let length = bytes.iter().position(|b| matches!(b, b' ' | b'\t' | b';'));
        let length = length.unwrap_or(bytes.len());
        let length = if length == 0 { usize::from(!bytes.is_empty()) } else { length };
        Span::new(self.at, self.at + length)
    }

    /// The next token in a message: quoted and cut.
    pub(crate) fn found(&self) -> String {
        match self.peek() {
            Some(b' ' | b'\t') => "a blank".to_owned(),
            _ => quote(self.slice(self.token())),
        }
    }

    /// A syntax error here.
    pub(crate) fn unexpected(&self, expected: &str) -> Fault {
        Fault::syntax(self.token(), format!("expected {expected}, found {}", self.found()))
    }

    /// The token must end here.
    pub(crate) fn end_of_token(&self, start: usize) -> Res<()> {
        if self.at_end_of_token() {
            return Ok(());
        }
        let (before, here) = (quote(self.slice(self.since(start))), self.found());
        Fault::syntax(self.token(), format!("unexpected {here} behind {before}")).err()
    }

    /// A decimal, `0b`, `0o` or `0x` number.
    pub(crate) fn natural(&mut self) -> Res<Natural> {
        let radix = match (self.peek(), self.peek_at(1)) {
            (Some(b'0'), Some(b'b')) => 2,
            (Some(b'0'), Some(b'o')) => 8,
            (Some(b'0'), Some(b'x')) => 16,
            _ => return self.decimal(),
        };
        let start = self.at;
        self.at += 2;
        let value = self.digits(radix);
        let known = match radix {
            2 => "binary",
            8 => "octal",
            _ => "hexadecimal",
        };
        let message = match (value, self.peek()) {
            (Some(_), Some(b @ b'0'..=b'9')) => {
                format!("{} is no {known} digit", char::from(b))
            }
            (Some(value), _) => {
                return Ok(Natural { value, span: self.since(start), binary: radix == 2 });
            }
            (None, _) => format!("expected {known} digits, found {}", self.found()),
        };
        Fault::error("MN-E-SYNTAX", "3.2.1", self.token(), message).err()
    }

    /// A number in decimal digits.
    pub(crate) fn decimal(&mut self) -> Res<Natural> {
        let start = self.at;
        match self.digits(10) {
            Some(value) => Ok(Natural { value, span: self.since(start), binary: false }),
            None => self.unexpected("a natural number").err(),
        }
    }

    /// Digits of a radix; nothing if there is none; the largest value if it does not fit.
    fn digits(&mut self, radix: u8) -> Option<u64> {
        let start = self.at;
        let mut value = 0u64;
        while let Some(byte) = self.peek().filter(|b| is_digit(*b, radix)) {
            let digit = char::from(byte).to_digit(16).unwrap_or_default();
            value = value.saturating_mul(radix.into()).saturating_add(digit.into());
            self.at += 1;
        }
        (self.at > start).then_some(value)
    }

    /// A number in a range, both ends included; reports and clamps what lies outside.
    pub(crate) fn ranged(
        &mut self,
        number: Natural,
        what: &str,
        range: [u64; 2],
        section: &'static str,
    ) -> u64 {
        let [low, high] = range;
        if number.value >= low && number.value <= high {
            return number.value;
        }
        let side = if number.value < low { "small" } else { "large" };
        let message = format!("{what} {} is too {side}", quote(self.slice(number.span)));
        let fault = Fault::error("MN-E-RANGE", section, number.span, message);
        self.report(fault.help(match low == high {
            true => format!("right is {low}"),
            false => format!("right is {low} to {high}"),
        }));
        number.value.clamp(low, high)
    }

    /// Reports a number that is no multiple of `unit`; `limit` is the largest number allowed.
    pub(crate) fn aligned(
        &mut self,
        number: Natural,
        what: &str,
        unit: u64,
        limit: u64,
        section: &'static str,
    ) {
        if number.value > limit || number.value.is_multiple_of(unit) {
            return;
        }
        let below = number.value - number.value % unit;
        let near = match below + unit {
            above if above <= limit => format!("the nearest are {below} and {above}"),
            _ => format!("the nearest is {below}"),
        };
        let value = number.value;
        let message = format!("{what} {value} is not a multiple of {unit}");
        self.report(Fault::error("MN-E-ALIGN", section, number.span, message).help(near));
    }
}

/// A piece of the source in a message: in backquotes, without control characters, cut.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.is_empty() {
        return "the end of the line".to_owned();
    }
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    format!("`{shown}`")
}
