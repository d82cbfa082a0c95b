//! IS_FINITE, HAS_INF, HAS_NAN of the default set (text 2511 to 2594, section 2.5): one element, 1 or 0.

use super::elementwise::{any, truth};
use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;

/// The plan of a query.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    // What is looked for, and what it says.
    let (is, found): (fn(&Number) -> bool, bool) = match operation {
        Operation::IsFinite => (|x| !x.is_finite(), false),
        Operation::HasInf => (Number::is_infinite, true),
        Operation::HasNan => (Number::is_nan, true),
        _ => return Err(request.unknown(operation)),
    };
    let (src, des, len) = (request.unit("src"), request.unit("des"), request.length("len"));
    request.done()?;
    let reads = vec![request.dense("s", src, len)];
    let writes = vec![request.dense("d", des, 1)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let source = read.first().map_or(&[][..], Vec::as_slice);
        let seen = any(source, |x| is(&Number::of(src, x)));
        Ok(Done::one(vec![truth(seen == found, des).0]))
    }))
}
