//! Group Matrix (text 1451 to 1625): products, norms, and linear algebra in exact rational numbers, each element rounded once
//! (XDSA-D13, D53 to D55, D85, D92, D97, D105).

mod eliminate;
mod factor;
mod integers;
mod norm;
mod solve;

use super::{Done, Plan, Region, Request};
use crate::xdsa::exec::convolution::{Product, Total};
use crate::xdsa::exec::exact::encode;
use crate::xdsa::exec::geometry::Map;
use crate::xdsa::exec::offsets::count;
use crate::xdsa::isa::Operation;
use crate::xdsa::{Error, Kind};
use softfloat::Flags;

/// What a step of linear algebra costs beside a product.
const STEP: u128 = 8;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    let plan = match operation {
        O::MatrixMul => return product(request),
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

// CREATE_FROM_DIAG: a square matrix with a diagonal, zero elsewhere (torch.diag, section 2.5, XDSA-D29).

/// The plan of the instruction.
pub(in crate::xdsa::exec) fn diagonal(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, n) = (request.unit("unit"), request.size("w0"));
    request.done()?;
    let reads = vec![request.dense("p0", unit, n)];
    let writes = vec![request.dense("p1", unit, count(&[n, n]))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let n = n as usize;
        let mut out = vec![0; n * n];
        for (element, code) in out.iter_mut().step_by(n + 1).zip(&read[0]) {
            *element = *code;
        }
        Ok(Done::one(out))
    }))
}

/// `MATRIX_MUL` (text 1456): the sums of a convolution, without requantisation (XDSA-D27, D32, D53).
fn product(request: &mut Request<'_>) -> Result<Plan, Error> {
    let map = Map::read(request, false);
    let product = Product::read(request, map, false, false);
    let result = request.unit("result_unit");
    if result.bits() != 32 && !request.profile().any_result {
        let message = format!("result_unit is {result}; right: uint32, sint32 or fp32");
        request.note(Kind::UnitNotAllowed, message);
    }
    request.done()?;
    let reads = product.regions(request);
    let writes = vec![request.dense("d", result, product.results())];
    let integers = ![product.map.unit, product.weight, result].into_iter().any(|u| u.is_float());
    let products = product.products();
    let plan = Plan::new(reads, writes, move |read, environment| {
        let finish = |total: Total<'_>, _, _| {
            if integers {
                (total.low() & result.mask(), Flags::NONE)
            } else {
                encode(result, total.value())
            }
        };
        Ok(product.run(read, environment.profile, result.is_float(), &finish))
    });
    Ok(plan.with_inner(products))
}
