//! Threads that take turns (TILE-D69, D77 to D81).

use super::execute::execute;
use super::state::{Kind, Settings, Shared, Thread};
use super::turn::Turn;

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
