//! TMV: between a tile register and an integer, float or vector register (TILE-D60, D96).

use crate::tile::isa::{Field, Instruction, Scalar};
use crate::tile::state::{Fault, Thread};

/// Bytes of a vector register, of which a tile has eight (TILE-D22).
const PIECE: usize = 128;

/// `t[tdreg]` = a vector, or 32 bits of a register or of the word; at one place, or with `bc` at all.
///
/// # Errors
/// `Illegal`: a vector that a tile does not have.
pub fn move_in(instruction: &Instruction, thread: &mut Thread) -> Result<(), Fault> {
    let all = instruction.flag(Field::Bc);
    let source = instruction.field(Field::Src1);
    let index = index(instruction, thread);
    match instruction.scalar() {
        Scalar::Vector => {
            let index = piece(index)?;
            if all && index != 0 {
                return Err(Fault::illegal("`bc` moves to all pieces; the index is 0"));
            }
            let vector = *thread.v(source);
            let tile = thread.tile_mut(instruction.field(Field::TdReg) as u8);
            let last = if all { 8 } else { index + 1 };
            tile[index * PIECE..last * PIECE]
                .chunks_mut(PIECE)
                .for_each(|to| to.copy_from_slice(&vector));
        }
        scalar => {
            let word = match scalar {
                Scalar::Float => thread.f(source),
                Scalar::Immediate => source,
                _ => thread.x(source),
            };
            let word = (word as u32).to_le_bytes();
            let tile = thread.tile_mut(instruction.field(Field::TdReg) as u8);
            let places = if all { 0..1024 } else { 4 * index..4 * index + 4 };
            tile[places].chunks_mut(4).for_each(|to| to.copy_from_slice(&word));
        }
    }
    Ok(())
}

/// A vector or 32 bits of `t[tdreg]`: sign-extended to an integer register, boxed as NaN in a float register.
///
/// # Errors
/// `Illegal`: a vector that a tile does not have.
pub fn move_out(instruction: &Instruction, thread: &mut Thread) -> Result<(), Fault> {
    let index = index(instruction, thread);
    let target = instruction.field(Field::Src1);
    let tile = thread.tile(instruction.field(Field::TdReg) as u8);
    if instruction.scalar() == Scalar::Vector {
        let index = piece(index)?;
        let vector = std::array::from_fn(|i| tile[index * PIECE + i]);
        *thread.v_mut(target) = vector;
        return Ok(());
    }
    let word = u32::from_le_bytes(std::array::from_fn(|i| tile[4 * index + i]));
    match instruction.scalar() {
        Scalar::Float => thread.set_f(target, u64::from(word) | 0xFFFF_FFFF << 32),
        _ => thread.set_x(target, i64::from(word as i32) as u64),
    }
    Ok(())
}

/// The index: the field itself, or the low 8 bits of the register that it names (TILE-D96).
fn index(instruction: &Instruction, thread: &Thread) -> usize {
    let offset = instruction.field(Field::Offset);
    let index = if instruction.flag(Field::OffsetImm) { offset } else { thread.x(offset) & 0xFF };
    index as usize
}

fn piece(index: usize) -> Result<usize, Fault> {
    if index < 8 {
        Ok(index)
    } else {
        Err(Fault::illegal(format!("a tile has 8 vectors, 0 to 7; there is no vector {index}")))
    }
}
