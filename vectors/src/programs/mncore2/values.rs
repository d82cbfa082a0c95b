//! Words worth computing with: zeros, infinities, limits, runs of ones, numbers near each other and
//! near the negative of each other.

use crate::programs::choices::{Choices, float, integer};
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
    match precision {
        Precision::D => float(11, 52, c),
        Precision::F | Precision::G => float(8, 23, c),
        Precision::H => float(6, 9, c),
        Precision::L | Precision::I | Precision::S => integer(precision.bits(), c),
    }
}
