//! PRELU (text 2642, XDSA-D33, D61, D88): x above 0, else a slope times x, of integers shifted.

use super::line::Source;
use crate::xdsa::Error;
use crate::xdsa::exec::elementwise::each;
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::number::{Fit, Number, round, round_shift};
use std::cmp::Ordering;

/// The plan of PRELU.
pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, slope_unit) = (request.unit("src_unit"), request.unit("m_unit"));
    let shifts = !unit.is_float();
    let shift_unit = if shifts { request.integer("s_unit") } else { request.unit("s_unit") };
    let len = request.length("len");
    let source = Source::read(request, len);
    request.done()?;
    let (count, len) = (source.count(len), len);
    let mut reads = vec![request.dense("s", unit, len), request.dense("mul", slope_unit, count)];
    if shifts {
        reads.push(request.dense("shift", shift_unit, count));
    }
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let [elements, slopes, rest @ ..] = read else { return Ok(Done::default()) };
        Ok(each(elements.len(), |i| {
            let x = Number::of(unit, elements[i]);
            if x.compare(&Number::ZERO) == Some(Ordering::Greater) {
                return round(&x, unit, Fit::Clamp);
            }
            let at = source.at(i, elements.len());
            let product = Number::of(slope_unit, slopes[at]).mul(&x);
            let value = match rest.first() {
                None => product,
                Some(shifts) => {
                    let shift = shift_unit.integer(shifts[at]).clamp(-9999, 9999);
                    round_shift(&product, shift as i64)
                }
            };
            round(&value, unit, Fit::Clamp)
        }))
    }))
}
