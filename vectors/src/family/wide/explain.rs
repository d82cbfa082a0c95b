//! Operands and results in words.

use crate::explain::steps::Steps;
use crate::explain::{Told, plain};
use crate::registry::Plan;

/// A case of an operation.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    plain(steps, plan, x)
}
