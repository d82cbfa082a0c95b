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

use super::{Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::MatrixMul => product::plan(request),
        O::Lu => factor::lu(request),
        O::Cholesky => factor::cholesky(request),
        O::Qr => factor::qr(request),
        O::Norm => norm::plan(request),
        O::Inverse => solve::inverse(request),
        O::Lstsq => solve::lstsq(request),
        O::Solve => solve::solve(request),
        _ => Err(request.unknown(operation)),
    }
}
