//! The operand of a conversion: about the limits of the target, near its integers, or by itself.

use crate::draw::code::Float;
use crate::draw::random::element::{Operand, mantissa};
use crate::draw::random::{near_integer, p3109, posit};
use crate::draw::rng::Rng;
use crate::registry::Plan;

/// The operand of a conversion.
#[inline(never)]
pub(crate) fn convert(rng: &mut Rng, plan: &Plan, operand: &Operand) -> u64 {
    let to = plan.result().format;
    let from = plan.operands[0].format;
    match (&operand.float, Float::of(&to)) {
        _ if from.is_p3109() => p3109::element(rng, &from),
        (Some(f), None) if to.is_p3109() => p3109::within(rng, f, operand, &to),
        _ if from.is_posit() => posit::number(rng, &from, &to),
        (Some(f), None) if to.is_posit() => posit::within(rng, f, operand, &to),
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
