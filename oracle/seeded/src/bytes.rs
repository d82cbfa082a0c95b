//! Choices from bytes.

use crate::Draw;

/// Choices from bytes, as a fuzzer gives them; zeros when they have run out. A small number takes one byte, so that a
/// changed byte changes one choice.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The choices in these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes that are left.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// The next bytes, the first lowest.
    fn take(&mut self, count: usize) -> u64 {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken.iter().rev().fold(0, |word, b| word << 8 | u64::from(*b))
    }
}

impl Draw for Bytes<'_> {
    fn next(&mut self) -> u64 {
        self.take(8)
    }

    fn below(&mut self, n: u64) -> u64 {
        match n {
            0 | 1 => 0,
            2..=0x100 => self.take(1) % n,
            0x101..=0x1_0000 => self.take(2) % n,
            _ => self.take(8) % n,
        }
    }
}
