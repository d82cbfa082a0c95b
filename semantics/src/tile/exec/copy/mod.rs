//! TACP: copies between memories, linear or by tensor maps (TILE-D71 to D74, D98, D99).

mod boxes;
mod map;
mod place;
mod side;

use super::barrier;
use crate::tile::isa::{CopyKind, Field, Instruction, Space};
use crate::tile::state::{Completion, Cta, Fault, Move, Thread, Transfer};
use place::{Location, between, multicast};

/// What a copy moves and tells. Order of errors: what is reserved, the source's addresses, the destination's, the barrier word's
/// (TILE-D81).
pub(crate) fn copy(
    instruction: &Instruction,
    kind: CopyKind,
    thread: &Thread,
    cta: &Cta,
) -> Result<Transfer, Fault> {
    let (moves, bytes) = match kind {
        CopyKind::Linear => linear(instruction, thread, cta)?,
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

// Linear copies: x[coord] bytes (TILE-D72, D98).

/// The move, if it moves anything, and its bytes.
fn linear(
    instruction: &Instruction,
    thread: &Thread,
    cta: &Cta,
) -> Result<(Vec<Move>, u64), Fault> {
    let bytes = thread.x(instruction.field(Field::Coord));
    if bytes == 0 {
        return Ok((Vec::new(), 0));
    }
    let (from, to) = (Location::source(instruction), Location::destination(instruction));
    let (source_pe, source) = from.split(thread.x(instruction.field(Field::Src)));
    let (target_pe, target) = to.split(thread.x(instruction.field(Field::Dst)));
    from.judge(source_pe, source, u128::from(source) + u128::from(bytes), cta)?;
    to.judge(target_pe, target, u128::from(target) + u128::from(bytes), cta)?;
    let step = between(from.place(source_pe, source), to.place(target_pe, target), bytes);
    let moves =
        if instruction.flag(Field::MulticastL2) { multicast(vec![step]) } else { vec![step] };
    Ok((moves, bytes))
}
