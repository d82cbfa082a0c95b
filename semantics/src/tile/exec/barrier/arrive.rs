//! MBAR_ARRIVE and MBAR_ARRIVE_DROP (TILE-D76).

use super::layout::{Arrival, BarrierWord, Beyond};
use crate::tile::exec::access::{Access, register_address};
use crate::tile::isa::{Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Thread};

/// An access to a barrier word at an address of shared memory.
pub(crate) const fn word(begin: i128) -> Access {
    Access { space: Space::Shared, begin, bytes: 8, alignment: 8 }
}

/// The word at `x[sbase]` after an arrival of `x[opinfo]`; `x[regdata]` = the word before.
///
/// # Errors
/// `Misaligned`, `AddressRange` or `BarrierWord`; nothing has changed then.
pub fn arrive(
    instruction: &Instruction,
    drop: bool,
    thread: &mut Thread,
    cta: &mut Cta,
) -> Result<(), Fault> {
    let begin = register_address(instruction, thread);
    let at = word(begin).judge(cta.memory(Space::Shared).len() as u64)? as usize;
    let old = word_at(cta.memory(Space::Shared), at);
    let register = instruction.field(Field::OpInfo);
    let arrival = if register == 0 { Arrival::ONE } else { Arrival::of(thread.x(register)) };
    let before = BarrierWord::of(old);
    let after = if drop { before.drop(arrival) } else { before.arrive(arrival) };
    let after = after.map_err(|beyond| barrier_fault(at as u64, beyond))?;
    cta.memory_mut(Space::Shared)[at..at + 8].copy_from_slice(&after.word().to_le_bytes());
    if instruction.returns() {
        thread.set_x(instruction.field(Field::RegData), old);
    }
    Ok(())
}

/// The word at a byte of a memory.
pub(crate) fn word_at(memory: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| memory[at + i]))
}

/// What is wrong with a barrier word.
pub(crate) fn barrier_fault(at: u64, beyond: Beyond) -> Fault {
    let what = match beyond {
        Beyond::Pending => "more arrive than are pending",
        Beyond::Expected => "more drop out than are expected",
        Beyond::Transactions => "the count of bytes leaves -(2^20-1) to 2^20-1",
    };
    Fault::barrier_word(format!("barrier word at {at:#x}: {what}"))
}
