//! Group Create of the default set but for what is random: copies, ZEROS, FULL, EMPTY, RANGE, LINSPACE (text 1740 to 1910, section
//! 2.5, XDSA-D89, D93, D104).

use super::elementwise::each;
use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::{Fit, Number, round};

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::Contiguous | O::Duplicate => copy(request),
        O::Zeros => fill(request, |_| 0),
        O::Full => fill(request, |value| value),
        O::Empty => empty(request),
        O::Range => steps(request, false),
        O::Linspace => steps(request, true),
        _ => Err(request.unknown(operation)),
    }
}

/// The bits of the elements of SRC.
fn copy(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("src"), request.length("len"));
    request.done()?;
    let reads = vec![request.dense("s", unit, len)];
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(reads, writes, |read, _| Ok(Done::one(read.first().cloned().unwrap_or_default()))))
}

fn fill(request: &mut Request<'_>, value: fn(u64) -> u64) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("unit"), request.length("len"));
    let element = value(request.get("value")) & unit.mask();
    request.done()?;
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(Vec::new(), writes, move |_, _| Ok(Done::one(vec![element; len as usize]))))
}

/// Nothing is written; the elements must lie in the address space.
fn empty(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("unit"), request.length("len"));
    request.done()?;
    let spans = vec![request.dense("d", unit, len)];
    let plan = Plan::new(Vec::new(), Vec::new(), |_, _| Ok(Done::default()));
    Ok(Plan { spans, ..plan })
}

/// `START + i STEP`, or `START + i (STOP - START) / (LEN - 1)`.
fn steps(request: &mut Request<'_>, between: bool) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("unit"), request.length("len"));
    let [start, step] = ["start", "step"].map(|field| Number::of(unit, request.get(field)));
    request.done()?;
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(Vec::new(), writes, move |_, _| {
        let distance = step.sub(&start);
        let last = Number::integer(i128::from(len) - 1);
        Ok(each(len as usize, |i| {
            let i = Number::integer(i as i128);
            let value = match between {
                false => start.add(&i.mul(&step)),
                true if len == 1 => start.clone(),
                true => start.add(&i.mul(&distance).div(&last)),
            };
            round(&value, unit, Fit::Clamp)
        }))
    }))
}
