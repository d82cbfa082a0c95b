//! Group Encoding: EMBEDDING and ONE_HOT of the default set (section 2.5, XDSA-D24, D48, D91, D92).

use super::exact::one;
use super::offsets::{assemble, count, ramp, resolve};
use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    match operation {
        Operation::Embedding => embedding(request),
        Operation::OneHot => one_hot(request),
        _ => Err(request.unknown(operation)),
    }
}

/// Rows of a table.
fn embedding(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let [rows, width, n] = ["w0", "w1", "w2"].map(|field| request.size(field));
    request.done()?;
    let index = request.index();
    let reads =
        vec![request.dense("p0", unit, count(&[rows, width])), request.dense("p1", index, n)];
    let writes = vec![request.dense("p2", unit, count(&[n, width]))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let row = |code: &u64| Ok(resolve(index, *code, rows)? * width as usize);
        let rows = read[1].iter().map(row).collect::<Result<_, Error>>()?;
        Ok(Done::one(assemble(&read[0], &[rows, ramp(width, 1)])))
    }))
}

/// Rows with a 1 at an index, if it lies in the row.
fn one_hot(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let [n, depth] = ["w0", "w1"].map(|field| request.size(field));
    request.done()?;
    let index = request.index();
    let reads = vec![request.dense("p0", index, n)];
    let writes = vec![request.dense("p1", unit, count(&[n, depth]))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let one = one(unit);
        let mut out = vec![0; read[0].len() * depth as usize];
        for (row, code) in out.chunks_mut(depth as usize).zip(&read[0]) {
            let place = usize::try_from(index.integer(*code)).ok();
            if let Some(element) = place.and_then(|place| row.get_mut(place)) {
                *element = one;
            }
        }
        Ok(Done::one(out))
    }))
}
