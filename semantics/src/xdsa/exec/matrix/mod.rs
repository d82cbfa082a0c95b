//! Group Matrix (text 1451 to 1625): products, norms, and linear algebra in exact rational numbers, each element rounded once
//! (XDSA-D13, D53 to D55, D85, D92, D97, D105).

mod diagonal;
mod eliminate;
mod factor;
mod integers;
mod norm;
mod product;
mod sides;
mod solve;

pub(super) use diagonal::diagonal;

use super::{Plan, Region, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;

/// What a step of linear algebra costs beside a product.
const STEP: u128 = 8;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    let plan = match operation {
        O::MatrixMul => return product::plan(request),
        O::Norm => return norm::plan(request),
        O::Lu => factor::lu(request),
        O::Cholesky => factor::cholesky(request),
        O::Qr => factor::qr(request),
        O::Inverse => solve::inverse(request),
        O::Lstsq => solve::lstsq(request),
        O::Solve => solve::solve(request),
        _ => Err(request.unknown(operation)),
    }?;
    // n^3 steps with rational numbers whose length grows with n.
    let matrix = plan.reads.first().map_or(0, Region::count);
    let steps = matrix.saturating_mul(matrix).saturating_mul(STEP);
    let steps = u64::try_from(steps).unwrap_or(u64::MAX);
    Ok(plan.with_inner(steps))
}
