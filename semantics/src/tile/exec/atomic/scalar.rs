//! Atomics on the lanes of one integer register (TILE-D65, D67).

use super::element::element;
use crate::tile::exec::access::{Access, register_address};
use crate::tile::isa::{AtomicKind, AtomicOperation, Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Thread};

/// What an atomic's address is a multiple of, however few its bytes (TILE-D62).
pub(super) const ALIGNMENT: u64 = 8;

/// lanes of memory = operation(lanes of memory, lanes of x[opinfo]); x[regdata] = the old lanes, zero-extended.
pub(super) fn scalar(
    instruction: &Instruction,
    space: Space,
    operation: AtomicOperation,
    kind: AtomicKind,
    thread: &mut Thread,
    cta: &mut Cta,
) -> Result<(), Fault> {
    let lanes = 1u32 << instruction.field(Field::VecSize);
    let bytes = (lanes * kind.bits() / 8) as usize;
    let begin = register_address(instruction, thread);
    let access = Access { space, begin, bytes: bytes as u128, alignment: ALIGNMENT };
    let memory = cta.memory_mut(space);
    let at = access.judge(memory.len() as u64)? as usize;
    let word = &mut memory[at..at + bytes];
    let mut old = [0; 8];
    old[..bytes].copy_from_slice(word);
    let old = u64::from_le_bytes(old);
    let operand = thread.x(instruction.field(Field::OpInfo));
    let result = instruction.field(Field::RegData);
    // Without CAS nobody looks at it (TILE-D67).
    let exchange = thread.x((result + 1) % 32);
    let lane =
        |register: u64, n: u32| (register >> (n * kind.bits())) & u64::MAX >> (64 - kind.bits());
    let new = (0..lanes).fold(0, |new, n| {
        let lane = element(operation, kind, lane(old, n), lane(operand, n), lane(exchange, n));
        new | lane << (n * kind.bits())
    });
    word.copy_from_slice(&new.to_le_bytes()[..bytes]);
    if instruction.returns() {
        thread.set_x(result, old);
    }
    Ok(())
}
