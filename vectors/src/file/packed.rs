//! Which bits the packed number of a case has beside those of operands and results.

use crate::registry::{FlagKind, Plan};

/// The bits of the flags.
pub(super) fn flag_bits(plan: &Plan) -> u32 {
    match plan.op.flags {
        FlagKind::None => 0,
        FlagKind::Mask => 1,
        FlagKind::Exceptions => 8,
    }
}

/// Whether cases of the operation can hang on open decisions.
pub(super) fn has_open(plan: &Plan) -> bool {
    !plan.op.alternatives().is_empty() || plan.op.link.evaluate.undefined().is_some()
}

/// Whether every field has digits of its own.
pub(super) fn has_whole_digits(plan: &Plan) -> bool {
    let mut shapes = plan.operands.iter().chain(&plan.results);
    shapes.all(|shape| shape.format.width.is_multiple_of(4))
        && flag_bits(plan).is_multiple_of(4)
        && !has_open(plan)
}
