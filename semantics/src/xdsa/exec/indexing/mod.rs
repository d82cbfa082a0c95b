//! Group Indexing (text 945 to 1345): tensors of N, C, H, W without a format, the outermost first (XDSA-D21, D22, D48 to D50).

mod gather;
mod join;
mod mirror;
mod scatter;
mod select;
mod shape;
mod tensor;

use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::Concat => join::concat(request),
        O::Stack => join::stack(request),
        O::Tile => join::tile(request),
        O::Gather => gather::gather(request),
        O::GatherNd => gather::gather_nd(request),
        O::Scatter => scatter::scatter(request),
        O::ScatterNd => scatter::scatter_nd(request),
        O::Split => shape::split(request),
        O::Slice => shape::slice(request),
        O::Unstack => shape::unstack(request),
        O::Transpose => shape::transpose(request),
        O::Pad => shape::pad(request),
        O::Roll => mirror::roll(request),
        O::Reverse => mirror::reverse(request),
        O::Signbit => select::signbit(request),
        O::Where => select::choose(request),
        O::Reshape | O::Squeeze | O::Flatten | O::ExpandDim => copy(request, "s", "src"),
        O::Unsqueeze => copy(request, "s0", "src0"),
        _ => Err(request.unknown(operation)),
    }
}

/// The bits of elements, unchanged (section 2.5, XDSA-D16, D29, D93).
fn copy(request: &mut Request<'_>, source: &'static str, unit: &str) -> Result<Plan, Error> {
    let (unit, length) = (request.unit(unit), request.length("len"));
    request.done()?;
    let reads = vec![request.dense(source, unit, length)];
    let writes = vec![request.dense("d", unit, length)];
    Ok(Plan::new(reads, writes, |read, _| Ok(Done { written: read.to_vec(), ..Done::default() })))
}
