//! Values of registers: lanes of numbers, near each other and near each other's negatives, and integers at the limits.

use crate::programs::choices::{Choices, chance};
use crate::programs::values::{float, integer};

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
