//! Factors and addend of a vector multiply-add: the addend is often aligned with the product, or
//! nearly its negative.

use super::element::{Operand, mantissa};
use crate::draw::code::{Float, Value};
use crate::draw::rng::Rng;
use crate::registry::Plan;

#[inline(always)]
pub(crate) fn draw(
    rng: &mut Rng,
    plan: &Plan,
    operands: &[Operand],
    (y, z): (bool, bool),
    x: &mut [u64],
) {
    x[0] = operands[0].element(rng);
    if y {
        x[1] = operands[1].element(rng);
        if rng.one_in(16) {
            x[1] = limited(rng, plan, operands, x[0]);
        }
    }
    let at = 1 + usize::from(y);
    let floats = (z && !rng.one_in(4)).then(|| (&operands[0].float, &operands[at].float));
    match floats {
        Some((Some(f), Some(to))) => {
            let mut product = f.value(x[0]);
            if let (true, Some(g)) = (y, &operands[1].float) {
                let b = g.value(x[1]);
                product.exponent += b.exponent;
                product.significand *= b.significand;
                product.sign ^= b.sign;
            }
            product.sign ^= plan.negated().count_ones() & 1 == 1;
            x[at] = related(rng, to, product);
        }
        _ if z => x[at] = operands[at].element(rng),
        _ => {}
    }
}

/// A second factor that brings the product to a limit of the result's range.
#[cold]
fn limited(rng: &mut Rng, plan: &Plan, operands: &[Operand], x: u64) -> u64 {
    let (Some(f), Some(g), Some(result)) =
        (operands[0].float, operands[1].float, Float::of(&plan.result().format))
    else {
        return operands[1].element(rng);
    };
    let limit = if rng.one_in(2) { result.emax() } else { result.emin() };
    let exponent = limit - (f.field(x) - f.bias) + rng.around(2);
    let sign = rng.one_in(2);
    g.at(sign, exponent, mantissa(&g, rng))
}

/// How far an addend's exponent is from the product's: the largest distance, by class.
const REACH: [u64; 4] = [0, 3, 30, 110];

/// An addend: nearly the negative of the product, or within reach of it.
#[inline(always)]
fn related(rng: &mut Rng, f: &Float, product: Value) -> u64 {
    let r = rng.next();
    let near = f.toward_zero(Value { sign: !product.sign, ..product });
    let step = (r >> 8 & 7) as i64 - 3;
    let reach = REACH[(r & 3) as usize];
    let distance = (((r >> 16 & 0xffff) * (2 * reach + 1)) >> 16) as i64 - reach as i64;
    let field = (f.field(near) + distance).clamp(0, f.largest);
    let other = f.of_fields(r >> 63 == 1, field, mantissa(f, rng));
    // A quarter cancel; of these some have the product's sign instead.
    let sign = u64::from(r >> 11 & 7 == 0) << (f.width - 1);
    let near = f.stepped(near, step) ^ sign;
    if r >> 2 & 3 == 0 { near } else { other }
}
