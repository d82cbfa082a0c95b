//! Operands of MX operations.

use crate::draw::random::element::Operand;
use crate::draw::random::groups;
use crate::draw::rng::Rng;
use crate::family::mx::MxOperation;

/// A block of values; or blocks of scale and elements, and an addend.
#[inline(never)]
pub(crate) fn draw(rng: &mut Rng, operands: &[Operand], operation: MxOperation, x: &mut [u64]) {
    if operation == MxOperation::Quantize {
        return groups::block(rng, &operands[0], x);
    }
    let mut at = 0;
    let (near, zeros) = (!rng.one_in(4), rng.one_in(4));
    for operand in operands {
        let own = &mut x[at..at + operand.len];
        at += operand.len;
        match (own, &operand.float) {
            // Scales: mostly near 1, since others leave nothing of the sum.
            ([scale], None) if near => *scale = (127 + rng.around(12)) as u64,
            (own, _) => {
                for e in own {
                    *e = if zeros && rng.one_in(2) { 0 } else { operand.element(rng) };
                }
            }
        }
    }
}
