//! How units come to their results.

use super::matrix::Matrix;
use crate::explain::{Told, operands, steps::Steps};
use crate::registry::Plan;

/// Operands and result.
pub(super) fn explain(_: &Matrix, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    operands::operands(steps, plan, x);
    let outcome = plan.run(x);
    operands::result(steps, plan, &outcome);
    Told { outcome, decisions: true }
}
