//! Operands of sums of many terms.

use crate::draw::random::element::{Operand, mantissa};
use crate::draw::random::groups;
use crate::draw::rng::Rng;

/// Summands, or factors of which some pairs cancel; and an addend.
pub(crate) fn draw(rng: &mut Rng, operands: &[Operand], x: &mut [u64]) {
    let n = operands[0].len;
    let mut at = n;
    match operands.get(1) {
        Some(factor) if factor.len == n && operands.len() > 2 => {
            products(rng, &operands[0], factor, x);
            at += n;
        }
        _ => groups::summands(rng, &operands[0], x),
    }
    if let (Some(addend), true) = (operands.last(), operands.len() > 1) {
        x[at] = if rng.one_in(2) { near(rng, addend) } else { addend.element(rng) };
    }
}

fn products(rng: &mut Rng, a: &Operand, b: &Operand, x: &mut [u64]) {
    let n = a.len;
    let (special, cancel, zeros) = (rng.one_in(8), rng.one_in(2), rng.one_in(4));
    let (first, second) = x.split_at_mut(n);
    for i in 0..n {
        (first[i], second[i]) = match rng.below(8) {
            0 if special => (a.element(rng), b.element(rng)),
            1..3 if zeros => (rng.below(2) << (a.width - 1), near(rng, b)),
            3..5 if cancel && i > 0 => {
                let other = rng.below(i as u64) as usize;
                (first[other] ^ 1 << (a.width - 1), second[other])
            }
            _ => (near(rng, a), near(rng, b)),
        };
    }
}

/// An element near 1; an integer of any kind.
fn near(rng: &mut Rng, operand: &Operand) -> u64 {
    match operand.float {
        None => operand.element(rng),
        Some(f) => {
            let field = (f.bias + rng.around(8)).clamp(0, f.top - 1);
            f.code(rng.one_in(2), field, mantissa(&f, rng))
        }
    }
}
