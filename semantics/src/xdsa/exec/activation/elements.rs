//! Activations of each element by itself.

use crate::xdsa::Error;
use crate::xdsa::exec::elementwise::{Rounded, each};
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::Unit;

/// From elements to elements of the same unit.
pub(super) fn elements(
    request: &mut Request<'_>,
    unit: Unit,
    len: u64,
    kernel: impl Fn(u64) -> Rounded + Send + Sync + 'static,
) -> Result<Plan, Error> {
    request.done()?;
    let reads = vec![request.dense("s", unit, len)];
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let source = read.first().map_or(&[][..], Vec::as_slice);
        Ok(each(source.len(), |i| kernel(source[i])))
    }))
}
