//! LD_BLK and ST_BLK: whole tiles or their last sub-tiles, and blocks of MX with their scales in front (TILE-D64, D89).

use super::super::access::Access;
use crate::tile::isa::{BlockKind, Field, Instruction, Space};
use crate::tile::state::{Class, Move, Place, Source, Transfer};
use crate::tile::state::{Fault, Thread};

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
