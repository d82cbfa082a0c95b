//! Operands in place: the rows of a step as they lie in memories and registers.

use crate::mncore2::state::{CYCLES, LANES, Path, Row};

/// Zeros, as an unused half reads.
static ZERO: Row = [0; LANES];

/// What an operand reads: of every cycle two rows of long words, `hi` the MSB-side one.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) hi: [&'a Row; CYCLES],
    pub(super) lo: [&'a Row; CYCLES],
}

impl View<'static> {
    /// What an unused input reads: zeros.
    pub(super) const NOTHING: Self = View { hi: [&ZERO; CYCLES], lo: [&ZERO; CYCLES] };
}

impl<'a> View<'a> {
    /// A whole path.
    pub(super) fn of(path: &'a Path) -> Self {
        let Path { hi: [a, b, c, d], lo: [e, f, g, h] } = path;
        View { hi: [a, b, c, d], lo: [e, f, g, h] }
    }

    /// Writes the LSB-side long words.
    pub(super) fn copy_lo(&self, out: &mut Path) {
        for (out, row) in out.lo.iter_mut().zip(self.lo) {
            *out = *row;
        }
    }
}
