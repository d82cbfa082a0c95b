//! Conversions, step by step.

use crate::explain::{Told, steps::Steps};
use crate::family::number::explain::{account, convert, integral, operand};
use crate::registry::Plan;
use crate::registry::rules::EXACT;

/// Explains a case of a conversion.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    let to = plan.result().format;
    account(steps, plan, x, |work, operands| {
        operand::show(work, operands);
        vec![match &*operands {
            [x] if to.is_fixed() => integral::to_integer(work, &to, x, plan.options.get(&EXACT)),
            [x] => convert::explain(work, &to, x),
            _ => 0,
        }]
    })
}
