//! Bytes -> operands by class. Raw bits find nothing in branch-free arithmetic; these bytes choose
//! special codes, exponents near each other or near a limit, and significands of runs and single
//! bits.

use seeded::{Code, Draw, code};
use vectors::registry::Plan;

/// The elements of all operands of a plan.
pub(crate) fn elements(plan: &Plan, draw: &mut impl Draw) -> Vec<u64> {
    let mut x = Vec::with_capacity(plan.elements());
    let mut anchor = code!(plan.operands[0].format).bias;
    for shape in &plan.operands {
        let code = code!(shape.format);
        let common = shape.format.shares_exponent().then(|| exponent(&code, anchor, draw));
        // Only half blocks have extended elements.
        let extended = shape.format.subnormal;
        for _ in 0..shape.len {
            x.push(element(&code, anchor, common, extended, draw));
        }
        anchor = (anchor + draw.below(256)).saturating_sub(128);
    }
    x
}

fn element(
    code: &Code,
    anchor: u64,
    common: Option<u64>,
    extended: bool,
    draw: &mut impl Draw,
) -> u64 {
    let field = match common {
        _ if !code.has_exponent() => return code.integer(draw),
        Some(_) if extended && draw.one_in(8) => 0,
        Some(field) => field,
        None => exponent(code, anchor, draw),
    };
    code.with_field(draw, field)
}

/// An exponent field: of a class, or near the anchor.
fn exponent(code: &Code, anchor: u64, draw: &mut impl Draw) -> u64 {
    if draw.one_in(4) { code.field(draw) } else { (anchor + draw.below(256)).saturating_sub(128) }
}
