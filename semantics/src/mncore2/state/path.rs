//! The data path of an L1B's PEs: two long words a PE and cycle (s. 1.3).

use super::LANES;

/// Cycles of a step.
pub(crate) const CYCLES: usize = 4;

/// One long word of each of the 64 PEs of an L1B; lane `4*MAB + PE`.
pub(crate) type Row = [u64; LANES];

/// Mask flags of a step: four bits a cycle and PE, the uppermost word's bit worth 8 (s. 3.6.2).
pub(crate) type Flags = [[u8; LANES]; CYCLES];

/// Flags that are all set.
pub(crate) static ONES: Flags = [[15; LANES]; CYCLES];

/// What passes between memories and units in a step: `hi` is the MSB-side long word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) hi: [Row; CYCLES],
    pub(crate) lo: [Row; CYCLES],
}

impl Path {
    pub(crate) const ZERO: Self = Self { hi: [[0; LANES]; CYCLES], lo: [[0; LANES]; CYCLES] };
}

/// A path with the two long words of every cycle and lane.
#[cfg(test)]
pub(crate) fn path(word: impl Fn(usize, usize) -> (u64, u64)) -> Path {
    let mut path = Path::ZERO;
    for c in 0..CYCLES {
        for lane in 0..LANES {
            (path.hi[c][lane], path.lo[c][lane]) = word(c, lane);
        }
    }
    path
}
