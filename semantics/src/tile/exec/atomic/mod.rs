//! Atomics on memory: on lanes of one register, or on a tile, element by element (TILE-D65 to D67, D92).

mod element;
mod scalar;
mod tile;

use crate::tile::isa::{AtomicKind, AtomicOperation, Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Thread};

pub use element::element;

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
    let step = if instruction.flag(Field::Tiled) { tile::tile } else { scalar::scalar };
    step(instruction, space, operation, kind, thread, cta)
}
