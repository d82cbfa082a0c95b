//! Norms (text 3486 to 3614, XDSA-D66, D85, D101): every result is the exact value of its whole formula, rounded once.

mod affine;
mod line;
mod local;
mod shape;
#[cfg(test)]
mod tests;

use super::{Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    match operation {
        Operation::BatchNorm => affine::batch(request),
        Operation::LrnNorm => local::plan(request),
        Operation::LpNorm | Operation::L2Norm => line::plan(operation, request),
        _ => affine::plan(operation, request),
    }
}
