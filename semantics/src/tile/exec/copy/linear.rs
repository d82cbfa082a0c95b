//! Linear copies: x[coord] bytes (TILE-D72, D98).

use super::place::{Location, between, multicast};
use crate::tile::isa::{Field, Instruction};
use crate::tile::state::Move;
use crate::tile::state::{Cta, Fault, Thread};

/// The move, if it moves anything, and its bytes.
pub(super) fn linear(
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
