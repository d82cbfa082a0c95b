//! TACP: copies between memories (TILE-D72 to D74, D98, D99).

use super::barrier;
use super::map::Map;
use super::state::{CLUSTER, Kind, Shared, Thread, little, place};
use super::word::{Word, legal};
use std::ops::Range;

/// One side of a copy.
struct Side {
    /// A memory of the cluster, or global memory.
    local: Option<usize>,
    base: i128,
    map: Option<Map>,
    corner: [i64; 5],
}

impl Side {
    /// The coordinates of a box that lie inside.
    fn reach(&self, sides: [u64; 5]) -> [Range<u64>; 5] {
        std::array::from_fn(|i| match &self.map {
            Some(map) if i < map.rank => {
                let inside = |at: i64| (at - self.corner[i]).clamp(0, sides[i] as i64) as u64;
                inside(0)..inside(map.dims[i] as i64)
            }
            _ => 0..sides[i],
        })
    }
}

/// A unit that moves: where from, if it is inside, and where to.
struct Move {
    from: Option<i128>,
    to: Option<i128>,
}

pub(super) fn execute(w: Word, thread: &mut Thread, shared: &mut Shared) -> Result<(), Kind> {
    w.zero(63, 48)?;
    let (kind, completion, object) = (w.bits(17, 16), w.bits(41, 40), w.bits(47, 43));
    let (everywhere, to_loc, from_global) = (w.bit(42), w.bits(38, 37), w.bit(39));
    legal(completion != 3 && to_loc != 3 && (completion != 0 || object == 0))?;
    legal(!everywhere || from_global && to_loc == 0)?;
    let (maps, dim) = ((w.bit(19), w.bit(18)), w.bits(36, 35));
    legal(match kind {
        0 => maps == (false, false) && dim == 0,
        1 => maps.0 != maps.1,
        2 => maps.0 || maps.1,
        _ => maps == (true, true),
    })?;
    let from_x = thread.x[w.bits(29, 25)];
    let to_x = thread.x[w.bits(24, 20)];
    let read =
        |map: bool, address| map.then(|| Map::read(&shared.global, address, dim + 2)).transpose();
    let (from_map, to_map) = (read(maps.0, from_x)?, read(maps.1, to_x)?);
    let corner =
        |first: usize| std::array::from_fn(|i| coordinate(thread, w.bits(34, 30), first + i));
    let local = if from_global { None } else { Some(shared.own) };
    let base = from_map.as_ref().map_or(from_x, |map| map.base);
    let from = Side { local, base: base.into(), map: from_map, corner: corner(0) };
    let base = to_map.as_ref().map_or(to_x, |map| map.base);
    let (local, base) = match to_loc {
        0 => (Some(shared.own), base),
        1 => (None, base),
        _ => (Some((base >> 56) as usize), base & (u64::MAX >> 8)),
    };
    let to = Side { local, base: base.into(), map: to_map, corner: corner(5) };
    let (moves, size, whole) = if kind == 0 {
        let (moves, size) = linear(&from, &to, thread.x[w.bits(34, 30)]);
        (moves, size, true)
    } else {
        mapped(kind, &from, &to)?
    };
    let before = shared.clone();
    let mut run = || -> Result<(), Kind> {
        let fill = from.map.as_ref().map_or(Ok(0), Map::fill)?;
        let moved = transfer(shared, &from, &to, &moves, size, fill, everywhere)?;
        whole.then_some(()).ok_or(Kind::TooLarge)?;
        complete(completion, object, thread.x[object], everywhere, moved, shared)
    };
    let result = run();
    if result.is_err() {
        *shared = before;
    }
    result
}

/// A coordinate of v.
fn coordinate(thread: &Thread, register: usize, number: usize) -> i64 {
    little(&thread.v[register][number * 4..][..4]) as i32 as i64
}

/// Bytes one after another; a copy that no memory can hold is one byte at its end.
fn linear(from: &Side, to: &Side, length: u64) -> (Vec<Move>, usize) {
    let size = i128::from(length);
    let one = |i: i128| Move { from: Some(from.base + i), to: Some(to.base + i) };
    if length > 1 << 26 { (vec![one(size - 1)], 1) } else { ((0..size).map(one).collect(), 1) }
}

/// The most elements that are written (TILE-D101).
const MOST: u64 = 1 << 24;

/// The elements of a box, and their bytes; those of its corners alone where they are too many.
fn mapped(kind: usize, from: &Side, to: &Side) -> Result<(Vec<Move>, usize, bool), Kind> {
    let tiled = [from, to].iter().any(|side| side.map.as_ref().is_some_and(|map| map.tiled));
    legal(tiled == (kind == 2))?;
    let own = from.map.as_ref().or(to.map.as_ref()).ok_or(Kind::Illegal)?;
    if let (Some(a), Some(b)) = (&from.map, &to.map) {
        legal(a.rank == b.rank && a.bits == b.bits)?;
    }
    for side in [from, to] {
        legal(side.map.is_none() || side.corner[0] % own.per_unit() as i64 == 0)?;
    }
    let sides = own.sides;
    legal(kind != 1 || own.whole_tiles(sides[0], sides[1]))?;
    // Elements outside of both sides are nothing.
    let (read, written) = (from.reach(sides), to.reach(sides));
    let (mut first, mut counts) = ([0; 5], [0; 5]);
    for i in 0..5 {
        first[i] = read[i].start.min(written[i].start);
        counts[i] = read[i].end.max(written[i].end) - first[i];
    }
    let count = |reach: &[Range<u64>; 5]| -> u64 {
        reach.iter().map(|side| side.end - side.start).fold(1, u64::saturating_mul)
    };
    let whole = count(&written) <= MOST;
    assert!(
        !whole || counts.iter().product::<u64>() <= 4 * MOST,
        "{counts:?} elements are looked at"
    );
    let place = |side: &Side, at: [u64; 5]| match &side.map {
        Some(map) => {
            let c = |i: usize| if i < map.rank { side.corner[i] + at[i] as i64 } else { 0 };
            Some(side.base + map.offset(std::array::from_fn(c))?)
        }
        None => {
            let plane = (at[4] * sides[3] + at[3]) * sides[2] + at[2];
            let before = plane * (sides[0] * sides[1] * own.bits / 8);
            let inside = match kind {
                1 => own.in_tiles(at[0], at[1], sides[0]),
                _ => (at[1] * sides[0] + at[0]) * own.bits / 8,
            };
            Some(side.base + i128::from(before + inside))
        }
    };
    let unit = own.per_unit();
    let mut moves = Vec::new();
    let mut put = |at: [u64; 5]| moves.push(Move { from: place(from, at), to: place(to, at) });
    if whole {
        for number in (0..counts.iter().product::<u64>()).step_by(unit as usize) {
            let mut rest = number;
            put(std::array::from_fn(|i| {
                let here = rest % counts[i];
                rest /= counts[i];
                first[i] + here
            }));
        }
    } else {
        for corner in 0..32 {
            let last = |i: usize| counts[i] - if i == 0 { unit } else { 1 };
            put(std::array::from_fn(|i| first[i] + if corner >> i & 1 == 1 { last(i) } else { 0 }));
        }
    }
    Ok((moves, own.bytes() as usize, whole))
}

/// Moves, and says how many bytes have been written.
fn transfer(
    shared: &mut Shared,
    from: &Side,
    to: &Side,
    moves: &[Move],
    size: usize,
    fill: u32,
    everywhere: bool,
) -> Result<u64, Kind> {
    let source = from.local.map_or(&shared.global, |local| &shared.local[local]);
    let mut units = Vec::new();
    for unit in moves {
        units.push(match unit.from {
            Some(begin) => source[place(source, begin, size, 1)?..][..size].to_vec(),
            None => fill.to_le_bytes()[..size].to_vec(),
        });
    }
    let mut written = 0;
    for target in if everywhere { 0..CLUSTER } else { 0..1 } {
        let memory = match to.local {
            Some(_) if everywhere => &mut shared.local[target],
            Some(local) => shared.local.get_mut(local).ok_or(Kind::AddressRange)?,
            None => &mut shared.global,
        };
        written = 0;
        for (unit, bytes) in moves.iter().zip(&units) {
            if let Some(begin) = unit.to {
                let at = place(memory, begin, size, 1)?;
                memory[at..][..size].copy_from_slice(bytes);
                written += size as u64;
            }
        }
    }
    Ok(written)
}

/// Tells the object of the copy that it is done (TILE-D73, D74, D94).
fn complete(
    completion: usize,
    object: usize,
    address: u64,
    everywhere: bool,
    bytes: u64,
    shared: &mut Shared,
) -> Result<(), Kind> {
    match completion {
        1 => {
            let own = shared.own;
            for target in if everywhere { 0..CLUSTER } else { own..own + 1 } {
                let memory = &mut shared.local[target];
                let at = place(memory, address.into(), 8, 8)?;
                let word = barrier::complete(little(&memory[at..][..8]), bytes)?;
                memory[at..][..8].copy_from_slice(&word.to_le_bytes());
            }
        }
        2 => {
            let next = shared.semaphores[object].checked_add(1);
            shared.semaphores[object] = next.ok_or(Kind::SemaphoreRange)?;
        }
        _ => {}
    }
    Ok(())
}
