//! Tensors of the tables of this group (XDSA-D21, D22).

use crate::xdsa::exec::Request;
use crate::xdsa::exec::offsets::{count, distances, grid};
use crate::xdsa::isa::Unit;

/// A tensor of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tensor {
    pub(super) unit: Unit,
    /// N, C, H, W.
    pub(super) sizes: [u64; 4],
}

impl Tensor {
    /// Of the fields `src_unit`, `fc`, `fh`, `fw`; N is 1 (XDSA-D21).
    pub(super) fn read(request: &mut Request<'_>) -> Self {
        let unit = request.unit("src_unit");
        Self { unit, sizes: [1, request.size("fc"), request.size("fh"), request.size("fw")] }
    }

    /// Likewise, N in `fn`.
    pub(super) fn read_batch(request: &mut Request<'_>) -> Self {
        let mut tensor = Self::read(request);
        tensor.sizes[0] = request.size("fn");
        tensor
    }

    pub(super) fn count(&self) -> u64 {
        count(&self.sizes)
    }

    pub(super) fn distances(&self) -> [u64; 4] {
        distances(self.sizes)
    }

    pub(super) fn grid(&self) -> [Vec<usize>; 4] {
        grid(self.sizes)
    }

    pub(super) fn with(mut self, axis: usize, size: u64) -> Self {
        if let Some(old) = self.sizes.get_mut(axis) {
            *old = size;
        }
        self
    }
}

/// The axis of a field: N, C, H, W are 0 to 3 (XDSA-D22).
pub(super) fn axis(request: &mut Request<'_>) -> usize {
    (request.code("axis", 4) & 3) as usize
}
