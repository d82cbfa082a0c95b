//! Group Pooling (text 3283 to 3480): one element of each window and channel (XDSA-D21, D23, D30, D37, D38, D64, D65, D90, D92).

use super::geometry::{Map, Padding, Tap};
use super::offsets::count;
use super::{Done, Plan, Request};
use crate::xdsa::exec::results::{extreme, mean, median};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};
use rayon::prelude::*;
use softfloat::Flags;
use std::ops::Range;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::MaxPool | O::MinPool | O::AvrgPool | O::MedianPool | O::Pool1d | O::Pool3d => {
            windowed(operation, request)
        }
        O::RoiPool | O::AdaptivvPool1d | O::AdaptivvPool2d | O::AdaptivvPool3d => {
            adaptive(operation, request)
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

/// ROI_POOL and the adaptive pools: the map in as many sections as there are results. Section i of O lies between `floor(i S / O)` and
/// `ceil((i + 1) S / O)` (XDSA-D65, D90, D92).
fn adaptive(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
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
    let adaptive = Plan::new(reads, writes, move |read, _| {
        let places = map.by_place(&read[0]);
        Ok(pool(&map, &places, windows, kind, |window, taps| sections(&map, results, window, taps)))
    });
    Ok(adaptive.with_inner(taps))
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

// Windows of pools: what becomes of their elements (XDSA-D30, D64).

/// What becomes of a window: maximum, minimum, average, median, in the order of the codes of KIND.
fn kind(operation: Operation, request: &Request<'_>) -> u64 {
    match operation {
        Operation::MaxPool | Operation::RoiPool => 0,
        Operation::MinPool => 1,
        Operation::AvrgPool => 2,
        Operation::MedianPool => 3,
        _ => request.get("kind"),
    }
}

fn pooled(kind: u64, unit: Unit, elements: impl Iterator<Item = u64>) -> (u64, Flags) {
    match kind {
        0 | 1 => extreme(unit, kind == 0, elements),
        2 => mean(unit, elements),
        _ => median(unit, elements),
    }
}

/// Sizes that must be 1 in a table for one dimension.
fn must_be_one(request: &mut Request<'_>, fields: [&str; 2]) {
    for field in fields {
        if request.get(field) != 1 {
            let message = format!("{field} is {}; right: 1", request.get(field));
            request.note(Kind::BadDimension, message);
        }
    }
}

/// Every window and channel; `places`: the map's elements with the channels of a place side by side, and the pads behind them.
fn pool(
    map: &Map,
    places: &[u64],
    windows: u64,
    kind: u64,
    taps: impl Fn(u64, &mut Vec<Tap>) + Sync,
) -> Done {
    let c = map.c as usize;
    let window = |window: u64| {
        let mut met = Vec::new();
        taps(window, &mut met);
        let element = |tap: &Tap, channel: usize| {
            let start = match tap {
                Tap::At(place) => place * c,
                Tap::Pad => places.len() - c,
                Tap::Zero => return 0,
            };
            places.get(start + channel).copied().unwrap_or_default()
        };
        let channel = |channel| pooled(kind, map.unit, met.iter().map(|tap| element(tap, channel)));
        (0..c).map(channel).collect::<Vec<_>>()
    };
    let results: Vec<_> = (0..windows).into_par_iter().map(window).collect();
    let flags = results.iter().flatten().fold(Flags::NONE, |all, (_, flags)| all | *flags);
    let elements = results.into_iter().flatten().map(|(code, _)| code).collect();
    Done { flags, ..Done::one(map.by_format(elements, windows, map.c)) }
}
