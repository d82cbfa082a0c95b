//! LP_NORM and L2_NORM (text 3591 to 3614, XDSA-D69, D101): `x / sum |x|` and `x / sqrt(sum x^2)` along an axis; a line of zeros gives
//! 0/0.

use super::shape::user_map;
use crate::xdsa::exec::results::Results;
use crate::xdsa::exec::{Done, Environment, Plan, Request};
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};

pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, shape) = user_map(request);
    let axis = request.code("w3", 4);
    let power = if operation == Operation::L2Norm { 2 } else { request.get("w4") };
    if !(1..=2).contains(&power) {
        request.note(Kind::ReservedCode, format!("p (w4) is {power}; right: 1 or 2"));
    }
    request.done()?;
    // There is one map: along N a line is one element.
    let mut block = [1; 3];
    if let Some(at) = axis.checked_sub(1) {
        block[at as usize] = shape.sizes[at as usize];
    }
    let read = request.dense("p0", unit, shape.count());
    let write = request.dense("p1", unit, shape.count());
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let fm = read.first().map_or(&[][..], Vec::as_slice);
        let mut written = vec![0; fm.len()];
        let mut results = Results::new(unit, 0);
        for first in shape.blocks(block) {
            let elements =
                || shape.places(first, block).map(|(place, _)| Number::of(unit, fm[place]));
            let norm = if power == 1 {
                Number::sum(elements().map(|x| x.abs()))
            } else {
                Number::sum(elements().map(|x| x.mul(&x))).sqrt()
            };
            for (place, _) in shape.places(first, block) {
                written[place] = results.round(&Number::of(unit, fm[place]).div(&norm));
            }
        }
        Ok(Done { written: vec![written], flags: results.flags(), ..Done::default() })
    };
    Ok(Plan::new(vec![read], vec![write], work))
}
