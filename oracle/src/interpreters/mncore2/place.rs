//! Places in the tree, as `d get` and `d set` name them (s. 3.4.3).

use super::Element;
use semantics::mncore2::isa::{Levels, Memory};

/// Children of an element, from the board down to the MAB.
const COUNTS: [u8; 5] = [4, 2, 8, 16, 4];

/// An element at the level of a memory: its numbers from the group downwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place(Vec<u8>);

/// Levels from the group down to the memory's own.
fn depth(memory: Memory) -> usize {
    match memory {
        Memory::Pdm(_) | Memory::Dram(_) => 1,
        Memory::L2bm(_) => 2,
        Memory::L1bm(..) => 3,
        Memory::Matrix(..) => 4,
        Memory::Pe(..) | Memory::T(_) | Memory::Mask(_) => 5,
    }
}

/// The elements that levels name, the innermost level fastest (MN-D75). Levels below the memory's
/// own are ignored, those left out mean all.
pub(super) fn places(memory: Memory, levels: Levels) -> impl Iterator<Item = Place> {
    let given = [levels.group, levels.l2b, levels.l1b, levels.mab, levels.pe];
    let mut places = vec![Vec::new()];
    for level in 0..depth(memory) {
        let numbers = (0..COUNTS[level]).filter(|n| given[level].is_none_or(|g| g == *n));
        places = places
            .iter()
            .flat_map(|outer: &Vec<u8>| {
                numbers.clone().map(|n| outer.iter().copied().chain([n]).collect())
            })
            .collect();
    }
    places.into_iter().map(Place)
}

impl Place {
    /// Its number in the board, among the elements of its level.
    pub(super) fn number(&self) -> usize {
        self.0
            .iter()
            .zip(COUNTS)
            .fold(0, |number, (&n, count)| number * usize::from(count) + usize::from(n))
    }

    /// The element it is, or the MAB it is in.
    pub(super) fn element(&self) -> Element {
        let number = self.number();
        match self.0.len() {
            1 => Element::Group(number as u8),
            2 => Element::L2b(number as u8),
            3 => Element::L1b(number as u8),
            4 => Element::Mab(number as u16),
            _ => Element::Mab((number / 4) as u16),
        }
    }

    /// The four PEs of the MAB that a PE is in.
    pub(super) fn siblings(&self) -> impl Iterator<Item = Self> {
        let mab = self.0[..4.min(self.0.len())].to_vec();
        (0..4).map(move |pe| Self(mab.iter().copied().chain([pe]).collect()))
    }

    /// `n0c0b0m0p0`
    pub(super) fn label(&self) -> String {
        "ncbmp".chars().zip(&self.0).map(|(letter, n)| format!("{letter}{n}")).collect()
    }
}
