//! The pieces of a number's text, read from left to right.

use super::ParseNumberError;

/// A place in a text. What was read is ASCII, so the place is a character boundary.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or(&[])
    }

    /// Reads these bytes, letters in either case, if they come next.
    pub(super) fn word(&mut self, word: &[u8]) -> bool {
        let next = self.rest().get(..word.len());
        let here = next.is_some_and(|next| next.eq_ignore_ascii_case(word));
        if here {
            self.at += word.len();
        }
        here
    }

    /// Reads an optional sign; true for minus.
    pub(super) fn sign(&mut self) -> bool {
        self.word(b"-") || {
            self.word(b"+");
            false
        }
    }

    fn digit(&mut self, radix: u32) -> Option<u32> {
        let digit = char::from(*self.rest().first()?).to_digit(radix)?;
        self.at += 1;
        Some(digit)
    }

    /// Reads digits with at most one point; hands each on, with whether it stands after the point.
    pub(super) fn digits(
        &mut self,
        radix: u32,
        mut each: impl FnMut(u32, bool),
    ) -> Result<(), ParseNumberError> {
        let (mut any, mut fraction) = (false, false);
        loop {
            if let Some(digit) = self.digit(radix) {
                each(digit, fraction);
                any = true;
            } else if !fraction && self.word(b".") {
                fraction = true;
            } else if any {
                return Ok(());
            } else if radix == 16 {
                return Err(self.error("a hexadecimal digit"));
            } else if fraction {
                return Err(self.error("a digit"));
            } else {
                return Err(
                    self.error("a number: digits, `0x` and hexadecimal digits, `inf`, `nan`")
                );
            }
        }
    }

    /// Reads an optional exponent after `letter`; 0 if there is none. Far more than any text can
    /// make up for by its digits saturates.
    pub(super) fn exponent(&mut self, letter: &[u8]) -> Result<i64, ParseNumberError> {
        if !self.word(letter) {
            return Ok(0);
        }
        let negative = self.sign();
        let Some(first) = self.digit(10) else {
            return Err(self.error("a digit of the exponent"));
        };
        let mut exponent = i64::from(first);
        while let Some(digit) = self.digit(10) {
            exponent = exponent.saturating_mul(10).saturating_add(digit.into());
        }
        Ok(if negative { -exponent } else { exponent })
    }

    /// Reads an integer, decimal or hexadecimal after `0x`. More than 128 bits saturate.
    pub(super) fn integer(&mut self) -> Result<u128, ParseNumberError> {
        let radix = if self.word(b"0x") { 16 } else { 10 };
        let Some(first) = self.digit(radix) else {
            return Err(self.error("a digit of the payload"));
        };
        let mut integer = u128::from(first);
        while let Some(digit) = self.digit(radix) {
            integer = integer
                .checked_mul(radix.into())
                .and_then(|x| x.checked_add(digit.into()))
                .unwrap_or(u128::MAX);
        }
        Ok(integer)
    }

    /// Nothing may follow.
    pub(super) fn end(&self) -> Result<(), ParseNumberError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("the end of the number")) }
    }

    pub(super) fn error(&self, expected: &'static str) -> ParseNumberError {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        ParseNumberError { offset: self.at, found, expected }
    }
}
