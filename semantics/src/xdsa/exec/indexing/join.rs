//! CONCAT, STACK, TILE: tensors made of whole ones (XDSA-D48, D50).

use super::tensor::{Tensor, axis};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::{Error, Kind};

/// CONCAT (text 954): the second source behind the first along an axis, all else alike.
pub(super) fn concat(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, axis) = (request.unit("src_unit"), axis(request));
    let first = [1, request.size("fc0"), request.size("fh0"), request.size("fw0")];
    let second = [1, request.size("fc1"), request.size("fh1"), request.size("fw1")];
    if (0..4).any(|other| other != axis && first[other] != second[other]) {
        let message = format!("{first:?} and {second:?} (N, C, H, W) differ beside axis {axis}");
        request.note(Kind::BadDimension, message);
    }
    request.done()?;
    let [first, second] = [first, second].map(|sizes| Tensor { unit, sizes });
    let reads =
        vec![request.dense("s0", unit, first.count()), request.dense("s1", unit, second.count())];
    let writes = vec![request.dense("d", unit, first.count().saturating_add(second.count()))];
    let block = move |tensor: Tensor| tensor.sizes[axis] * tensor.distances()[axis];
    let blocks = (block(first), block(second));
    Ok(Plan::new(reads, writes, move |read, _| {
        Ok(Done::one(interleave(&read[0], &read[1], blocks)))
    }))
}

/// STACK (text 1155): a new dimension of size 2 before the axis.
pub(super) fn stack(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read_batch(request), axis(request));
    request.done()?;
    let (unit, count) = (tensor.unit, tensor.count());
    let reads = vec![request.dense("s0", unit, count), request.dense("s1", unit, count)];
    let writes = vec![request.dense("d", unit, count.saturating_mul(2))];
    let block = tensor.sizes[axis] * tensor.distances()[axis];
    Ok(Plan::new(reads, writes, move |read, _| {
        Ok(Done::one(interleave(&read[0], &read[1], (block, block))))
    }))
}

/// Blocks of one source and of the other by turns.
fn interleave(first: &[u64], second: &[u64], blocks: (u64, u64)) -> Vec<u64> {
    let blocks = (blocks.0.max(1) as usize, blocks.1.max(1) as usize);
    let mut out = Vec::with_capacity(first.len() + second.len());
    for (first, second) in first.chunks(blocks.0).zip(second.chunks(blocks.1)) {
        out.extend(first);
        out.extend(second);
    }
    out
}

/// TILE (text 1175): the whole tensor, so many times.
pub(super) fn tile(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, repeat) = (Tensor::read_batch(request), request.size("repeat_num"));
    request.done()?;
    let (unit, count) = (tensor.unit, tensor.count());
    let reads = vec![request.dense("s", unit, count)];
    let writes = vec![request.dense("d", unit, count.saturating_mul(repeat))];
    Ok(Plan::new(reads, writes, move |read, _| Ok(Done::one(read[0].repeat(repeat as usize)))))
}
