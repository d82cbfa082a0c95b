//! Random codes, with the corners drawn as often as the middle.

pub(crate) use seeded::{Draw, Random, code, seed};
use softfloat::{Env, Format, Rounding, Unrounded, Value};
use tests::bridge::Pair;

/// Codes and formats for the tests of the engine.
pub(crate) trait Codes: Draw + Sized {
    /// An IEEE-like format of any widths.
    fn custom(&mut self) -> Pair {
        let exp_bits = 2 + self.below(14) as u32;
        Pair::custom(exp_bits, 1 + self.below(63 - u64::from(exp_bits)) as u32)
    }

    /// A code of `from` that is worth converting to `to`: any bits, or corners of `from`, or next
    /// to a code of `to` or to the middle between two of them.
    fn code(&mut self, from: &Format, to: &Format) -> u64 {
        let mask = u64::MAX >> (64 - from.width);
        match self.below(4) {
            0 => self.next() & mask,
            1 => code!(from).any(self),
            _ => self.beside(from, to) & mask,
        }
    }

    /// Next to a code of `to`, or to the middle between two of them, before or behind it.
    fn beside(&mut self, from: &Format, to: &Format) -> u64 {
        let code = code!(to).any(self);
        let near = match to.decode::<u64>(code) {
            Value::Finite(u) => u,
            _ => match to.decode::<u64>(to.max_finite()) {
                Value::Finite(u) => u,
                _ => return self.next(),
            },
        };
        let room = near.significand.leading_zeros() > 0;
        let middle = u64::from(room) * (self.next() & 1);
        let significand = near.significand << u32::from(room) | middle;
        let exponent = near.exponent - i32::from(room);
        let env = Env::IEEE.rounding(*self.pick(&Rounding::ALL));
        let near = from.round_pack(&env, Unrounded { significand, exponent, ..near });
        near.bits.wrapping_add(self.next() % 3).wrapping_sub(1)
    }
}

impl<D: Draw> Codes for D {}

/// Codes of a test.
pub(crate) fn cases() -> u64 {
    seeded::Kind::Code.cases()
}
