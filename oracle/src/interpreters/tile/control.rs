//! TCTRL: CSRs, waits, barriers, semaphores, fences (TILE-D15, D77 to D80, D85, D86, D94, D95).

use super::state::{Kind, Settings, Shared, Thread, little, place};

use super::word::{Word, legal};

pub(super) fn execute(
    w: Word,
    thread: &mut Thread,
    shared: &mut Shared,
    settings: Settings,
) -> Result<Turn, Kind> {
    let operation = w.bits(12, 10);
    if operation != 0 && thread.start != 0 {
        return Err(Kind::Illegal);
    }
    match operation {
        0 => csr(w, thread, settings).map(|()| Turn::Done),
        1 => sync(w, thread, shared),
        2 => wait(w, thread, shared),
        3 => semaphore(w, thread, shared),
        4 => {
            w.zero(63, 23)?;
            legal(w.bits(22, 21) <= 1)?;
            Ok(Turn::Done)
        }
        _ => Err(Kind::Illegal),
    }
}

fn csr(w: Word, thread: &mut Thread, settings: Settings) -> Result<(), Kind> {
    w.zero(63, 60)?;
    let (first, register, count) = (w.bits(19, 15), w.bits(24, 20), w.bits(27, 25) + 1);
    let immediate = w.bits(59, 28) as u64;
    let fits = first + count <= 32 && register + count <= 32;
    match w.bits(14, 13) {
        0 => {
            legal(immediate == 0 && fits && first + count <= 3)?;
            for i in 0..count {
                write(thread, first + i, thread.x[register + i]);
            }
        }
        1 => {
            legal(register == 0 && count == 1 && first < 3)?;
            write(thread, first, immediate);
        }
        2 => {
            legal(immediate == 0 && fits)?;
            let values: Result<Vec<u64>, Kind> =
                (first..first + count).map(|index| read(thread, index, settings)).collect();
            for (i, value) in values?.into_iter().enumerate() {
                thread.set_x(register + i, value);
            }
        }
        _ => return Err(Kind::Illegal),
    }
    Ok(())
}

pub(super) fn write(thread: &mut Thread, index: usize, value: u64) {
    match index {
        0 => thread.start = value & 0x1f,
        1 => thread.control = value & 0xff,
        _ => thread.mask = value & 0xffff_ffff,
    }
}

pub(super) fn read(thread: &Thread, index: usize, settings: Settings) -> Result<u64, Kind> {
    Ok(match index {
        0 => thread.start,
        1 => thread.control,
        2 => thread.mask,
        16 => 1024,
        17 => thread.row()? as u64,
        18 => 0xff | u64::from(settings.extensions) << 8,
        19..=29 => thread.context[index - 19],
        _ => return Err(Kind::Illegal),
    })
}

fn sync(w: Word, thread: &Thread, shared: &mut Shared) -> Result<Turn, Kind> {
    w.zero(63, 36)?;
    let (only_arrives, scope, register) = (w.bit(13), w.bits(15, 14), w.bits(20, 16));
    let (by_register, number, immediate) = (w.bit(21), w.bits(26, 22), w.bits(35, 28));
    legal(scope <= 1)?;
    legal(!by_register || number == 0)?;
    legal(if w.bit(27) { by_register || register == 0 } else { immediate == 0 })?;
    let id = if by_register { thread.x[register] as usize & 31 } else { number };
    let count = if w.bit(27) { immediate as u64 } else { thread.x[register] >> 8 & 0xff_ffff };
    let round = &mut shared.barriers[scope][id];
    if count == 0 || round.arrived != 0 && round.count != count {
        return Err(Kind::BarrierCount);
    }
    let before = round.over;
    round.count = count;
    round.arrived += 1;
    if round.arrived == count {
        (round.arrived, round.count, round.over) = (0, 0, before + 1);
        return Ok(Turn::Done);
    }
    Ok(if only_arrives { Turn::Done } else { Turn::Arrived(scope, id, before) })
}

fn wait(w: Word, thread: &Thread, shared: &mut Shared) -> Result<Turn, Kind> {
    w.zero(63, 43)?;
    let counts = [w.bits(24, 19), w.bits(30, 25), w.bits(36, 31), w.bits(42, 37)];
    let flags = w.bits(18, 15);
    match w.bits(14, 13) {
        0 => {
            // Nothing is ever outstanding (TILE-D69).
            for (i, count) in counts.into_iter().enumerate() {
                legal(flags >> i & 1 == 1 || count == 0)?;
            }
            Ok(Turn::Done)
        }
        1 | 2 if flags == 0 => {
            legal(counts[1..] == [0, 0, 0])?;
            Ok(Turn::Done)
        }
        2 if flags == 1 => {
            legal(counts[0] < 32 && counts[1] < 32 && counts[2..] == [0, 0])?;
            let memory = shared.memory(false);
            let at = place(memory, thread.x[counts[0]].into(), 8, 8)?;
            let same = little(&memory[at..][..8]) & 7 == thread.x[counts[1]] & 7;
            Ok(if same { Turn::Waits } else { Turn::Done })
        }
        _ => Err(Kind::Illegal),
    }
}

fn semaphore(w: Word, thread: &mut Thread, shared: &mut Shared) -> Result<Turn, Kind> {
    w.zero(63, 39)?;
    let (operation, id, result) = (w.bits(14, 13), w.bits(19, 15), w.bits(24, 20));
    let (register, direct, immediate) = (w.bits(29, 25), w.bit(30), w.bits(38, 31));
    let now = shared.semaphores[id];
    if operation == 3 {
        w.zero(63, 25)?;
        thread.set_x(result, now.into());
        return Ok(Turn::Done);
    }
    legal(result == 0 && if direct { register == 0 } else { immediate == 0 })?;
    let value = if direct { immediate as u64 } else { thread.x[register] };
    let next = match operation {
        0 => Some(u128::from(value)),
        1 => Some(u128::from(now) + u128::from(value)),
        _ => u128::from(now).checked_sub(value.into()),
    };
    let Some(next) = next else { return Ok(Turn::Waits) };
    shared.semaphores[id] = u32::try_from(next).map_err(|_| Kind::SemaphoreRange)?;
    Ok(Turn::Done)
}

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The instruction is done.
    Done,
    /// It has to wait; nothing has changed.
    Waits,
    /// It has arrived at a barrier of a scope and waits for the end of this round.
    Arrived(usize, usize, u64),
}
