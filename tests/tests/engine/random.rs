//! Random codes, with the corners drawn as often as the middle.

use crate::bridge::Pair;
use softfloat::{Env, Format, Rounding, Unrounded, Value};

/// A SplitMix64 stream.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The stream of this run: `ASSAY_SEED`, or always the same. Failures print the seed.
    pub(crate) fn new() -> Self {
        Self(seed())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// An IEEE-like format of any widths.
    pub(crate) fn custom(&mut self) -> Pair {
        let exp_bits = 2 + self.below(14) as u32;
        Pair::custom(exp_bits, 1 + self.below(63 - exp_bits as usize) as u32)
    }

    /// A code of `from` that is worth converting to `to`: any bits, or corners of `from`, or next
    /// to a code of `to` or to the middle between two of them.
    pub(crate) fn code(&mut self, from: &Format, to: &Format) -> u64 {
        let mask = u64::MAX >> (64 - from.width);
        match self.below(4) {
            0 => self.next() & mask,
            1 => self.corner(from) & mask,
            _ => self.beside(from, to) & mask,
        }
    }

    /// Few or many ones at either end of the fraction, the exponent at an end of its range or
    /// near 1.
    fn corner(&mut self, f: &Format) -> u64 {
        let ones = u64::MAX >> self.below(64);
        let fraction = *self.pick(&[0, 1, ones, !ones, self.0]);
        if f.exp_bits == 0 {
            return fraction;
        }
        let top = (1u64 << f.exp_bits) - 1;
        let near = self.next() % 5;
        let field =
            *self.pick(&[near, top - near.min(top), (f.bias as u64 + near).wrapping_sub(2) & top]);
        let body = f.man_bits + f.pad;
        let sign = self.next() << (f.width - 1);
        sign | field << body | fraction & !(u64::MAX << body)
    }

    fn beside(&mut self, from: &Format, to: &Format) -> u64 {
        let code = self.corner(to) & (u64::MAX >> (64 - to.width));
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

/// `ASSAY_SEED`, or 1.
pub(crate) fn seed() -> u64 {
    number("ASSAY_SEED").unwrap_or(1)
}

/// `ASSAY_CASES`, or 65536.
pub(crate) fn cases() -> u64 {
    number("ASSAY_CASES").unwrap_or(65_536)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text}")))
}
