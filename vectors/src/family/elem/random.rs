//! Operands of functions: over the range where a function is neither trivial nor overflowing, a part of
//! them of any class.

use super::range::{Limits, log2, power, real, span};
use crate::draw::Elements;
use crate::draw::code::Float;
use crate::draw::random::element::{Operand, mantissa};
use crate::draw::random::{alike, groups};
use crate::draw::rng::Rng;
use functions::{Function, Row, Shape};

/// One case.
pub(super) fn draw(rng: &mut Rng, operands: &[Operand], row: &Row, x: &mut Elements) {
    let operand = &operands[0];
    let Some(f) = operand.float else {
        return match row.shape {
            Shape::Reduce | Shape::Reduce2 | Shape::Block => {
                x.iter_mut().take(blocks(operands)).for_each(|x| *x = operand.element(rng));
            }
            _ => alike(rng, operands, x),
        };
    };
    match row.shape {
        Shape::Unary => x[0] = argument(rng, operand, &f, row.function),
        Shape::Binary => pair(rng, operands, &f, row.function, x),
        Shape::Power | Shape::Power64 => raised(rng, operands, &f, row, x),
        Shape::Reduce | Shape::Reduce2 | Shape::Block => block(rng, operands, &f, row.function, x),
    }
}

/// The elements of all operands.
fn blocks(operands: &[Operand]) -> usize {
    operands.iter().map(|operand| operand.len).sum()
}

/// A number among 2^32 from `low` to `high`.
fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * (rng.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// An argument of a function: one in eight of any class.
fn argument(rng: &mut Rng, operand: &Operand, f: &Float, function: Function) -> u64 {
    if rng.one_in(8) {
        return operand.element(rng);
    }
    let (low, high) = span(function, &Limits::of(f));
    let negative = rng.one_in(if positive(function) { 64 } else { 2 });
    let exponent = between(rng, low, high).floor() as i64;
    match exponent < f.emin() {
        true => power(f, negative, between(rng, low, low.max(f.emin() as f64))),
        false => f.at(negative, exponent, mantissa(f, rng)),
    }
}

/// Whether a function has no value below 0, or none of use.
const fn positive(function: Function) -> bool {
    use Function as F;
    matches!(function, F::Log | F::Log2 | F::Log10 | F::Acosh | F::Rsqrt | F::Pow | F::Powr)
}

/// Two numbers that have to do with each other.
fn pair(rng: &mut Rng, operands: &[Operand], f: &Float, function: Function, x: &mut Elements) {
    use Function as F;
    if rng.one_in(8) {
        return alike(rng, operands, x);
    }
    let l = Limits::of(f);
    match function {
        F::Pow | F::Powr => {
            let negative = function == F::Pow && rng.one_in(8);
            x[0] = near(rng, f, 6) & !(1 << (f.width - 1)) | u64::from(negative) << (f.width - 1);
            if rng.one_in(4) {
                x[0] = argument(rng, &operands[0], f, function);
            }
            let log = log2(f, x[0]);
            let y = between(rng, l.bottom, l.top) / if log == 0.0 { 1.0 } else { log };
            let whole = negative || rng.one_in(4);
            x[1] = real(f, if whole { y.round() } else { y });
        }
        F::Swish | F::Elu | F::Celu => {
            x[1] = near(rng, f, 3);
            x[0] = argument(rng, &operands[0], f, F::Silu);
        }
        _ => {
            x[0] = operands[0].element(rng);
            let reach = i64::from(f.body) + 4;
            let field = (f.field(x[0]) + rng.around(reach)).clamp(0, f.top - 1);
            x[1] = f.code(rng.one_in(2), field, mantissa(f, rng));
        }
    }
}

/// A number of an exponent near 0.
fn near(rng: &mut Rng, f: &Float, reach: i64) -> u64 {
    f.at(rng.one_in(2), rng.around(reach), mantissa(f, rng))
}

/// A number and an integer whose power is in the range, mostly.
fn raised(rng: &mut Rng, operands: &[Operand], f: &Float, row: &Row, x: &mut Elements) {
    let bits = row.shape.integer().unwrap_or_default();
    x[0] = match rng.one_in(4) {
        true => operands[0].element(rng),
        false if bits == 64 && rng.one_in(2) => of_large_powers(rng, f, row.function),
        false => near(rng, f, 8),
    };
    let l = Limits::of(f);
    let log = match row.function {
        Function::Compound | Function::Compound64 => (1.0 + log2(f, x[0]).exp2()).log2(),
        _ => log2(f, x[0]),
    };
    let reach = (between(rng, l.bottom, l.top) / if log == 0.0 { 1.0 } else { log }) as i64;
    let small = rng.around(12);
    let root = matches!(row.function, Function::Rootn | Function::Rootn64);
    x[1] = match rng.below(8) {
        0 => operands[1].element(rng),
        1..4 if !root => integer(reach, bits),
        _ => integer(small, bits),
    };
}

/// A number whose powers are in the range also where the exponent is large: beside 1, or what 1 is added to.
fn of_large_powers(rng: &mut Rng, f: &Float, function: Function) -> u64 {
    let places = 1 + rng.below(60) as i64;
    match function {
        Function::Compound64 => f.at(rng.one_in(2), -places, mantissa(f, rng)),
        _ => {
            let reach = 1 << (places / 2).min(i64::from(f.body));
            f.stepped(f.at(false, 0, 0), rng.around(reach))
        }
    }
}

/// The code of an integer of so many bits, the nearest where it has none.
pub(super) fn integer(n: i64, bits: u32) -> u64 {
    let most = i64::MAX >> (64 - bits);
    n.clamp(-most - 1, most) as u64 & u64::MAX >> (64 - bits)
}

/// Blocks: numbers about each other where they are exponents, else summands of any kind.
fn block(rng: &mut Rng, operands: &[Operand], f: &Float, function: Function, x: &mut Elements) {
    use Function as F;
    let operand = &operands[0];
    let (first, rest) = x.split_at_mut(operand.len);
    if matches!(function, F::Softmax | F::LogSoftmax | F::LogSumExp) && !rng.one_in(4) {
        let (special, reach) = (rng.one_in(16), 1 + rng.below(5) as i64);
        for x in first {
            *x = match rng.below(16) {
                0 if special => operand.element(rng),
                _ => near(rng, f, reach),
            };
        }
        return;
    }
    groups::summands(rng, operand, first);
    if let Some(second) = operands.get(1) {
        groups::summands(rng, second, rest);
    }
}
