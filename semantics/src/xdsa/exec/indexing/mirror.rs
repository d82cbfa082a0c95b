//! ROLL, REVERSE: elements at other places of their axes (XDSA-D16, D50).

use super::tensor::{Tensor, axis};
use crate::xdsa::Error;
use crate::xdsa::exec::offsets::assemble;
use crate::xdsa::exec::{Done, Plan, Request};

/// ROLL (text 1231): each element moves by the signed shifts, around the end of its axis.
pub(super) fn roll(request: &mut Request<'_>) -> Result<Plan, Error> {
    let tensor = Tensor::read(request);
    // Six bits with a sign.
    let shifts =
        ["shift_c", "shift_h", "shift_w"].map(|field| (request.get(field) as i64) << 58 >> 58);
    request.done()?;
    let reads = vec![request.dense("s", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d", tensor.unit, tensor.count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut offsets = tensor.grid();
        for (axis, shift) in offsets[1..].iter_mut().zip(shifts) {
            let by = shift.rem_euclid(axis.len() as i64) as usize;
            axis.rotate_right(by);
        }
        Ok(Done::one(assemble(&read[0], &offsets)))
    }))
}

/// REVERSE (text 1326): an axis from its end to its beginning.
pub(super) fn reverse(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read_batch(request), axis(request));
    request.done()?;
    let reads = vec![request.dense("s0", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d", tensor.unit, tensor.count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut offsets = tensor.grid();
        offsets[axis].reverse();
        Ok(Done::one(assemble(&read[0], &offsets)))
    }))
}
