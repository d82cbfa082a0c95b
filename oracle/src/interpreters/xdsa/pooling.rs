//! Pooling (XDSA-D30, D64, D65, D90, D92).

use super::case::Case;
use super::map::{Map, positions};
use super::value::{Into, Value};
use super::window::{Window, feature_map};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;
use std::cmp::Ordering;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    use Operation::{AdaptivvPool1d, AdaptivvPool2d, AdaptivvPool3d, RoiPool};
    match case.operation {
        RoiPool | AdaptivvPool1d | AdaptivvPool2d | AdaptivvPool3d => sections(case),
        _ => windows(case),
    }
}

/// Maximum, minimum, average, median: 0 to 3.
fn kind(case: &Case<'_>) -> u64 {
    match case.operation {
        Operation::MaxPool | Operation::RoiPool => 0,
        Operation::MinPool => 1,
        Operation::AvrgPool => 2,
        Operation::MedianPool => 3,
        _ => case.field("kind"),
    }
}

fn pool(kind: u64, mut values: Vec<Value>) -> Value {
    if values.iter().any(Value::is_nan) {
        return Value::Nan;
    }
    let n = Value::from(values.len() as i128);
    if kind == 2 {
        return Value::sum(values).div(&n);
    }
    values.sort_by(|a, b| a.order(b).unwrap_or(Ordering::Equal));
    let at = match kind {
        0 => values.len() - 1,
        1 => 0,
        _ => (values.len() - 1) / 2,
    };
    values.swap_remove(at)
}

fn windows(case: &mut Case<'_>) -> Result<(), Kind> {
    let window = Window::read(case);
    let flat =
        case.operation != Operation::Pool1d || case.field("fm_h") == 1 && case.field("k_h") == 1;
    case.require(flat, Kind::BadDimension);
    case.check()?;
    let sizes = window.result(case);
    case.check()?;
    let to = result(case, &window.map, sizes);
    window.span(case);
    to.span(case);
    case.check()?;
    for (c, at) in to.all() {
        let kernel = positions(&window.kernel);
        let values = kernel.iter().map(|k| window.value(case, c, at, [k[0], k[1], k[2]])).collect();
        let element = pool(kind(case), values).round(to.unit, Into::Clamp);
        to.write(case, c, at, element);
    }
    case.check()
}

fn result(case: &Case<'_>, map: &Map, sizes: [u64; 3]) -> Map {
    Map { base: case.address("d"), sizes, line: 0, surface: 0, ..*map }
}

fn sections(case: &mut Case<'_>) -> Result<(), Kind> {
    let map = feature_map(case);
    let depth = if case.has("od") { case.size("od") } else { 1 };
    let sizes = [depth, case.size("o_h"), case.size("o_w")];
    let flat = case.operation != Operation::AdaptivvPool1d
        || case.field("fm_h") == 1 && case.field("o_h") == 1;
    case.require(flat, Kind::BadDimension);
    case.check()?;
    let to = result(case, &map, sizes);
    map.span(case);
    to.span(case);
    case.check()?;
    for (c, at) in to.all() {
        let [planes, rows, columns] = std::array::from_fn(|i| {
            let (from, to) = (map.sizes[i], sizes[i]);
            at[i] * from / to..((at[i] + 1) * from).div_ceil(to)
        });
        let mut values = Vec::new();
        for z in planes {
            for y in rows.clone() {
                values.extend(columns.clone().map(|x| map.value(case, c, [z, y, x])));
            }
        }
        let element = pool(kind(case), values).round(to.unit, Into::Clamp);
        to.write(case, c, at, element);
    }
    case.check()
}
