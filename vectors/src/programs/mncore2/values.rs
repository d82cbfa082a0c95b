//! Words worth computing with: zeros, infinities, limits, runs of ones, numbers near each other and
//! near the negative of each other.

use crate::programs::choices::{Choices, chance};
use semantics::mncore2::isa::Precision;

/// A stream of long words.
pub(super) struct Values<'a> {
    choices: &'a mut dyn Choices,
    last: u64,
}

impl<'a> Values<'a> {
    pub(super) fn new(choices: &'a mut dyn Choices) -> Self {
        Self { choices, last: 0x3ff0_0000_0000_0000 }
    }

    /// A long word of elements of one precision.
    pub(super) fn word(&mut self) -> u64 {
        let c = &mut *self.choices;
        let precision = Precision::ALL[c.below(7) as usize];
        self.last = match c.below(8) {
            // The word before with its signs turned and a few low bits changed: sums cancel.
            0 | 1 => self.last ^ repeated(precision, 1 << (precision.bits() - 1)) ^ c.below(8),
            2 => c.bits(),
            _ => (0..64 / precision.bits())
                .fold(0, |w, _| shl(w, precision.bits()) | element(precision, c)),
        };
        self.last
    }

    /// Several of them.
    pub(super) fn words(&mut self, count: usize) -> Box<[u64]> {
        (0..count).map(|_| self.word()).collect()
    }
}

const fn shl(word: u64, by: u32) -> u64 {
    if by == 64 { 0 } else { word << by }
}

/// The element in every place of a long word.
fn repeated(precision: Precision, element: u64) -> u64 {
    (0..64 / precision.bits()).fold(0, |w, _| shl(w, precision.bits()) | element)
}

fn element(precision: Precision, c: &mut dyn Choices) -> u64 {
    let bits = precision.bits();
    let (exponent, mantissa) = match precision {
        Precision::D => (11, 52),
        Precision::F | Precision::G => (8, 23),
        Precision::H => (6, 9),
        Precision::L | Precision::I | Precision::S => return integer(bits, c),
    };
    let top = (1_u64 << exponent) - 1;
    let bias = top >> 1;
    let field = match c.below(16) {
        0 => 0,
        1 => top,
        2 => 1 + c.below(3),
        3 => top - 1 - c.below(3),
        _ => bias - 4 + c.below(9),
    };
    let sign = c.below(2) << (bits - 1);
    sign | field << mantissa | pattern(mantissa, c)
}

/// An integer near zero, near a limit, or anything.
fn integer(bits: u32, c: &mut dyn Choices) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let near = c.below(5).wrapping_sub(2);
    let anchor = match c.below(4) {
        0 => 0,
        1 => 1 << (bits - 1),
        2 => u64::from(bits),
        _ => c.bits(),
    };
    anchor.wrapping_add(near) & mask
}

/// A significand: empty, full, one bit, a run, or anything.
fn pattern(bits: u32, c: &mut dyn Choices) -> u64 {
    let mask = (1_u64 << bits) - 1;
    let at = c.below(u64::from(bits));
    let body = match c.below(6) {
        0 => 0,
        1 => mask,
        2 => 1 << at,
        3 => (1 << at) - 1,
        4 => mask << at,
        _ => c.bits(),
    };
    (body ^ u64::from(chance(c, 1, 4))) & mask
}
