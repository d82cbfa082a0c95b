//! Codes of many kinds.

use seeded::{Draw, Random};
use softfloat::wide::Wide;

fn bits(random: &mut Random) -> u128 {
    u128::from(random.next()) << 64 | u128::from(random.next())
}

/// Special codes, ends of the range, numbers near 1 and others; significands with few ones, few zeros, or any. Of the x87's format the
/// leading bit is written where it must be.
pub(crate) fn code(random: &mut Random, w: &Wide) -> u128 {
    let fraction_bits = w.precision() - 1;
    let ones = (1u128 << fraction_bits) - 1;
    let one = || 1u128;
    let fraction = ones
        & match random.next() % 6 {
            0 => 0,
            1 => u128::MAX,
            2 => one() << (random.next() % 128),
            3 => !(one() << (random.next() % 128)),
            4 => bits(random) << (random.next() % 128),
            _ => bits(random),
        };
    let top = (1u64 << w.exp_bits) - 1;
    let field = top
        & match random.next() % 8 {
            0 => 0,
            1 => top,
            2 => random.next() % 140,
            3 => top - 1 - random.next() % 140,
            4 | 5 => (top / 2 + random.next() % 140).wrapping_sub(70),
            6 => random.next() % 4,
            _ => random.next(),
        };
    let lead = if w.explicit && field != 0 { one() << fraction_bits } else { 0 };
    let sign = u128::from(random.next() % 2) << (w.width - 1);
    sign | u128::from(field) << w.man_bits | lead | fraction
}
