//! What tests draw: one seeded stream, and operands of every class; and how much of it.
//!
//! Random bits alone find nothing in floating-point arithmetic: operands are drawn by class (zeros, the ends of the
//! exponent range, fractions of few bits, neighbours and opposites of each other) as often as from the middle.
//!
//! It depends on nothing, so that even the unit tests of `softfloat` can use it; a format is known by its [`Code`],
//! which [`code!`] takes from whatever describes formats.

mod class;
mod random;
mod size;

pub use class::{Code, bits};
pub use random::Random;
pub use size::{Kind, Level, level, one_in};

/// A stream of choices, from a seed ([`Random`]) or from bytes of a fuzzer ([`Bytes`]).
pub trait Draw {
    /// 64 bits.
    fn next(&mut self) -> u64;

    /// A number below `n`; 0 for 0.
    fn below(&mut self, n: u64) -> u64;

    /// True once in `n` times; a stream that has run out says no.
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) + 1 == n
    }

    /// One of a list.
    ///
    /// # Panics
    /// Where the list is empty.
    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

/// So many ones.
#[must_use]
pub const fn ones(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

/// The seed of a run: `ASSAY_SEED`, or 1.
///
/// # Panics
/// Where something else than a number stands there: a run with another seed than asked for would be worse.
#[must_use]
pub fn seed() -> u64 {
    let text = std::env::var("ASSAY_SEED").unwrap_or_else(|_| "1".to_owned());
    text.parse().unwrap_or_else(|_| panic!("ASSAY_SEED: expected a number, found `{text}`"))
}

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
