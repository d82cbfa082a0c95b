//! The operations of IEEE 754 and their kin, step by step.

mod compare;
mod divide;
mod fused;
mod min_max;
mod next;
mod order;
mod remainder;
mod scale;
mod square_root;
#[cfg(test)]
mod tests;

use super::Operation;
use crate::explain::{Told, steps::Steps};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account, add, integral, multiply};
use crate::registry::Plan;
use crate::registry::rules::EXACT;
use softfloat::{Format, Rounding};

/// Explains a case of an operation.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    account(steps, plan, x, |work, operands| {
        vec![case(work, &plan.result().format, operation, plan.options.get(&EXACT), operands)]
    })
}

/// The code of the result.
fn case(
    work: &mut Work<'_>,
    to: &Format,
    operation: Operation,
    exact: bool,
    operands: &mut [Operand],
) -> u64 {
    operand::show(work, operands);
    dispatch(work, to, operation, exact, operands)
}

fn dispatch(
    work: &mut Work<'_>,
    to: &Format,
    operation: Operation,
    exact: bool,
    operands: &[Operand],
) -> u64 {
    use Operation as O;
    match (operation, operands) {
        (O::Add, [x, y]) => add::explain(work, to, x, y, false),
        (O::Sub, [x, y]) => add::explain(work, to, x, y, true),
        (O::Mul, [x, y]) => multiply::explain(work, to, x, y),
        (O::Div, [x, y]) => divide::explain(work, to, x, y),
        (O::Remainder, [x, y]) => remainder::explain(work, to, x, y, Rounding::NearestEven),
        (O::Fmod, [x, y]) => remainder::explain(work, to, x, y, Rounding::TowardZero),
        (O::Sqrt, [x]) => square_root::explain(work, to, x),
        (O::Fma, [x, y, z]) => fused::explain(work, to, [x, y, z]),
        (O::RoundToIntegral, [x]) => integral::explain(work, to, x, exact),
        (O::Compare(comparison, signalling), [x, y]) => {
            compare::explain(work, x, y, comparison, signalling)
        }
        (O::TotalOrder, [x, y]) => order::explain(work, x, y, false),
        (O::TotalOrderMagnitude, [x, y]) => order::explain(work, x, y, true),
        (O::MinMax(variant), [x, y]) => min_max::explain(work, to, x, y, variant),
        (O::NextUp, [x]) => next::explain(work, to, x, false),
        (O::NextDown, [x]) => next::explain(work, to, x, true),
        (O::ScaleB, [x, n]) => scale::scale_b(work, to, x, n),
        (O::LogB, [x]) => scale::log_b(work, to, x),
        // No operation has another number of operands.
        _ => 0,
    }
}
