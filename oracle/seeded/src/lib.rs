//! What tests draw: one seeded stream, and operands of every class.
//!
//! Random bits alone find nothing in floating-point arithmetic: operands are drawn by class (zeros, the ends of the
//! exponent range, fractions of few bits, neighbours and opposites of each other) as often as from the middle.
//!
//! It depends on nothing, so that even the unit tests of `softfloat` can use it; a format is known by its [`Code`],
//! which [`code!`] takes from whatever describes formats.

mod asked;
mod bytes;
mod class;
mod random;

pub use asked::{cases, number, seed};
pub use bytes::Bytes;
pub use class::{Code, bits};
pub use random::Random;

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
