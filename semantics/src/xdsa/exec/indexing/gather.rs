//! GATHER, GATHER_ND: elements by a list of indexes (XDSA-D24, D48).

use super::tensor::{Tensor, axis};
use crate::xdsa::Error;
use crate::xdsa::exec::offsets::{assemble, resolve};
use crate::xdsa::exec::{Done, Plan, Request};

/// GATHER (text 974): the slices of an axis that a list names.
pub(super) fn gather(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read(request), axis(request));
    let length = request.length("index_len");
    request.done()?;
    let index = request.index();
    let reads = vec![
        request.dense("s", tensor.unit, tensor.count()),
        request.dense("index", index, length),
    ];
    let writes = vec![request.dense("d", tensor.unit, tensor.with(axis, length).count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let (size, distance) = (tensor.sizes[axis], tensor.distances()[axis] as usize);
        let place = |code: &u64| Ok(resolve(index, *code, size)? * distance);
        let mut offsets = tensor.grid();
        offsets[axis] = read[1].iter().map(place).collect::<Result<_, Error>>()?;
        Ok(Done::one(assemble(&read[0], &offsets)))
    }))
}

/// GATHER_ND (text 994): the elements at tuples (c, h, w).
pub(super) fn gather_nd(request: &mut Request<'_>) -> Result<Plan, Error> {
    let tensor = Tensor::read(request);
    let length = request.length("index_len");
    request.done()?;
    let index = request.index();
    let reads = vec![
        request.dense("s", tensor.unit, tensor.count()),
        request.dense("index", index, 3 * length),
    ];
    let writes = vec![request.dense("d", tensor.unit, length)];
    let [_, c, h, w] = tensor.sizes;
    Ok(Plan::new(reads, writes, move |read, _| {
        let element = |tuple: &[u64; 3]| {
            let [at_c, at_h, at_w] = tuple;
            let (at_c, at_h) = (resolve(index, *at_c, c)?, resolve(index, *at_h, h)?);
            let place = (at_c * h as usize + at_h) * w as usize + resolve(index, *at_w, w)?;
            Ok(read[0].get(place).copied().unwrap_or_default())
        };
        Ok(Done::one(read[1].as_chunks().0.iter().map(element).collect::<Result<_, Error>>()?))
    }))
}
