//! Integers: amounts of shifts about the width, powers that do not all overflow.

use crate::draw::random::{alike, element::Operand};
use crate::draw::rng::Rng;
use crate::family::integer::{Arithmetic, IntegerOperation};

/// Draws the operands of an operation.
pub(crate) fn draw(
    rng: &mut Rng,
    operands: &[Operand],
    operation: IntegerOperation,
    x: &mut [u64],
) {
    use IntegerOperation as I;
    alike(rng, operands, x);
    let width = operands[0].width;
    let mask = u64::MAX >> (64 - width);
    match operation {
        I::Shift(_) | I::ArithmeticLeft(_) | I::RoundShift(_) | I::RoundShiftNarrow(_) => {
            let amount = rng.around(i64::from(width) + 2) as u64 & mask;
            x[1] = if rng.one_in(4) { x[1] } else { amount };
        }
        I::Fitted(Arithmetic::Power, _) => {
            // A base of so many bits, and about as many powers as fit.
            let bits = rng.below(width.into()) + 1;
            let base = rng.next() >> (64 - bits);
            let power = rng.below(u64::from(width) / bits + 2);
            if !rng.one_in(8) {
                x[0] = if rng.one_in(2) { base } else { base.wrapping_neg() } & mask;
                x[1] = if rng.one_in(8) { power.wrapping_neg() } else { power } & mask;
            }
        }
        _ => {}
    }
}
