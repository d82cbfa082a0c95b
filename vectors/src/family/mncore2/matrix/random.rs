//! Blocks of a matrix-vector product, and an addend beside it.

use crate::draw::code::{Float, Value};
use crate::draw::random::element::{Operand, mantissa};
use crate::draw::random::groups::anchor;
use crate::draw::rng::Rng;
use crate::registry::Plan;

/// Two block floats (never an invalid one, MN-D32) and an addend, mostly related to the dot product.
pub(crate) fn matrix(rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut [u64]) {
    let [row, vector, addend @ ..] = operands else { return };
    let Some(f) = row.float else { return };
    let subnormal = plan.operands[0].format.subnormal;
    for (k, operand) in [row, vector].into_iter().enumerate() {
        let own = &mut x[k * operand.len..][..operand.len];
        block_float(rng, &f, subnormal, own);
    }
    if rng.one_in(4) {
        cancel(rng, &f, row.len, x);
    }
    if let [addend] = addend {
        let (a, b) = x[..2 * row.len].split_at(row.len);
        let dot = dot(&f, a, b);
        x[2 * row.len] = match (addend.float, rng.below(4)) {
            (Some(to), 1..) => beside(rng, &to, dot, plan.negated()),
            _ => addend.element(rng),
        };
    }
}

/// One block float: a common exponent, in half precision some extended elements.
fn block_float(rng: &mut Rng, f: &Float, extended: bool, block: &mut [u64]) {
    let common = anchor(rng, f).clamp(0, f.top);
    let (extended, zeros) = (extended && rng.one_in(2), rng.one_in(3));
    let mut whole = false;
    for e in block.iter_mut() {
        let sign = rng.one_in(2);
        let field = if extended && rng.one_in(3) { 0 } else { common };
        whole |= field == common;
        let mantissa = if zeros && rng.one_in(2) { 0 } else { mantissa(f, rng) };
        *e = f.code(sign, field, mantissa);
    }
    // Extended elements are so beside one of the common exponent.
    if let (false, [first, ..]) = (whole, block) {
        *first = f.code(f.sign(*first), common, *first);
    }
}

/// Makes the second product nearly the negative of the first.
fn cancel(rng: &mut Rng, f: &Float, len: usize, x: &mut [u64]) {
    let (i, j) = (rng.below(len as u64) as usize, rng.below(len as u64) as usize);
    if i != j {
        x[j] = x[i] ^ 1 << (f.width - 1);
        // The exponent field stays; only the mantissa may change.
        let (a, step) = (x[len + i], rng.around(2));
        x[len + j] = a & !f.ones() | a.wrapping_add(step as u64) & f.ones();
    }
}

/// The dot product of two block floats, without omissions; of elements that are extended, about.
fn dot(f: &Float, row: &[u64], vector: &[u64]) -> Value {
    let mut sum = 0i128;
    let mut exponent = 0;
    for (&a, &b) in row.iter().zip(vector) {
        let (a, b) = (f.value(a), f.value(b));
        if a.significand != 0 && b.significand != 0 {
            exponent = a.exponent + b.exponent;
            let product = (a.significand * b.significand) as i128;
            sum += if a.sign == b.sign { product } else { -product };
        }
    }
    Value { sign: sum < 0, exponent, significand: sum.unsigned_abs() }
}

/// An addend beside a dot product: nearly its negative, or within reach.
fn beside(rng: &mut Rng, f: &Float, dot: Value, neg: u8) -> u64 {
    let sign = dot.sign ^ (neg.count_ones() & 1 == 0);
    let near = f.toward_zero(Value { sign, ..dot });
    match rng.below(3) {
        0 => f.stepped(near, rng.around(2)),
        k => {
            let reach = if k == 1 { 4 } else { 2 * i64::from(f.body) + 5 };
            let field = (f.field(near) + rng.around(reach)).clamp(0, f.top - 1);
            f.code(rng.one_in(2), field, mantissa(f, rng))
        }
    }
}
