//! Group Index (text 2349 to 2456): positions by value. The input is a list; -0 equals +0; of equal elements the first counts
//! (XDSA-D24, D59, D86, D92).

use super::exact::{Order, Zeros};
use super::{Done, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};
use std::cmp::Reverse;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    match operation {
        Operation::ArgMax => extreme(request, greatest),
        Operation::ArgMin => extreme(request, least),
        Operation::ArgSort => sort(request),
        Operation::Topk => top(request),
        Operation::NonZero => non_zero(request),
        _ => Err(request.unknown(operation)),
    }
}

/// Keys of which the greatest wins, NaN above all.
fn greatest(key: Option<i128>) -> (bool, i128) {
    (key.is_none(), key.unwrap_or(0))
}

/// Likewise, for the least number.
fn least(key: Option<i128>) -> (bool, i128) {
    (key.is_none(), key.map_or(0, |key| -key))
}

/// ARG_MAX, ARG_MIN (text 2354, 2371): the first index of the extreme.
fn extreme(
    request: &mut Request<'_>,
    rank: fn(Option<i128>) -> (bool, i128),
) -> Result<Plan, Error> {
    let (unit, length) = (request.unit("src"), request.length("len"));
    request.done()?;
    let (reads, index) = (vec![request.dense("s", unit, length)], request.index());
    let writes = vec![request.dense("d", index, 1)];
    let order = Order::new(unit, Zeros::Equal);
    Ok(Plan::new(reads, writes, move |read, _| {
        let ranked = read[0].iter().enumerate().map(|(i, x)| (rank(order.key(*x)), Reverse(i)));
        let first = ranked.max().map_or(0, |(_, Reverse(i))| i);
        Ok(Done::one(vec![first as u64 & index.mask()]))
    }))
}

/// ARG_SORT (text 2388): ascending, stable, NaN last; the values, and where they were.
fn sort(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, length) = (request.unit("src_unit"), request.length("len"));
    request.done()?;
    let order = Order::new(unit, Zeros::Equal);
    let key = move |element| {
        let key = order.key(element);
        (key.is_none(), key.unwrap_or(0))
    };
    Ok(ordered(request, unit, length, length, move |source| {
        let mut places: Vec<usize> = (0..source.len()).collect();
        places.sort_by_cached_key(|i| key(source[*i]));
        places
    }))
}

/// TOPK (text 2412): the k greatest, descending, NaN first.
fn top(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let (length, k) = (request.length("len"), request.size("k"));
    if k > length {
        request.note(Kind::BadDimension, format!("k is {k} of {length} elements; right: fewer"));
    }
    request.done()?;
    let order = Order::new(unit, Zeros::Equal);
    Ok(ordered(request, unit, length, k, move |source| {
        let mut places: Vec<usize> = (0..source.len()).collect();
        places.sort_by_cached_key(|i| Reverse(greatest(order.key(source[*i]))));
        places.truncate(k as usize);
        places
    }))
}

/// The elements at places of the source, bit by bit, and the places.
fn ordered(
    request: &Request<'_>,
    unit: Unit,
    length: u64,
    taken: u64,
    places: impl FnOnce(&[u64]) -> Vec<usize> + Send + 'static,
) -> Plan {
    let index = request.index();
    let reads = vec![request.dense("s", unit, length)];
    let writes = vec![request.dense("d0", unit, taken), request.dense("d1", index, taken)];
    let plan = Plan::new(reads, writes, move |read, _| {
        let places = places(&read[0]);
        let values = places.iter().map(|i| read[0][*i]).collect();
        let indexes = places.iter().map(|i| *i as u64 & index.mask()).collect();
        Ok(Done { written: vec![values, indexes], ..Done::default() })
    });
    Plan { distinct: true, ..plan }
}

/// NON_ZERO (text 2436): the indexes of elements that are not zero, then -1.
fn non_zero(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, length) = (request.unit("src"), request.length("len"));
    request.done()?;
    let (reads, index) = (vec![request.dense("s", unit, length)], request.index());
    let writes = vec![request.dense("d", index, length)];
    // All but the sign of a floating-point zero.
    let significant = unit.mask() >> u32::from(unit.is_float());
    Ok(Plan::new(reads, writes, move |read, _| {
        let set = read[0].iter().enumerate().filter(|(_, element)| **element & significant != 0);
        let mut places: Vec<u64> = set.map(|(i, _)| i as u64 & index.mask()).collect();
        places.resize(read[0].len(), index.mask());
        Ok(Done::one(places))
    }))
}
