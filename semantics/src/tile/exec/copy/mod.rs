//! TACP: copies between memories, linear or by tensor maps (TILE-D71 to D74, D98, D99).

mod boxes;
mod linear;
mod map;
mod pieces;
mod place;
mod side;

use super::barrier;
use crate::tile::isa::{CopyKind, Field, Instruction, Space};
use crate::tile::state::{Completion, Transfer};
use crate::tile::state::{Cta, Fault, Thread};

/// What a copy moves and tells. Order of errors: what is reserved, the source's addresses, the destination's, the barrier word's
/// (TILE-D81).
pub(crate) fn copy(
    instruction: &Instruction,
    kind: CopyKind,
    thread: &Thread,
    cta: &Cta,
) -> Result<Transfer, Fault> {
    let (moves, bytes) = match kind {
        CopyKind::Linear => linear::linear(instruction, thread, cta)?,
        _ => boxes::boxes(instruction, kind, thread, cta)?,
    };
    let object = instruction.field(Field::CompleteObj);
    let completion = match instruction.field(Field::Completion) {
        0 => Completion::Counted,
        1 => {
            let begin = i128::from(thread.x(object));
            let address = barrier::word(begin).judge(cta.memory(Space::Shared).len() as u64)?;
            Completion::Barrier { address, bytes, all: instruction.flag(Field::MulticastL2) }
        }
        _ => Completion::Semaphore(object as u8),
    };
    Ok(Transfer::copy(moves, completion))
}
