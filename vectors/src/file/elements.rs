//! Operands as a file has them.

use super::hex;
use crate::registry::{Plan, split};
use std::ops::Range;

/// Appends something, and tells where it stands.
#[inline]
pub(super) fn within(out: &mut Vec<u8>, push: impl FnOnce(&mut Vec<u8>)) -> Range<usize> {
    let start = out.len();
    push(out);
    start..out.len()
}

/// Appends the operands, and tells where they stand.
#[inline]
pub(super) fn push_operands(
    out: &mut Vec<u8>,
    plan: &Plan,
    x: &[u64],
    between: u8,
) -> Range<usize> {
    within(out, |out| {
        for (i, (shape, own)) in split(&plan.operands, x).enumerate() {
            if i > 0 {
                out.push(between);
            }
            push_elements(out, own, shape.digits());
        }
    })
}

/// Appends the elements of an operand or result, joined by `_`.
#[inline]
pub(super) fn push_elements(out: &mut Vec<u8>, elements: &[u64], digits: usize) {
    for (i, e) in elements.iter().enumerate() {
        if i > 0 {
            out.push(b'_');
        }
        hex::push(out, *e, digits);
    }
}
