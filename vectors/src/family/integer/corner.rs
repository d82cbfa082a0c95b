//! Integer operations: equal and near operands, every amount of a shift, small powers, both carries,
//! sums at the limits.

use crate::draw::Cases;
use crate::draw::corner::codes;
use crate::draw::random::alike;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::family::integer::{Arithmetic, IntegerOperation};
use crate::registry::Plan;
use softfloat::Format;

/// The cases of an operation.
pub(crate) fn directed(plan: &Plan, operation: IntegerOperation, cases: &mut Cases) {
    use IntegerOperation as I;
    let format = plan.operands[0].format;
    pairs(&format, plan.operands.len(), cases);
    match operation {
        I::Shift(_) | I::ArithmeticLeft(_) | I::RoundShift(_) | I::RoundShiftNarrow(_) => {
            shifts(&format, cases);
        }
        I::Fitted(Arithmetic::Power, _) => powers(&format, cases),
        I::AddCarry | I::SubBorrow => carries(&format, cases),
        _ => {}
    }
}

fn mask(f: &Format) -> u64 {
    u64::MAX >> (64 - f.width)
}

/// Pairs of integers that are equal, one away, and each other's negatives.
fn pairs(f: &Format, operands: usize, cases: &mut Cases) {
    for x in codes(f) {
        for y in [x, x.wrapping_add(1), x.wrapping_sub(1), x.wrapping_neg(), !x] {
            cases.push(&[x, y & mask(f)][..operands.min(2)]);
        }
    }
}

/// Every amount to beyond the width, and its negative; ties at every place.
fn shifts(f: &Format, cases: &mut Cases) {
    for amount in 0..=u64::from(f.width) + 2 {
        let half = 1u64.checked_shl(amount as u32).unwrap_or(0) >> 1;
        let ties = [half, half.wrapping_sub(1), half + 1, 3u64.wrapping_mul(half)];
        let negative = ties.map(u64::wrapping_neg);
        for x in codes(f).into_iter().chain(ties).chain(negative) {
            cases.push(&[x & mask(f), amount & mask(f)]);
            cases.push(&[x & mask(f), amount.wrapping_neg() & mask(f)]);
        }
    }
}

/// Small numbers and their negatives to all powers about the limits.
fn powers(f: &Format, cases: &mut Cases) {
    for base in 0..=17u64 {
        for power in 0..=u64::from(f.width) + 1 {
            for y in [power, power.wrapping_neg()] {
                cases.push(&[base & mask(f), y & mask(f)]);
                cases.push(&[base.wrapping_neg() & mask(f), y & mask(f)]);
            }
        }
    }
}

/// Pairs that are near each other's complements, with and without a carry.
fn carries(f: &Format, cases: &mut Cases) {
    for x in codes(f) {
        for y in [!x, x.wrapping_neg(), x, x.wrapping_sub(1)] {
            cases.push(&[x, y & mask(f), 0]);
            cases.push(&[x, y & mask(f), 1]);
        }
    }
}

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
