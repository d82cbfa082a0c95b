//! Threads that take turns (TILE-D69, D77 to D81).

use super::control::{self, Turn};
use super::state::{Kind, Settings, Shared, TILE, Thread, little, place};
use super::word::{Word, group, legal};
use super::{alu, atomic, barrier, block, convert, copy, product};

/// Where and why a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The thread.
    pub thread: usize,
    /// The index of the word in the program.
    pub index: usize,
    /// The error.
    pub kind: Kind,
}

/// Runs a program on each thread, one word a turn, until all are at their end. What ran before an error stays.
///
/// # Errors
/// Where an instruction ends with an error, or no thread can go on: then the first one that waits.
pub fn run(
    programs: &[Vec<u64>],
    threads: &mut [Thread],
    shared: &mut Shared,
    settings: Settings,
) -> Result<(), Stopped> {
    let mut at = vec![0; programs.len()];
    let mut arrived: Vec<Option<(usize, usize, u64)>> = vec![None; programs.len()];
    loop {
        let (mut waits, mut progress) = (None, false);
        for (number, thread) in threads.iter_mut().enumerate() {
            let index = at[number];
            let Some(&word) = programs[number].get(index) else { continue };
            let stopped = |kind| Stopped { thread: number, index, kind };
            let turn = match arrived[number] {
                Some((scope, id, round)) if shared.barriers[scope][id].over == round => Turn::Waits,
                Some(_) => Turn::Done,
                None => execute(word, thread, shared, settings).map_err(stopped)?,
            };
            match turn {
                Turn::Done => {
                    arrived[number] = None;
                    at[number] += 1;
                    progress = true;
                }
                Turn::Arrived(scope, id, round) => {
                    arrived[number] = Some((scope, id, round));
                    progress |= programs.len() > 1;
                    waits = waits.or(Some(stopped(Kind::Deadlock)));
                }
                Turn::Waits => waits = waits.or(Some(stopped(Kind::Deadlock))),
            }
        }
        match waits {
            Some(stopped) if !progress => return Err(stopped),
            None if !progress => return Ok(()),
            _ => {}
        }
    }
}

// Which family a word belongs to (s. 2.1, 2.2).

/// Executes a word; on an error nothing has changed.
pub(super) fn execute(
    word: u64,
    thread: &mut Thread,
    shared: &mut Shared,
    settings: Settings,
) -> Result<Turn, Kind> {
    let w = Word(word);
    if w.bits(6, 0) != 0x3f {
        return Err(Kind::Illegal);
    }
    let unit = w.bits(9, 7);
    if unit == 2 {
        return control::execute(w, thread, shared, settings);
    }
    if thread.start != 0 {
        return Err(Kind::Illegal);
    }
    match unit {
        0 | 1 => memory(w, unit == 0, thread, shared)?,
        3 => product::execute(w, thread, settings)?,
        4 => vector(w, thread, settings)?,
        _ => return Err(Kind::Illegal),
    }
    Ok(Turn::Done)
}

fn memory(w: Word, global: bool, thread: &mut Thread, shared: &mut Shared) -> Result<(), Kind> {
    match (w.bits(15, 13), w.bits(12, 10)) {
        (0 | 1, 0) => load(w, global, thread, shared),
        (0 | 1, 1) => block::execute(w, global, thread, shared),
        (2, 1) if global => Ok(w.zero(63, 16)?),
        (2, 3) if global => copy::execute(w, thread, shared),
        (2, 0 | 1) if !global => barrier::execute(w, thread, shared),
        (3..=5, 0..=6) => atomic::execute(w, global, thread, shared),
        (6, 0..=2) | (7, 0..=3) if !global => atomic::execute(w, global, thread, shared),
        _ => Err(Kind::Illegal),
    }
}

fn vector(w: Word, thread: &mut Thread, settings: Settings) -> Result<(), Kind> {
    match (w.bits(11, 10), w.bits(17, 12)) {
        (0, _) => convert::execute(w, thread, settings),
        (1, code) if code % 4 == 3 => transpose(w, thread),
        (1, _) => alu::function(w, thread),
        (2, 3 | 7) => moves(w, thread),
        (2, _) => alu::binary(w, thread),
        _ => alu::fused(w, thread),
    }
}

// LD_B32, ST_B32: slices of 32 bytes, unit, strided, indexed (TILE-D63, D89 to D91).

pub(super) fn load(
    w: Word,
    global: bool,
    thread: &mut Thread,
    shared: &mut Shared,
) -> Result<(), Kind> {
    w.zero(63, 46)?;
    let (store, mode, first) = (w.bit(13), w.bits(17, 16), w.bits(25, 18));
    let (operand, masked, by_register, offset) =
        (w.bits(35, 31), w.bit(39), w.bit(40), w.bits(45, 41));
    legal(w.bits(38, 36) <= 2)?;
    let tiles = 1 << w.bits(38, 36);
    legal(tiles == 1 || !masked)?;
    group(first, tiles)?;
    let displacement: i128 = match (mode, by_register) {
        (0, true) => {
            legal(operand == 0)?;
            thread.x[offset].into()
        }
        (0, false) => 32 * (offset * 32 + operand) as i128,
        (_, true) => thread.x[offset].into(),
        (_, false) => {
            legal(offset == 0)?;
            0
        }
    };
    let base = i128::from(thread.x[w.bits(30, 26)]) + displacement;
    legal(mode <= 2)?;
    legal(mode != 2 || operand + tiles <= 32)?;
    let address = |i: usize| {
        base + match mode {
            0 => 32 * i as i128,
            1 => 32 * i as i128 * i128::from(thread.x[operand] as i64),
            _ => i128::from(little(&thread.v[operand + i / 32][i % 32 * 4..][..4])),
        }
    };
    let memory = shared.memory(global);
    let mut moved = Vec::new();
    for i in (0..32 * tiles).filter(|i| thread.enabled(masked, i * 32)) {
        moved.push((i, place(memory, address(i), 32, 32)?));
    }
    for (i, at) in moved {
        let (there, here) = (&mut memory[at..][..32], (first + i / 32, i % 32 * 32));
        let slice = &mut thread.tiles[here.0][here.1..][..32];
        if store { there.copy_from_slice(slice) } else { slice.copy_from_slice(there) }
    }
    Ok(())
}

// TMV and the transposes (TILE-D57, D60, D96).

pub(super) fn moves(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    w.zero(63, 40)?;
    let (to_tile, tile, register) = (w.bits(17, 12) == 3, w.bits(25, 18), w.bits(30, 26));
    let (kind, all) = (w.bits(37, 36), w.bit(39));
    let index = if w.bit(38) { w.bits(35, 31) } else { thread.x[w.bits(35, 31)] as usize & 0xff };
    legal(to_tile || !all && kind != 3)?;
    let size = if kind == 2 { 128 } else { 4 };
    legal(kind != 2 || index < 8 && (!all || index == 0))?;
    if to_tile {
        let bytes: Vec<u8> = match kind {
            0 => thread.x[register].to_le_bytes()[..4].to_vec(),
            1 => thread.f[register].to_le_bytes()[..4].to_vec(),
            2 => thread.v[register].to_vec(),
            _ => vec![register as u8, 0, 0, 0],
        };
        let places = if all { 0..TILE / size } else { index..index + 1 };
        for place in places {
            thread.tiles[tile][place * size..][..size].copy_from_slice(&bytes);
        }
        return Ok(());
    }
    let bytes = &thread.tiles[tile][index * size..][..size];
    match kind {
        0 => thread.set_x(register, little(bytes) as u32 as i32 as i64 as u64),
        1 => thread.f[register] = 0xffff_ffff_0000_0000 | little(bytes),
        _ => thread.v[register].copy_from_slice(bytes),
    }
    Ok(())
}

/// Rows become columns.
pub(super) fn transpose(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    let (rows, columns) = match w.bits(17, 12) {
        3 => (32, 32),
        7 => (16, 32),
        11 => (32, 16),
        15 => (8, 32),
        19 => (32, 8),
        _ => return Err(Kind::Illegal),
    };
    w.zero(63, 61)?;
    w.zero(59, 34)?;
    let bytes = TILE / (rows * columns);
    let from = thread.tiles[w.bits(33, 26)];
    let to = &mut thread.tiles[w.bits(25, 18)];
    for row in 0..rows {
        for column in 0..columns {
            let element = &from[(row * columns + column) * bytes..][..bytes];
            to[(column * rows + row) * bytes..][..bytes].copy_from_slice(element);
        }
    }
    Ok(())
}
