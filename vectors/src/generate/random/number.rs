//! Operands of IEEE operations: related so that results lie near ties, cancel, or meet the limits of
//! the range; a part of them by themselves.

use super::super::code::{Float, Value};
use super::super::rng::Rng;
use super::element::{Operand, mantissa};
use super::{alike, vector};
use crate::numbers::Operation;
use crate::registry::{MAX_ELEMENTS, Plan};

/// Operands of an operation.
#[inline(never)]
pub(super) fn draw(
    rng: &mut Rng,
    plan: &Plan,
    operands: &[Operand],
    operation: Operation,
    x: &mut [u64; MAX_ELEMENTS],
) {
    let Some(f) = operands[0].float else { return alike(rng, operands, x) };
    match operation {
        Operation::Fma => vector::draw(rng, plan, operands, (true, true), x),
        Operation::Mul => vector::draw(rng, plan, operands, (true, false), x),
        Operation::Add => vector::draw(rng, plan, operands, (false, true), x),
        Operation::Sub => {
            vector::draw(rng, plan, operands, (false, true), x);
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

/// The operand of a conversion.
#[inline(never)]
pub(super) fn convert(rng: &mut Rng, plan: &Plan, operand: &Operand) -> u64 {
    let to = plan.result().format;
    match (&operand.float, Float::of(&to)) {
        (Some(f), None) if !to.zeroless() => near_integer(rng, f, operand, to.width.into()),
        (Some(f), Some(t)) if rng.one_in(4) => {
            // About the limits of the target.
            let limit = if rng.one_in(2) { t.emax() } else { t.emin() - i64::from(t.body) / 2 };
            let reach = 2 + i64::from(t.body) / 2;
            let sign = rng.one_in(2);
            let exponent = limit + rng.around(reach);
            f.at(sign, exponent, mantissa(f, rng))
        }
        _ => operand.element(rng),
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

/// A number of up to `bits` integer bits, often an integer, a half, or beside one: one in four by
/// itself.
fn near_integer(rng: &mut Rng, f: &Float, operand: &Operand, bits: i64) -> u64 {
    let own = operand.element(rng);
    if rng.one_in(4) {
        return own;
    }
    let exponent = rng.below(bits as u64 + 4) as i64 - 2;
    let fraction = f.ones() >> exponent.clamp(0, f.body.into());
    let half = fraction ^ fraction >> 1;
    let kept = own & f.ones() & !fraction;
    let mantissa = match rng.below(4) {
        0 => kept,
        1 => kept | half,
        2 => (kept | half).wrapping_add(rng.around(1) as u64) & f.ones(),
        _ => own & f.ones(),
    };
    f.at(f.sign(own), exponent, mantissa)
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
