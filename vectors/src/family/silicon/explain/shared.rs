//! What all of them need: operands apart, and the word of a NaN.

use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, value_hex};
use softfloat::Format;

/// A NaN is one word.
pub(super) fn word(work: &mut Work<'_>, format: &Format, code: u64, nan: u64) -> u64 {
    if !Operand::of("", format, code).is_nan() {
        return code;
    }
    work.steps.begin("NaN");
    work.steps.item("", format!("every NaN is {}", value_hex(format, nan)));
    nan
}

/// Factors of either side, and what stands behind them.
pub(super) fn split(x: &[Operand], k: usize) -> (&[Operand], &[Operand], &[Operand]) {
    let (a, rest) = x.split_at(k.min(x.len()));
    let (b, rest) = rest.split_at(k.min(rest.len()));
    (a, b, rest)
}
