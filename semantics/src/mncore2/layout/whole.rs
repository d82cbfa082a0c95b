//! The layout of a whole memory.

use super::{Along, Element, Factor, Layout, Memory};
use crate::mncore2::memory::Store;
use crate::mncore2::state::CYCLES;

/// All words of a memory: an axis for each level without a number, one for the addresses.
pub(super) fn whole(memory: Memory, element: Element) -> Layout {
    let factor = |size: usize, along, stride| Factor { size: size as u64, along, stride };
    let levels = memory.open().map(|level| vec![factor(level.size(), Along::Level(level), 1)]);
    let words = memory.store.words();
    let mut row = match memory.store {
        Store::T | Store::Forward(_) => {
            vec![factor(CYCLES, Along::Cycle, 1), factor(2, Along::Address, 1)]
        }
        Store::Turnaround => {
            vec![factor(CYCLES, Along::Cycle, 1), factor(words / CYCLES, Along::Address, 1)]
        }
        // Entry 0 is fixed.
        Store::Mask => {
            vec![factor(words / CYCLES - 1, Along::Address, 1), factor(CYCLES, Along::Cycle, 1)]
        }
        _ => vec![factor(words, Along::Address, 1)],
    };
    let parts = memory.natural().bits() / element.bits();
    if parts > 1 {
        row.push(factor(parts as usize, Along::Word, 1));
    }
    let axes = levels.chain([row]).collect();
    let address = u64::from(memory.store == Store::Mask);
    Layout { axes, copied: Vec::new(), memory, address, element }
}
