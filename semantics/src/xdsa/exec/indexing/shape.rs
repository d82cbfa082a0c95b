//! SPLIT, SLICE, UNSTACK, TRANSPOSE, PAD: parts and other orders of a tensor (XDSA-D16, D49, D50, D91, D92).

use super::tensor::{Tensor, axis};
use crate::xdsa::exec::offsets::{HOLE, assemble, count};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::{Error, Kind};
use std::ops::Range;

/// The part of a tensor with these places of an axis.
fn part(source: &[u64], tensor: Tensor, axis: usize, range: Range<u64>) -> Vec<u64> {
    let mut offsets = tensor.grid();
    offsets[axis] = offsets[axis]
        .get(range.start as usize..range.end as usize)
        .map(<[usize]>::to_vec)
        .unwrap_or_default();
    assemble(source, &offsets)
}

fn outside(field: &str, index: u64, right: Range<u64>) -> Error {
    let Range { start, end } = right;
    let right = if start < end { format!("{start} to {}", end - 1) } else { "none".into() };
    Error::new(Kind::IndexRange, format!("{field} is {index}; right: {right}"))
}

/// SPLIT (text 1047): what lies before an index of an axis, and the rest.
pub(super) fn split(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis, index) = (Tensor::read(request), axis(request), request.get("index"));
    request.done()?;
    let size = tensor.sizes[axis];
    // A border outside of the axis leaves destinations without a size: only the source is looked at before the index.
    let sizes = if (1..size).contains(&index) { [index, size - index] } else { [0, 0] };
    let reads = vec![request.dense("s", tensor.unit, tensor.count())];
    let writes = vec![
        request.dense("d0", tensor.unit, tensor.with(axis, sizes[0]).count()),
        request.dense("d1", tensor.unit, tensor.with(axis, sizes[1]).count()),
    ];
    let plan = Plan::new(reads, writes, move |read, _| {
        if !(1..size).contains(&index) {
            return Err(outside("index", index, 1..size));
        }
        let part = |range| part(&read[0], tensor, axis, range);
        Ok(Done { written: vec![part(0..index), part(index..size)], ..Done::default() })
    });
    Ok(Plan { distinct: true, ..plan })
}

/// SLICE (text 1067): one place of an axis.
pub(super) fn slice(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis, index) = (Tensor::read(request), axis(request), request.get("index"));
    request.done()?;
    let size = tensor.sizes[axis];
    let reads = vec![request.dense("s", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d0", tensor.unit, tensor.with(axis, 1).count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        if index >= size {
            return Err(outside("index", index, 0..size));
        }
        Ok(Done::one(part(&read[0], tensor, axis, index..index + 1)))
    }))
}

/// UNSTACK (section 2.5): the two halves of an axis of size 2.
pub(super) fn unstack(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read_batch(request), axis(request));
    let size = tensor.sizes[axis];
    if size != 2 {
        request.note(Kind::BadDimension, format!("axis {axis} has size {size}; right: 2"));
    }
    request.done()?;
    let (unit, half) = (tensor.unit, tensor.with(axis, 1).count());
    let reads = vec![request.dense("s0", unit, tensor.count())];
    let writes = vec![request.dense("s1", unit, half), request.dense("d", unit, half)];
    let plan = Plan::new(reads, writes, move |read, _| {
        let part = |range| part(&read[0], tensor, axis, range);
        Ok(Done { written: vec![part(0..1), part(1..2)], ..Done::default() })
    });
    Ok(Plan { distinct: true, ..plan })
}

/// TRANSPOSE (text 1087): dimension i of the result is dimension `P_i` of the source.
pub(super) fn transpose(request: &mut Request<'_>) -> Result<Plan, Error> {
    let tensor = Tensor::read_batch(request);
    let order = ["p0", "p1", "p2", "p3"].map(|field| request.get(field));
    if !(0..4).all(|axis| order.contains(&axis)) {
        let message = format!("P is {order:?}; right: each of 0 to 3 once");
        request.note(Kind::BadDimension, message);
    }
    request.done()?;
    let reads = vec![request.dense("s", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d", tensor.unit, tensor.count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let grid = tensor.grid();
        Ok(Done::one(assemble(&read[0], &order.map(|axis| grid[axis as usize & 3].clone()))))
    }))
}

/// PAD (text 1203): zeros above, below, left and right.
pub(super) fn pad(request: &mut Request<'_>) -> Result<Plan, Error> {
    let tensor = Tensor::read(request);
    let [above, below, left, right] = ["ph0", "ph1", "pw0", "pw1"].map(|field| request.get(field));
    request.done()?;
    let [_, c, h, w] = tensor.sizes;
    let sizes = [1, c, above + h + below, left + w + right];
    let reads = vec![request.dense("s", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d", tensor.unit, count(&sizes))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let [n, c, h, w] = tensor.grid();
        let around = |before: u64, axis: Vec<usize>, behind: u64| {
            [vec![HOLE; before as usize], axis, vec![HOLE; behind as usize]].concat()
        };
        let axes = [n, c, around(above, h, below), around(left, w, right)];
        Ok(Done::one(assemble(&read[0], &axes)))
    }))
}
