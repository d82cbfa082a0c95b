//! Codes worth computing with: zeros, infinities, limits, runs of ones.

use super::choices::{Choices, chance};

/// A floating-point code of fields of these widths.
pub(super) fn float(exponent: u32, mantissa: u32, c: &mut dyn Choices) -> u64 {
    let top = (1_u64 << exponent) - 1;
    let bias = top >> 1;
    let field = match c.below(16) {
        0 => 0,
        1 => top,
        2 => 1 + c.below(3),
        3 => top - 1 - c.below(3),
        _ => bias - 4 + c.below(9),
    };
    let sign = c.below(2) << (exponent + mantissa);
    sign | field << mantissa | pattern(mantissa, c)
}

/// An integer near zero, near a limit, or anything.
pub(super) fn integer(bits: u32, c: &mut dyn Choices) -> u64 {
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
