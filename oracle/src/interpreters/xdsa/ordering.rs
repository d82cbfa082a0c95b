//! Largest, smallest, sorted, not zero (XDSA-D24, D59, D86).

use super::case::Case;
use super::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;
use std::cmp::Ordering;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::ArgSort | Operation::Topk => sort(case),
        _ => search(case),
    }
}

/// ARG_MAX, ARG_MIN, NON_ZERO
fn search(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src");
    case.unit("des");
    for name in ["sat", "rnd", "dir", "tsgn", "imm16"] {
        case.zero(name);
    }
    let length = case.length("len");
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    let indexes = case.index_unit();
    let all = case.operation == Operation::NonZero;
    case.check()?;
    case.span(from, unit, length.into());
    case.span(to, indexes, if all { length.into() } else { 1 });
    case.check()?;
    let values: Vec<Value> =
        (0..length).map(|i| Value::of(unit, case.read(from, unit, i))).collect();
    if all {
        let found = (0..length).filter(|i| !values[*i as usize].is_zero());
        let found = found.chain(std::iter::repeat(u64::MAX)).take(length as usize);
        found.enumerate().for_each(|(i, index)| case.write(to, indexes, i as u64, index));
    } else {
        let largest = case.operation == Operation::ArgMax;
        case.write(to, indexes, 0, best(&values, largest));
    }
    case.check()
}

/// The first of the largest or smallest; a NaN beats all.
pub(super) fn best(values: &[Value], largest: bool) -> u64 {
    if let Some(nan) = values.iter().position(Value::is_nan) {
        return nan as u64;
    }
    let wanted = if largest { Ordering::Greater } else { Ordering::Less };
    let mut best = 0;
    for i in 1..values.len() {
        if values[i].compare(&values[best]) == Some(wanted) {
            best = i;
        }
    }
    best as u64
}

/// ARG_SORT ascending with NaN behind, TOPK descending with NaN in front; stable both.
fn sort(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let length = case.length("len");
    let top = case.operation == Operation::Topk;
    let count = if top { case.size("k") } else { length };
    case.require(count <= length, Kind::BadDimension);
    let [from, to, list] = ["s", "d0", "d1"].map(|name| case.address(name));
    let indexes = case.index_unit();
    case.check()?;
    case.span(from, unit, length.into());
    case.span(to, unit, count.into());
    case.span(list, indexes, count.into());
    case.check()?;
    let bytes = |unit| Case::bytes(unit, count.into());
    case.apart((to, bytes(unit)), (list, bytes(indexes)));
    case.check()?;
    let value = |i: &u64| Value::of(unit, case.read(from, unit, *i));
    let mut order: Vec<u64> = (0..length).collect();
    order.sort_by(|a, b| {
        let (a, b) = (value(a), value(b));
        let order = match (a.is_nan(), b.is_nan()) {
            (false, false) => a.compare(&b).unwrap_or(Ordering::Equal),
            (a, b) => a.cmp(&b),
        };
        if top { order.reverse() } else { order }
    });
    for (i, at) in order.into_iter().take(count as usize).enumerate() {
        case.copy((from, at), (to, i as u64), unit);
        case.write(list, indexes, i as u64, at);
    }
    case.check()
}
