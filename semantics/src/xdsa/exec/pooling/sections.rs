//! ROI_POOL and the adaptive pools: the map in as many sections as there are results. Section i of O lies between `floor(i S / O)` and
//! `ceil((i + 1) S / O)` (XDSA-D65, D90, D92).

use super::window::{kind, must_be_one, pool};
use crate::xdsa::Error;
use crate::xdsa::exec::geometry::{Map, Tap};
use crate::xdsa::exec::offsets::count;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::Operation;
use std::ops::Range;

pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let depth = operation == Operation::AdaptivvPool3d;
    if operation == Operation::AdaptivvPool1d {
        must_be_one(request, ["fm_h", "o_h"]);
    }
    let map = Map::read_map(request, depth);
    let deep = if depth { request.size("od") } else { 1 };
    let results = [deep, request.size("o_h"), request.size("o_w")];
    let kind = kind(operation, request);
    request.done()?;
    let windows = count(&results);
    let reads = vec![map.region(request, depth)];
    let writes = vec![request.dense("d", map.unit, count(&[windows, map.c]))];
    // Sections overlap by a place at most.
    let axes = map.axes.iter().zip(results);
    let taps = axes.fold(map.c, |n, (axis, m)| n.saturating_mul(axis.size.saturating_add(m)));
    let plan = Plan::new(reads, writes, move |read, _| {
        let places = map.by_place(&read[0]);
        Ok(pool(&map, &places, windows, kind, |window, taps| sections(&map, results, window, taps)))
    });
    Ok(plan.with_inner(taps))
}

/// The places of a section.
fn sections(map: &Map, [deep, high, wide]: [u64; 3], window: u64, taps: &mut Vec<Tap>) {
    let sizes = map.axes.map(|axis| axis.size);
    let at = [window / wide / high % deep.max(1), window / wide % high, window % wide];
    let range = |axis: usize, results: u64| -> Range<u64> {
        let (i, size) = (at[axis], sizes[axis]);
        i * size / results..((i + 1) * size).div_ceil(results)
    };
    for z in range(0, deep) {
        for y in range(1, high) {
            let row = (z * sizes[1] + y) * sizes[2];
            taps.extend(range(2, wide).map(|x| Tap::At((row + x) as usize)));
        }
    }
}
