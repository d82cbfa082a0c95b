//! Operands of several elements: summands, candidates of a selection, blocks.

use super::element::{Operand, mantissa};
use crate::draw::code::Float;
use crate::draw::rng::Rng;

/// Summands of a reduction: exponents within a reach of each other, some pairs that cancel, and
/// rarely special codes.
pub(crate) fn summands(rng: &mut Rng, operand: &Operand, x: &mut [u64]) {
    let Some(f) = operand.float else { return candidates(rng, operand, x) };
    let largest = anchor(rng, &f);
    let reach = 1 + rng.below(u64::from(f.body) + 6);
    let (special, cancel, zeros) = (rng.one_in(8), rng.one_in(2), rng.one_in(3));
    for i in 0..operand.len {
        x[i] = match rng.below(8) {
            0 if special => operand.element(rng),
            0 | 1 if zeros => f.code(rng.one_in(2), 0, 0),
            2 if cancel && i > 0 => {
                let other = x[rng.below(i as u64) as usize];
                f.stepped(other ^ 1 << (f.width - 1), (rng.around(3)) / 2)
            }
            _ => {
                let field = (largest - rng.below(reach) as i64).clamp(0, f.top - 1);
                f.code(rng.one_in(2), field, mantissa(&f, rng))
            }
        };
    }
}

/// Candidates of a selection, or operands of an integer reduction: by themselves or alike.
pub(crate) fn candidates(rng: &mut Rng, operand: &Operand, x: &mut [u64]) {
    let (alike, corners) = (rng.one_in(2), rng.one_in(4));
    for i in 0..operand.len {
        x[i] = match rng.below(4) {
            0..3 if corners => operand.corner(rng.next()),
            0..3 if alike && i > 0 => operand.like(rng, x[0]),
            _ => operand.element(rng),
        };
    }
}

/// A block to convert: exponents at, below and far below the largest, mantissas of runs.
pub(crate) fn block(rng: &mut Rng, operand: &Operand, x: &mut [u64]) {
    let Some(f) = operand.float else { return };
    let largest = anchor(rng, &f);
    let reach = 1 + rng.below(u64::from(f.body) + 10);
    let special = rng.one_in(8);
    for e in &mut x[..operand.len] {
        *e = match rng.below(8) {
            0 if special => operand.element(rng),
            0 => f.code(rng.one_in(2), 0, mantissa(&f, rng)),
            _ => {
                let field = (largest - rng.below(reach) as i64).max(0);
                f.code(rng.one_in(2), field, mantissa(&f, rng))
            }
        };
    }
}

/// The exponent field that a group is built about: mostly near the bias, else a limit or any.
pub(crate) fn anchor(rng: &mut Rng, f: &Float) -> i64 {
    match rng.below(16) {
        0 => rng.below(4) as i64,
        1 => f.top - rng.below(4) as i64,
        2..5 => rng.below(f.top as u64 + 1) as i64,
        _ => f.bias + rng.around(8),
    }
}
