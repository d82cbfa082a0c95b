//! Which family a word belongs to (s. 2.1, 2.2).

use super::state::{Kind, Settings, Shared, Thread};
use super::turn::Turn;
use super::word::Word;
use super::{alu, atomic, barrier, block, control, convert, copy, load, moves, product};

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
        (0 | 1, 0) => load::execute(w, global, thread, shared),
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
        (1, code) if code % 4 == 3 => moves::transpose(w, thread),
        (1, _) => alu::function(w, thread),
        (2, 3 | 7) => moves::execute(w, thread),
        (2, _) => alu::binary(w, thread),
        _ => alu::fused(w, thread),
    }
}
