//! How far a layout reaches along each coordinate.

use super::memory::{Geometry, numbers};
use super::{Along, Layout};
use crate::mncore2::isa::Levels;
use crate::mncore2::memory::Level;
use crate::mncore2::state::{CYCLES, L2BS};

impl Layout {
    /// Where a coordinate begins.
    pub(super) fn start(&self, along: Along) -> u64 {
        match along {
            Along::Level(level) => numbers(&self.memory.levels)[level as usize].unwrap_or(0).into(),
            Along::Address => self.address,
            Along::Cycle | Along::Word => 0,
        }
    }

    /// What a stride of 1 adds to a coordinate: a long word is two addresses of a PE memory.
    pub(super) fn scale(&self, along: Along) -> u64 {
        let Geometry { unit, operand, .. } = Geometry::of(self.memory.store);
        if along == Along::Address { unit / operand } else { 1 }
    }

    /// The largest number of a coordinate.
    pub(super) fn reach(&self, along: Along) -> u64 {
        let (start, scale) = (self.start(along), self.scale(along));
        let factors = self.factors().filter(|f| f.along == along);
        factors.fold(start, |reach, f| reach + (f.size - 1) * f.stride * scale)
    }

    /// One more than the largest number that there is.
    pub(super) fn limit(&self, along: Along) -> u64 {
        match along {
            Along::Level(Level::L2b) if self.counts_l2bs() => (Level::Group.size() * L2BS) as u64,
            Along::Level(level) => level.size() as u64,
            Along::Cycle => CYCLES as u64,
            Along::Word => (64 / self.element.bits()).into(),
            Along::Address => Geometry::of(self.memory.store).addresses,
        }
    }

    /// Whether L2Bs are numbered through the board: nothing speaks of groups.
    pub(super) fn counts_l2bs(&self) -> bool {
        let Levels { group, .. } = self.memory.levels;
        group.is_none()
            && !self.copied.contains(&Level::Group)
            && !self.factors().any(|f| f.along == Along::Level(Level::Group))
    }
}
