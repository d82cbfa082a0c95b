//! Atomics on 1024 bytes of memory, element by element, with a tile register or one value for all (TILE-D65).

use super::element::element;
use super::scalar::ALIGNMENT;
use crate::tile::exec::access::{Access, register_address};
use crate::tile::isa::{AtomicKind, AtomicOperation, Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Thread};

/// Bytes that a bit of the mask enables (TILE-D18).
const SLICE: usize = 32;

/// memory = operation(memory, t[regdata] or x[opinfo]) for the slices that the mask enables; t[regdata] = the old memory there.
pub(super) fn tile(
    instruction: &Instruction,
    space: Space,
    operation: AtomicOperation,
    kind: AtomicKind,
    thread: &mut Thread,
    cta: &mut Cta,
) -> Result<(), Fault> {
    let begin = register_address(instruction, thread);
    let mask = if instruction.flag(Field::TMask) { thread.mask() } else { u32::MAX };
    let broadcast = instruction
        .flag(Field::Broadcast)
        .then(|| thread.x(instruction.field(Field::OpInfo)) & u64::MAX >> (64 - kind.bits()));
    let register = instruction.field(Field::RegData) as u8;
    let enabled = (0..32usize).filter(|slice| mask >> slice & 1 == 1);
    let memory = cta.memory_mut(space);
    for slice in enabled.clone() {
        let begin = begin + (slice * SLICE) as i128;
        let access = Access { space, begin, bytes: SLICE as u128, alignment: ALIGNMENT };
        access.judge(memory.len() as u64)?;
    }
    let operands = *thread.tile(register);
    for slice in enabled {
        let inside = slice * SLICE..(slice + 1) * SLICE;
        let at = begin as usize + inside.start;
        let memory = &mut memory[at..at + SLICE];
        if instruction.returns() {
            thread.tile_mut(register)[inside.clone()].copy_from_slice(memory);
        }
        let width = kind.bits() as usize / 8;
        for (memory, operand) in memory.chunks_mut(width).zip(operands[inside].chunks(width)) {
            let operand = broadcast.unwrap_or_else(|| number(operand));
            let new = element(operation, kind, number(memory), operand, 0);
            memory.copy_from_slice(&new.to_le_bytes()[..width]);
        }
    }
    Ok(())
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
