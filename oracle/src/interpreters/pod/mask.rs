//! The mask instructions, which every PE executes (POD-D23 to D26).

use super::Machine;
use super::write::Write;
use crate::reference::pod::general::{Flags, holds};
use semantics::pod::isa::{Condition, Operation};

impl Machine {
    pub(super) fn masks(&self, operation: Operation, writes: &mut Vec<Write>) {
        for (pe, state) in self.pes.iter().enumerate() {
            let flags = Flags::of(state.flags);
            let bit = |place: u32| state.mask >> place & 1 == 1;
            let mask = match operation {
                Operation::PushMask { or, condition } => {
                    state.mask >> 1 & !TOP | top(bit(63), or, condition, flags)
                }
                // Bit 62 is the enclosing level.
                Operation::SetTopMask { or, condition } => {
                    state.mask & !TOP | top(bit(62), or, condition, flags)
                }
                _ => state.mask << 1,
            };
            writes.push(Write::Mask(pe, mask));
        }
    }
}

const TOP: u64 = 1 << 63;

/// The level that counts, from the one before and a condition.
fn top(before: bool, or: bool, condition: Condition, flags: Flags) -> u64 {
    let holds = holds(condition, flags);
    if if or { before || holds } else { before && holds } { TOP } else { 0 }
}
