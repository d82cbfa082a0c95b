//! Loads and stores (TILE-D62 to D64).

use super::access::Access;
use crate::tile::isa::{Addressing, BlockKind, Field, Instruction, Space};
use crate::tile::state::{Class, Fault, Move, Place, Source, Thread, Transfer};

// LD_BLK and ST_BLK: whole tiles or their last sub-tiles, and blocks of MX with their scales in front (TILE-D64, D89).

/// Bytes of a tile register.
const TILE: u64 = 1024;

/// Bytes of a sub-tile.
const SUBTILE: u64 = 256;

/// Bytes of the scales of a register.
const SCALES: u64 = 64;

/// What an address is a multiple of.
const ALIGNMENT: u64 = 32;

/// What a load or store of blocks moves.
pub(crate) fn blocks(
    instruction: &Instruction,
    space: Space,
    kind: BlockKind,
    load: bool,
    thread: &Thread,
    size: u64,
) -> Result<Transfer, Fault> {
    let count = 1u64 << instruction.field(Field::TileSize);
    let first = instruction.field(Field::RegData);
    let base = i128::from(thread.x(instruction.field(Field::SBase)));
    let offset = if instruction.flag(Field::RegOffsetEn) {
        i128::from(thread.x(instruction.field(Field::Offset))) * i128::from(kind.bytes())
    } else {
        0
    };
    let parts: Vec<Part> = match kind {
        BlockKind::Plain => plain(instruction.field(Field::OpInfo), first, count),
        BlockKind::Mx48 => (0..count).flat_map(|block| mx48(block, first + block)).collect(),
        BlockKind::Mx6 => (0..count).flat_map(|block| mx6(block, first + 3 * block)).collect(),
    };
    // A block with scales is one access, sub-tiles are one each (TILE-D102).
    let accesses: Vec<(u64, u64)> = match kind {
        BlockKind::Plain => parts.iter().map(|part| (part.at, part.bytes)).collect(),
        _ => (0..count).map(|block| (block * kind.bytes(), kind.bytes())).collect(),
    };
    for (at, bytes) in accesses {
        let begin = base + offset + i128::from(at);
        Access { space, begin, bytes: bytes.into(), alignment: ALIGNMENT }.judge(size)?;
    }
    let mut moves = Vec::with_capacity(parts.len());
    for part in parts {
        let memory = Place::memory(space, (base + offset) as u64 + part.at);
        let (from, to) = if load { (memory, part.place) } else { (part.place, memory) };
        moves.push(Move { from: Source::Place(from), to, bytes: part.bytes });
    }
    if load && kind == BlockKind::Mx6 {
        let third = (0..count).map(|block| (first + 3 * block + 2) as u8);
        let cleared = |register| Place::Scales { register, offset: 0 };
        moves.extend(third.map(|register| Move::zeros(cleared(register), SCALES)));
    }
    Ok(Transfer::of(Class::of(space, load), moves))
}

/// Bytes of a block, counted from the address of the first, and what they are in registers.
struct Part {
    at: u64,
    place: Place,
    bytes: u64,
}

/// Sub-tiles s to 3 of every tile, one behind the other or 512 or 1024 bytes apart, counted over all tiles (TILE-D89).
fn plain(information: u64, first: u64, count: u64) -> Vec<Part> {
    let start = information & 3;
    let distance = match information >> 2 & 3 {
        0 => SUBTILE,
        1 => 2 * SUBTILE,
        _ => 4 * SUBTILE,
    };
    let subtiles = (0..count).flat_map(|tile| (start..4).map(move |subtile| (tile, subtile)));
    let part = |(number, (tile, subtile)): (usize, (u64, u64))| Part {
        at: number as u64 * distance,
        place: Place::Tile { register: (first + tile) as u8, offset: (subtile * SUBTILE) as u16 },
        bytes: SUBTILE,
    };
    subtiles.enumerate().map(part).collect()
}

/// 64 bytes of scales, then a tile.
fn mx48(block: u64, register: u64) -> [Part; 2] {
    let (at, register) = (block * BlockKind::Mx48.bytes(), register as u8);
    [
        Part { at, place: Place::Scales { register, offset: 0 }, bytes: SCALES },
        Part { at: at + SCALES, place: Place::Tile { register, offset: 0 }, bytes: TILE },
    ]
}

/// 128 bytes of scales, for the first two of three registers, then three tiles (TILE-D23).
fn mx6(block: u64, register: u64) -> [Part; 5] {
    let at = block * BlockKind::Mx6.bytes();
    let scales = |n: u64| Part {
        at: at + n * SCALES,
        place: Place::Scales { register: (register + n) as u8, offset: 0 },
        bytes: SCALES,
    };
    let tile = |n: u64| Part {
        at: at + 2 * SCALES + n * TILE,
        place: Place::Tile { register: (register + n) as u8, offset: 0 },
        bytes: TILE,
    };
    [scales(0), scales(1), tile(0), tile(1), tile(2)]
}

// LD_B32 and ST_B32: slices of 32 bytes, one behind the other, at a stride, or where indices say (TILE-D63, D89).

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
