//! Group Vision (text 3750 to 3815): PIXEL_SHUFFLE, PIXEL_UNSHUFFLE, and GRID_SAMPLE and AFFINE_GRID of the default set.

mod affine;
mod sample;
mod shuffle;

use super::{Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    match operation {
        Operation::PixelShuffle => shuffle::shuffle(request),
        Operation::PixelUnshuffle => shuffle::unshuffle(request),
        Operation::GridSample => sample::plan(request),
        Operation::AffineGrid => affine::plan(request),
        _ => Err(request.unknown(operation)),
    }
}
