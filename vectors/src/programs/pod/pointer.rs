//! What is known of registers that hold addresses.

use super::values::Shape;
use semantics::pod::isa::{Space, Strided};
use std::collections::BTreeSet;

/// The first pointer, and how many there are.
pub(super) const POINTERS: (u8, usize) = (16, 8);
/// The first register that `++` adds.
pub(super) const STEPS: (u8, usize) = (24, 4);
/// The first register that holds the length of a block.
pub(super) const LENGTHS: (u8, usize) = (28, 4);
/// So many sums are followed.
const MOST: usize = 40;

/// A register whose value is that of the start plus one of a few sums.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    /// At the start, a PE each.
    pub(super) bases: Vec<u64>,
    /// What may have been added; a masked PE adds nothing.
    pub(super) added: BTreeSet<u64>,
    /// Its register was written by something else.
    pub(super) lost: bool,
}

impl Pointer {
    pub(super) fn new(bases: Vec<u64>) -> Self {
        Self { bases, added: [0].into(), lost: false }
    }

    /// What it may hold in a PE.
    pub(super) fn values(&self, pe: usize) -> impl Iterator<Item = u64> {
        self.added.iter().map(move |added| self.bases[pe].wrapping_add(*added))
    }
}

/// All that is known.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) shape: Shape,
    pub(super) pointers: Vec<Pointer>,
    pub(super) steps: Vec<u64>,
    /// A PE each.
    pub(super) lengths: Vec<Vec<u64>>,
    /// What ar10 may hold in some PE.
    pub(super) counts: BTreeSet<u64>,
    /// What ar11 may hold.
    pub(super) strides: BTreeSet<u64>,
}

impl Known {
    /// Whether an access with this displacement reaches memory in every PE.
    pub(super) fn reaches(
        &self,
        pointer: usize,
        immediate: i64,
        space: Space,
        size: usize,
    ) -> bool {
        let pointer = &self.pointers[pointer];
        !pointer.lost
            && (0..self.shape.pes()).all(|pe| {
                pointer.values(pe).all(|value| {
                    self.hits(value.wrapping_add(immediate as u64), space, size as u64)
                })
            })
    }

    fn hits(&self, address: u64, space: Space, size: u64) -> bool {
        let row = address >> 24 & 15 < u64::from(self.shape.rows);
        let column = address >> 20 & 15 < u64::from(self.shape.columns);
        let offset = address & 0xf_ffff;
        match space {
            Space::Sys => true,
            Space::Local => self.inside(address, size),
            Space::PodAll => row && column && self.inside(offset, size),
            Space::PodCol => row && self.inside(offset, size),
            Space::PodRow => column && self.inside(offset, size),
        }
    }

    fn inside(&self, address: u64, size: u64) -> bool {
        address.checked_add(size).is_some_and(|end| end <= u64::from(self.shape.sram))
    }

    /// Whether all blocks of a local side lie in memory, in every PE.
    pub(super) fn blocks_reach(
        &self,
        pointer: usize,
        length: usize,
        strided: Option<bool>,
    ) -> bool {
        let one = [1].into();
        let counts = if strided.is_some() { &self.counts } else { &one };
        !self.pointers[pointer].lost
            && (0..self.shape.pes()).all(|pe| {
                let size = self.lengths[length][pe];
                self.pointers[pointer].values(pe).all(|start| {
                    let steps = || match strided {
                        Some(true) => self.strides.iter().copied().collect(),
                        _ => vec![size],
                    };
                    size == 0
                        || counts.iter().all(|count| {
                            steps().into_iter().all(|step| {
                                (0..*count).all(|i| {
                                    self.inside(start.wrapping_add(i.wrapping_mul(step)), size)
                                })
                            })
                        })
                })
            })
    }

    /// Adds a step to a pointer, in the PEs that take part; `false` where that would be too much to follow.
    pub(super) fn increment(&mut self, pointer: usize, step: usize) -> bool {
        let added = &self.pointers[pointer].added;
        let all: BTreeSet<u64> =
            added.iter().flat_map(|sum| [*sum, sum.wrapping_add(self.steps[step])]).collect();
        let fits = all.len() <= MOST;
        if fits {
            self.pointers[pointer].added = all;
        }
        fits
    }
}

/// Whether the side is the one that steps by ar11, where any does.
pub(super) fn steps_by_ar11(strided: Strided, side: Strided) -> Option<bool> {
    (strided != Strided::No).then_some(strided == side)
}
