//! Copies of a box of elements, with a tensor map on one side or on both (TILE-D72, D98, D99).

use super::map::{DIMENSIONS, MAP_BYTES, TensorMap};
use super::place::{Location, between, multicast};
use super::side::{At, Order, Side};
use crate::tile::exec::access::Access;
use crate::tile::isa::{CopyKind, Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Move, Source, Thread};
use std::ops::Range;

/// The moves and the bytes that they write.
pub(super) fn boxes(
    instruction: &Instruction,
    kind: CopyKind,
    thread: &Thread,
    cta: &Cta,
) -> Result<(Vec<Move>, u64), Fault> {
    let (source, target) = (Field::Src, Field::Dst);
    let source_map = map(instruction, Field::SrcTm, source, thread, cta)?;
    let target_map = map(instruction, Field::DstTm, target, thread, cta)?;
    layouts(kind, source_map.as_ref(), target_map.as_ref())?;
    let Some(lead) = source_map.as_ref().or(target_map.as_ref()).cloned() else {
        return Err(Fault::illegal("a copy by tensor maps needs one"));
    };
    let order = order(kind, &lead)?;
    let coordinates = |first: usize| -> [i32; DIMENSIONS] {
        let vector = instruction.field(Field::Coord);
        std::array::from_fn(|i| thread.element(vector, first + i) as i32)
    };
    let side = |map: Option<TensorMap>, location: Location, register: Field, first: usize| {
        let base =
            map.as_ref().map_or_else(|| thread.x(instruction.field(register)), |map| map.base);
        let (pe, base) = location.split(base);
        let (extent, bytes) = (lead.extent, lead.bytes());
        let side = match map {
            Some(map) => Side::tensor(TensorMap { base, ..map }, coordinates(first)),
            None => Ok(Side::Box { base, extent, bytes, order }),
        };
        side.map(|side| Placed { side, location, pe }).map_err(Fault::illegal)
    };
    let from = side(source_map, Location::source(instruction), source, 0)?;
    let to = side(target_map, Location::destination(instruction), target, DIMENSIONS)?;
    moves(instruction, &from, &to, &lead, cta)
}

/// A side and the memory that it lies in.
struct Placed {
    side: Side,
    location: Location,
    pe: Option<u8>,
}

impl Placed {
    fn judge(&self, lead: &TensorMap, cta: &Cta) -> Result<(), Fault> {
        let Some(end) = self.side.end(lead.extent, lead.bytes()) else { return Ok(()) };
        self.location.judge(self.pe, self.side.base(), end, cta)
    }
}

fn moves(
    instruction: &Instruction,
    from: &Placed,
    to: &Placed,
    lead: &TensorMap,
    cta: &Cta,
) -> Result<(Vec<Move>, u64), Fault> {
    from.judge(lead, cta)?;
    to.judge(lead, cta)?;
    let elements = count(&to.side, lead.extent);
    if elements > MOST {
        let bytes = |count: u128| count.saturating_mul(lead.bytes().into());
        return Err(Fault::too_large(bytes(elements), bytes(MOST)));
    }
    let step = |piece: &Piece| {
        let target = to.location.place(to.pe, piece.to);
        match piece.from {
            Some(address) => between(from.location.place(from.pe, address), target, piece.bytes),
            None => {
                Move { from: Source::Fill(lead.fill.to_le_bytes()), to: target, bytes: piece.bytes }
            }
        }
    };
    let pieces = pieces(&from.side, &to.side, lead.extent, lead.bytes());
    let moves = pieces.iter().map(step).collect();
    let moves = if instruction.flag(Field::MulticastL2) { multicast(moves) } else { moves };
    Ok((moves, elements as u64 * lead.bytes()))
}

/// The map of a side, read from global memory, where the data is, too, or elsewhere (TILE-D71, D99).
fn map(
    instruction: &Instruction,
    flag: Field,
    register: Field,
    thread: &Thread,
    cta: &Cta,
) -> Result<Option<TensorMap>, Fault> {
    if !instruction.flag(flag) {
        return Ok(None);
    }
    let begin = i128::from(thread.x(instruction.field(register)));
    let (space, alignment) = (Space::Global, MAP_BYTES as u64);
    let memory = cta.memory(space);
    let access = Access { space, begin, bytes: MAP_BYTES as u128, alignment };
    let at = access.judge(memory.len() as u64)? as usize;
    let bytes: [u8; MAP_BYTES] = std::array::from_fn(|i| memory[at + i]);
    let wrong = |what: String| Fault::illegal(format!("tensor map at {at:#x}: {what}"));
    let map = TensorMap::read(&bytes).map_err(wrong)?;
    let rank = instruction.field(Field::Dim) as usize + 2;
    if map.rank == rank {
        Ok(Some(map))
    } else {
        Err(wrong(format!("its rank is {}; the instruction says {rank}", map.rank)))
    }
}

/// Which layouts a kind of copy takes (TILE-D72, D103).
fn layouts(
    kind: CopyKind,
    source: Option<&TensorMap>,
    target: Option<&TensorMap>,
) -> Result<(), Fault> {
    if let (Some(source), Some(target)) = (source, target)
        && source.bits != target.bits
    {
        let (source, target) = (source.bits, target.bits);
        return Err(Fault::illegal(format!(
            "elements of the source have {source} bits, those of the destination {target}"
        )));
    }
    let tiled = source.into_iter().chain(target).filter(|map| map.tiled).count();
    match kind {
        CopyKind::Conversion if tiled > 0 => {
            Err(Fault::illegal("a conversion has a linear map; this one is tiled"))
        }
        CopyKind::Tiled if tiled == 0 => {
            Err(Fault::illegal("a tiled copy has a tiled map; none is"))
        }
        CopyKind::Mapped if tiled > 0 => {
            Err(Fault::illegal("a copy by two maps has linear ones; one is tiled"))
        }
        _ => Ok(()),
    }
}

/// How the planes of a side without map stand: in a conversion as tiles of the map's shape, which cut the box evenly.
fn order(kind: CopyKind, lead: &TensorMap) -> Result<Order, Fault> {
    if kind != CopyKind::Conversion {
        return Ok(Order::Linear);
    }
    let ([columns, rows], [width, height, ..]): (_, At) = (lead.tile(), lead.extent);
    if width % columns == 0 && height % rows == 0 {
        Ok(Order::Tiles([columns, rows]))
    } else {
        Err(Fault::illegal(format!(
            "a conversion cuts the box into tiles; {width} by {height} is not cut into {columns} by {rows}"
        )))
    }
}

// A box of elements as runs of bytes that move (TILE-D72, D99).

/// A run of bytes of the destination, and where it comes from: an address, or nothing, where the source's tensor ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) from: Option<u64>,
    pub(super) to: u64,
    pub(super) bytes: u64,
}

/// How many elements a copy by tensor maps may write at most (TILE-D101).
pub(super) const MOST: u128 = 1 << 24;

/// How many elements the destination has.
pub(super) fn count(to: &Side, extent: At) -> u128 {
    let lengths = to.inside(extent).into_iter().map(|range| u128::from(length(&range)));
    lengths.fold(1, u128::saturating_mul)
}

/// Every element of the box that the destination has, innermost first; neighbours are one piece. All addresses were judged before.
pub(super) fn pieces(from: &Side, to: &Side, extent: At, bytes: u64) -> Vec<Piece> {
    let (source, target) = (from.inside(extent), to.inside(extent));
    let mut pieces = Vec::new();
    each(&target, |at| {
        let inside = (0..DIMENSIONS).all(|i| source[i].contains(&at[i]));
        let from = inside.then(|| from.address(at) as u64);
        join(&mut pieces, Piece { from, to: to.address(at) as u64, bytes });
    });
    pieces
}

/// Puts a piece behind the others, or makes the last one longer. Fills stay single: each is one element.
fn join(pieces: &mut Vec<Piece>, piece: Piece) {
    if let Some(last) = pieces.last_mut()
        && last.from.is_some_and(|from| piece.from == Some(from + last.bytes))
        && last.to + last.bytes == piece.to
    {
        last.bytes += piece.bytes;
        return;
    }
    pieces.push(piece);
}

/// Every place in these ranges, dimension 0 first.
fn each(ranges: &[Range<u64>; DIMENSIONS], mut visit: impl FnMut(At)) {
    if ranges.iter().any(Range::is_empty) {
        return;
    }
    let mut at = ranges.each_ref().map(|range| range.start);
    loop {
        visit(at);
        let Some(i) = (0..DIMENSIONS).find(|i| at[*i] + 1 < ranges[*i].end) else { return };
        at[i] += 1;
        for (at, range) in at.iter_mut().zip(ranges).take(i) {
            *at = range.start;
        }
    }
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}
