//! Atomics on memory: on lanes of one register, or on a tile, element by element (TILE-D65 to D67, D92).

use crate::tile::exec::access::{Access, register_address};
use crate::tile::isa::{AtomicKind, AtomicOperation, Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Thread};
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::ieee::MinMax;
use softfloat::{Env, Format, StaticFormat};

/// One indivisible step on memory.
///
/// # Errors
/// `Misaligned` or `AddressRange`; nothing has changed then.
pub fn atomic(
    instruction: &Instruction,
    space: Space,
    operation: AtomicOperation,
    kind: AtomicKind,
    thread: &mut Thread,
    cta: &mut Cta,
) -> Result<(), Fault> {
    let step = if instruction.flag(Field::Tiled) { tile } else { scalar };
    step(instruction, space, operation, kind, thread, cta)
}

// One element of an atomic: the old value and an operand make the new one (TILE-D65 to D67).

/// The new value of an element of `kind.bits()` bits. `exchange` is what CAS puts in the place of an old value that equals the
/// operand; other operations do not look at it.
#[must_use]
pub fn element(
    operation: AtomicOperation,
    kind: AtomicKind,
    old: u64,
    operand: u64,
    exchange: u64,
) -> u64 {
    match operation {
        AtomicOperation::Add => match format(kind) {
            Some(format) => format.add(old, operand, &Env::IEEE).bits,
            None => old.wrapping_add(operand) & ones(kind),
        },
        AtomicOperation::Min => extreme(kind, old, operand, MinMax::RiscVMin),
        AtomicOperation::Max => extreme(kind, old, operand, MinMax::RiscVMax),
        AtomicOperation::And => old & operand,
        AtomicOperation::Or => old | operand,
        AtomicOperation::Xor => old ^ operand,
        AtomicOperation::Inc => {
            if old >= operand {
                0
            } else {
                old + 1
            }
        }
        AtomicOperation::Dec => {
            if old == 0 || old > operand {
                operand
            } else {
                old - 1
            }
        }
        AtomicOperation::Swap => operand,
        AtomicOperation::Cas => {
            if old == operand {
                exchange
            } else {
                old
            }
        }
    }
}

/// The smaller or the larger, by signed or unsigned order, or as TILE-D55 says of floats.
fn extreme(kind: AtomicKind, old: u64, operand: u64, which: MinMax) -> u64 {
    if let Some(format) = format(kind) {
        return format.min_max(which, old, operand, &Env::IEEE).bits;
    }
    // A value of fewer than 64 bits moved to the top compares as a value of 64 bits.
    let top = 64 - kind.bits();
    let less = if kind.is_signed() {
        ((old << top) as i64) < (operand << top) as i64
    } else {
        old < operand
    };
    if less == (which == MinMax::RiscVMin) { old } else { operand }
}

const fn ones(kind: AtomicKind) -> u64 {
    u64::MAX >> (64 - kind.bits())
}

/// The format of a floating-point kind. Memory sees neither `frm` nor `fflags`: nearest even, no flags (TILE-D66).
const fn format(kind: AtomicKind) -> Option<Format> {
    match kind {
        AtomicKind::F32 => Some(Binary32::FORMAT),
        AtomicKind::Fp16 => Some(Binary16::FORMAT),
        AtomicKind::Bf16 => Some(Bf16::FORMAT),
        _ => None,
    }
}

// Atomics on the lanes of one integer register (TILE-D65, D67).

/// What an atomic's address is a multiple of, however few its bytes (TILE-D62).
const ALIGNMENT: u64 = 8;

/// lanes of memory = operation(lanes of memory, lanes of x[opinfo]); x[regdata] = the old lanes, zero-extended.
fn scalar(
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

// Atomics on 1024 bytes of memory, element by element, with a tile register or one value for all (TILE-D65).

/// Bytes that a bit of the mask enables (TILE-D18).
const SLICE: usize = 32;

/// memory = operation(memory, t[regdata] or x[opinfo]) for the slices that the mask enables; t[regdata] = the old memory there.
fn tile(
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
