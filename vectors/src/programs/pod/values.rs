//! Values of registers: lanes of numbers, near each other and near each other's negatives, and integers at the limits.

use super::Settings;
use crate::programs::choices::{Choices, chance, float, integer, pick};

/// 128 bits.
pub(super) fn xmm(c: &mut dyn Choices, before: u128) -> u128 {
    let kind = c.below(8);
    match kind {
        0..=2 => lanes(c, 32, |c| single(c)),
        3..=5 => lanes(c, 64, |c| double(c)),
        // The register before with signs turned and low bits changed: sums cancel, comparisons come close.
        6 => {
            let signs = lanes(c, 32, |c| c.below(2) << 31);
            before ^ signs ^ lanes(c, 64, |c| c.below(4))
        }
        _ => {
            let bits = 8 << c.below(4);
            lanes(c, bits, |c| integer(bits, c))
        }
    }
}

fn lanes(c: &mut dyn Choices, bits: u32, lane: impl Fn(&mut dyn Choices) -> u64) -> u128 {
    (0..128 / bits).fold(0, |x, _| x << bits | u128::from(lane(c)))
}

fn single(c: &mut dyn Choices) -> u64 {
    float(8, 23, c)
}

fn double(c: &mut dyn Choices) -> u64 {
    float(11, 52, c)
}

/// 64 bits.
pub(super) fn general(c: &mut dyn Choices) -> u64 {
    let bits = 8 << c.below(4);
    let low = integer(bits, c);
    if chance(c, 1, 4) { low | c.bits() << (bits - 1) << 1 } else { low }
}

/// MXCSR: a direction, DAZ and FTZ; some bits are there already, and some masks are not.
pub(super) fn mxcsr(c: &mut dyn Choices) -> u64 {
    let direction = c.below(4) << 13;
    let flush = if chance(c, 1, 3) { 1 << 15 } else { 0 };
    let daz = if chance(c, 1, 3) { 1 << 6 } else { 0 };
    let sticky = if chance(c, 1, 4) { c.below(64) } else { 0 };
    let masks = if chance(c, 1, 8) { c.below(64) << 7 } else { 0x1f80 };
    direction | flush | daz | sticky | masks
}

// The shape of the array.

/// An array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) sram: u32,
}

impl Shape {
    pub(super) const fn pes(self) -> usize {
        (self.columns * self.rows) as usize
    }
}

/// Squares and rectangles, small ones most of the time; memories of odd sizes, too.
pub(super) fn shape(c: &mut dyn Choices, settings: &Settings) -> Shape {
    let most = u64::from(settings.pes.max(1));
    let side = match c.below(8) {
        0 => 16,
        1 => 8,
        2 | 3 => 4,
        _ => 2,
    };
    let columns = 1 + c.below(most.min(side)) as u32;
    let rows = 1 + c.below((most / u64::from(columns)).clamp(1, side)) as u32;
    let drawn = match c.below(8) {
        0 => pick(c, &[16, 17, 31, 0x100, 0x1000, 0x1003]),
        _ => 64 + c.below(200) as u32,
    };
    Shape { columns, rows, sram: settings.sram.unwrap_or(drawn) }
}
