//! Going through the bytes of a line.
use std::io;

/// A place in a line.
pub(super) struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

/// How much of a line a message shows.
const SHOWN: usize = 24;

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a [u8], at: usize) -> Self {
        Self { text, at }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// What was expected here, and what is here.
    pub(super) fn expected(&self, what: &str) -> At {
        let rest = String::from_utf8_lossy(self.rest());
        let shown: String = rest.chars().take(SHOWN).collect();
        let found =
            if shown.is_empty() { "the end of the line".into() } else { format!("`{shown}`") };
        At::new(self.at, format!("{what} expected, found {found}"))
    }

    /// Goes behind `text` if it is here.
    #[inline]
    pub(super) fn eat(&mut self, text: &[u8]) -> bool {
        let here = self.rest().starts_with(text);
        if here {
            self.at += text.len();
        }
        here
    }

    /// Goes behind `text`, which must be here.
    #[inline]
    pub(super) fn need(&mut self, text: &str) -> Result<(), At> {
        if self.eat(text.as_bytes()) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// Goes behind blanks.
    pub(super) fn blanks(&mut self) {
        while self.eat(b" ") {}
    }

    /// Takes what matches.
    #[inline]
    pub(super) fn take(&mut self, matches: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&b| !matches(b)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A decimal number of at most nine digits.
    pub(super) fn number(&mut self, what: &str) -> Result<u32, At> {
        let start = self.at;
        let digits = self.take(|b| b.is_ascii_digit());
        if digits.is_empty() || digits.len() > 9 {
            self.at = start;
            return Err(self.expected(what));
        }
        Ok(digits.iter().fold(0, |n, d| 10 * n + u32::from(d - b'0')))
    }

    /// `0x` and 1 to `most` digits, exactly `most` of them where they are `padded`.
    #[inline]
    pub(super) fn hex(&mut self, most: usize, padded: bool) -> Result<u64, At> {
        let start = self.at;
        let here = self.eat(b"0x");
        let digits = self.take(|b| b.is_ascii_hexdigit());
        let right = if padded { digits.len() == most } else { (1..=most).contains(&digits.len()) };
        if !here || !right {
            self.at = start;
            let count = if padded { most.to_string() } else { format!("1 to {most}") };
            return Err(self.expected(&format!("`0x` and {count} hexadecimal digits")));
        }
        Ok(digits.iter().fold(0, |n, &d| n << 4 | u64::from(nibble(d))))
    }
}

fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 32) - b'a' + 10,
    }
}

// What is wrong with a dump line, and where.

/// What is wrong, at a byte of the line.
pub(super) struct At {
    pub(super) byte: usize,
    pub(super) message: String,
}

impl At {
    pub(super) fn new(byte: usize, message: impl Into<String>) -> Self {
        Self { byte, message: message.into() }
    }
}

/// A broken dump line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column}: {message}")]
pub struct Broken {
    /// The column in characters, from 1.
    pub column: usize,
    /// What is there, and what would be right.
    pub message: String,
}

impl Broken {
    pub(super) fn new(at: At, line: &[u8]) -> Self {
        let before = &line[..at.byte.min(line.len())];
        let column = 1 + String::from_utf8_lossy(before).chars().count();
        Self { column, message: at.message }
    }
}

/// A line that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{line}:{kind}")]
pub struct ReadError {
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    #[source]
    pub kind: ReadErrorKind,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// It begins as a dump line, and is none.
    #[error(transparent)]
    Broken(Broken),
    /// The input fails.
    #[error(" cannot read: {0}")]
    Io(#[source] io::Error),
}
