//! Operands of IEEE operations: related so that results lie near ties, cancel, or meet the limits of
//! the range; a part of them by themselves.

use crate::draw::code::{Float, Value};
use crate::draw::random::element::Operand;
use crate::draw::random::{alike, fused, near_integer};
use crate::draw::rng::{Rng, Streams};
use crate::family::ieee::Operation;
use crate::registry::Plan;

/// Operands of many cases.
pub(crate) fn draw_cases(
    streams: Streams,
    plan: &Plan,
    operands: &[Operand],
    operation: Operation,
    x: &mut [u64],
) {
    let cases = streams.zip(x.chunks_exact_mut(plan.elements().max(1)));
    match operation {
        Operation::Fma if operands[0].float.is_some() => {
            cases.for_each(|(mut rng, x)| fused::draw(&mut rng, plan, operands, (true, true), x));
        }
        _ => cases.for_each(|(mut rng, x)| draw(&mut rng, plan, operands, operation, x)),
    }
}

/// Operands of an operation.
#[inline(never)]
pub(crate) fn draw(
    rng: &mut Rng,
    plan: &Plan,
    operands: &[Operand],
    operation: Operation,
    x: &mut [u64],
) {
    let Some(f) = operands[0].float else { return alike(rng, operands, x) };
    match operation {
        Operation::Fma => fused::draw(rng, plan, operands, (true, true), x),
        Operation::Mul => fused::draw(rng, plan, operands, (true, false), x),
        Operation::Add => fused::draw(rng, plan, operands, (false, true), x),
        Operation::Sub => {
            fused::draw(rng, plan, operands, (false, true), x);
            x[1] ^= 1 << (f.width - 1);
        }
        Operation::Div => {
            x[1] = operands[1].element(rng);
            x[0] = multiple(rng, &f, &operands[0], x[1], i64::from(f.body) + 2);
        }
        Operation::Remainder | Operation::Fmod => {
            x[1] = operands[1].element(rng);
            x[0] = multiple(rng, &f, &operands[0], x[1], 1);
        }
        Operation::Sqrt => x[0] = square(rng, &f, &operands[0]),
        Operation::RoundToIntegral => {
            x[0] = near_integer(rng, &f, &operands[0], i64::from(f.body) + 2);
        }
        Operation::ScaleB => {
            x[0] = operands[0].element(rng);
            x[1] = exponent(rng, &f, &operands[1]);
        }
        _ => alike(rng, operands, x),
    }
}

/// A multiple of `y` by some halves, or a code near one: one in two by itself. The quotient has up
/// to `bits` bits.
fn multiple(rng: &mut Rng, f: &Float, operand: &Operand, y: u64, bits: i64) -> u64 {
    let own = operand.element(rng);
    if rng.one_in(2) {
        return own;
    }
    let b = f.value(y);
    let length = if bits == 1 { 1 + rng.below(u64::from(f.body) + 2) } else { bits as u64 };
    let quotient = (rng.next() >> (64 - length.min(63))) | 1;
    let significand = b.significand * u128::from(quotient);
    let shift = if bits == 1 { -1 } else { -bits + rng.around(1) };
    let near =
        f.toward_zero(Value { sign: rng.one_in(2), exponent: b.exponent + shift, significand });
    f.stepped(near, rng.around(1))
}

/// A square of a midpoint, or a code near one: one in two by itself.
fn square(rng: &mut Rng, f: &Float, operand: &Operand) -> u64 {
    let own = operand.element(rng);
    if rng.one_in(2) {
        return own;
    }
    let root = u128::from(rng.next() >> (62 - f.body) | 1);
    let exponent = (f.field(own) - f.bias) - 2 * i64::from(f.body) - 2;
    let near = f.toward_zero(Value { sign: false, exponent, significand: root * root });
    f.stepped(near, rng.around(1))
}

/// A power to scale by: small, to the limits of the range, or any.
fn exponent(rng: &mut Rng, f: &Float, operand: &Operand) -> u64 {
    let range = f.emax() - f.emin() + i64::from(f.body);
    let n = match rng.below(4) {
        0 => rng.around(4),
        1 | 2 => rng.around(range + 4),
        _ => return operand.element(rng),
    };
    u64::from(n as i32 as u32)
}
