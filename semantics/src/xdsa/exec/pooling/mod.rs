//! Group Pooling (text 3283 to 3480): one element of each window and channel (XDSA-D21, D23, D30, D37, D38, D64, D65, D90, D92).

mod sections;
mod window;

use super::geometry::{Map, Padding};
use super::offsets::count;
use super::{Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;
use window::{kind, must_be_one, pool};

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::MaxPool | O::MinPool | O::AvrgPool | O::MedianPool | O::Pool1d | O::Pool3d => {
            windowed(operation, request)
        }
        O::RoiPool | O::AdaptivvPool1d | O::AdaptivvPool2d | O::AdaptivvPool3d => {
            sections::plan(operation, request)
        }
        _ => Err(request.unknown(operation)),
    }
}

/// Pools whose windows move by strides.
fn windowed(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let depth = operation == Operation::Pool3d;
    if operation == Operation::Pool1d {
        must_be_one(request, ["fm_h", "k_h"]);
    }
    let map = Map::read(request, depth);
    map.check(request);
    let (padding, kind) = (Padding::read(request, &map), kind(operation, request));
    request.done()?;
    let reads = [map.region(request, depth)].into_iter().chain(padding.region()).collect();
    let writes = vec![request.dense("d", map.unit, count(&[map.windows(), map.c]))];
    let taps = count(&[map.windows(), map.places(), map.c]);
    let plan = Plan::new(reads, writes, move |read, _| {
        let pads = padding.values(read.get(1), map.c);
        let places = [map.by_place(&read[0]), pads].concat();
        Ok(pool(&map, &places, map.windows(), kind, |window, taps| map.taps(window, taps)))
    });
    Ok(plan.with_inner(taps))
}
