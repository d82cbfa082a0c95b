//! `MATRIX_MUL` (text 1456): the sums of a convolution, without requantisation (XDSA-D27, D32, D53).

use crate::xdsa::exec::convolution::{Product, Total};
use crate::xdsa::exec::exact::encode;
use crate::xdsa::exec::geometry::Map;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::{Error, Kind};
use softfloat::Flags;

pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
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
