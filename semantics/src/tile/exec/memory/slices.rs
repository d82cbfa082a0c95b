//! LD_B32 and ST_B32: slices of 32 bytes, one behind the other, at a stride, or where indices say (TILE-D63, D89).

use super::super::access::Access;
use crate::tile::isa::{Addressing, Field, Instruction, Space};
use crate::tile::state::{Class, Move, Place, Source, Transfer};
use crate::tile::state::{Fault, Thread};

/// Bytes of a slice.
const SLICE: u64 = 32;

/// Slices of a tile.
const SLICES: usize = 32;

/// What a load or store of slices moves. Nothing is touched for slices that the mask leaves out (TILE-D18).
pub(crate) fn slices(
    instruction: &Instruction,
    space: Space,
    addressing: Addressing,
    load: bool,
    thread: &Thread,
    size: u64,
) -> Result<Transfer, Fault> {
    let tiles = 1usize << instruction.field(Field::TileSize);
    let first = instruction.field(Field::RegData) as usize;
    let mask = if instruction.flag(Field::TMask) { thread.mask() } else { u32::MAX };
    let mut moves = Vec::new();
    for slice in 0..tiles * SLICES {
        if mask >> (slice % SLICES) & 1 == 0 {
            continue;
        }
        let begin = begin(instruction, addressing, thread, slice);
        let access = Access { space, begin, bytes: SLICE.into(), alignment: SLICE };
        let memory = Place::memory(space, access.judge(size)?);
        let register = Place::Tile {
            register: (first + slice / SLICES) as u8,
            offset: (slice % SLICES * SLICE as usize) as u16,
        };
        let (from, to) = if load { (memory, register) } else { (register, memory) };
        moves.push(Move { from: Source::Place(from), to, bytes: SLICE });
    }
    Ok(Transfer::of(Class::of(space, load), moves))
}

/// Where a slice begins, counted over all tiles.
fn begin(instruction: &Instruction, addressing: Addressing, thread: &Thread, slice: usize) -> i128 {
    let base = i128::from(thread.x(instruction.field(Field::SBase)));
    let information = instruction.field(Field::OpInfo);
    let offset = instruction.field(Field::Offset);
    let added = instruction.flag(Field::RegOffsetEn);
    let far = match addressing {
        Addressing::Unit => {
            // Without an offset register its number is the high part of a displacement in slices.
            let displacement = if added { 0 } else { offset << 5 | information };
            i128::from((displacement + slice as u64) * SLICE)
        }
        Addressing::Stride => {
            let stride = i128::from(thread.x(information) as i64);
            slice as i128 * i128::from(SLICE) * stride
        }
        Addressing::Index => {
            let register = information as usize + slice / SLICES;
            i128::from(thread.element(register as u64, slice % SLICES))
        }
    };
    let offset = if added { i128::from(thread.x(offset)) } else { 0 };
    base + offset + far
}
