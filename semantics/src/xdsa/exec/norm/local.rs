//! LRN_NORM (text 3579, ONNX LRN-13, XDSA-D69): `x / (bias + alpha / size * s)^beta`, where s is the sum of the squares of the
//! channels from `floor((size - 1) / 2)` before to `ceil((size - 1) / 2)` behind.

use super::shape::user_map;
use crate::xdsa::Error;
use crate::xdsa::exec::results::{Results, word};
use crate::xdsa::exec::{Done, Environment, Plan, Request};
use crate::xdsa::number::Number;

pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, shape) = user_map(request);
    let size = request.size("w3");
    request.done()?;
    let [alpha, beta, bias] = ["w4", "w5", "w6"].map(|field| word(request.get(field)));
    let read = request.dense("p0", unit, shape.count());
    let write = request.dense("p1", unit, shape.count());
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let fm = read.first().map_or(&[][..], Vec::as_slice);
        let alpha = alpha.div(&Number::integer(size.into()));
        let (before, behind) = ((size - 1) / 2, size / 2);
        let line = [shape.sizes[0], 1, 1];
        let mut written = vec![0; fm.len()];
        let mut results = Results::new(unit, 0);
        for first in shape.blocks(line) {
            let places: Vec<usize> = shape.places(first, line).map(|(place, _)| place).collect();
            let elements: Vec<Number> =
                places.iter().map(|place| Number::of(unit, fm[*place])).collect();
            let squares: Vec<Number> = elements.iter().map(|x| x.mul(x)).collect();
            for (c, (x, place)) in elements.iter().zip(&places).enumerate() {
                let from = c.saturating_sub(before as usize);
                let to = c.saturating_add(behind as usize).saturating_add(1).min(squares.len());
                let sum = Number::sum(squares[from..to].iter().cloned());
                let base = bias.add(&alpha.mul(&sum));
                written[*place] = results.round(&x.div(&base.pow(&beta)));
            }
        }
        Ok(Done { written: vec![written], flags: results.flags(), ..Done::default() })
    };
    let squares = shape.count().saturating_mul(size.min(shape.sizes[0]));
    Ok(Plan::new(vec![read], vec![write], work).with_inner(squares))
}
