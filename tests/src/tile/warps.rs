//! Several warps that share memories, semaphores and barriers, each with a program of its own.

use super::{MEMORY, state};
use oracle::plain::tile as plain;
use semantics::tile::isa::{Field, Instruction, rows};
use semantics::tile::run::{Settings, Tile};
use std::ops::ControlFlow;
use vectors::programs::Choices;
use vectors::programs::tile::Program;

/// A word of a row with these fields.
fn word(mnemonic: &str, fields: &[(Field, u64)]) -> u64 {
    let row = rows().iter().find(|row| row.mnemonic == mnemonic).expect("a row");
    Instruction::encode(row, fields).expect("an instruction").word()
}

/// Puts meetings into the programs: barriers of all of them, and semaphores that one raises and another waits for.
pub fn meet(choices: &mut dyn Choices, programs: &mut [Program]) {
    let all = programs.len() as u64;
    let barrier = |id| {
        let fields = [(Field::SyncId, id), (Field::Imm, 1), (Field::ImmSrc0, all)];
        word("tctrl.tsync.cta", &fields)
    };
    let semaphore = |name: &str, id: u64| {
        let fields = [(Field::SemId, id), (Field::Imm, 1), (Field::ImmSrc0, 1)];
        word(&format!("tctrl.tsem.{name}"), &fields)
    };
    for id in 28..28 + choices.below(3) {
        for program in &mut *programs {
            let at = choices.below(program.words.len() as u64 + 1) as usize;
            program.words.insert(at, barrier(id));
        }
    }
    for id in 0..choices.below(3) {
        for name in ["arrive", "wait"] {
            let program = &mut programs[choices.below(all) as usize];
            let at = choices.below(program.words.len() as u64 + 1) as usize;
            program.words.insert(at, semaphore(name, id));
        }
    }
}

/// How the two differ on the first warp that does, or in memory, if they do. The parameters are those of the first program.
///
/// # Panics
/// Where there is no program.
#[must_use]
pub fn difference(programs: &[Program]) -> Option<String> {
    let words: Vec<Vec<u64>> = programs.iter().map(|program| program.words.clone()).collect();
    let extensions = programs[0].extensions;
    // The memory is what all programs want of it, the later ones in front.
    let mut together = programs[0].clone();
    together.init = programs.iter().flat_map(|program| program.init.clone()).collect();
    let (_, mut shared) = super::start(&together);
    let mut threads: Vec<plain::Thread> =
        programs.iter().map(|program| super::start(program).0).collect();
    let settings = plain::Settings { extensions, ..plain::Settings::default() };
    let judged = plain::run(&words, &mut threads, &mut shared, settings)
        .map_err(|stop| (stop.thread, stop.index, format!("{:?}", stop.kind)));

    let (global, local) = (MEMORY, MEMORY);
    let settings = Settings { extended: extensions, global, shared: local, ..Settings::default() };
    let mut machine = Tile::new(settings);
    *machine.cta_mut() = state::start(&together).1;
    for (warp, program) in programs.iter().enumerate() {
        *machine.thread_mut(warp) = state::start(program).0;
    }
    let end = machine.run(&words, &mut |_, _, _, _| ControlFlow::Continue(()));
    let end = end.map(drop);
    let end = end.map_err(|stop| (stop.warp, stop.index, stop.fault.kind.name().to_owned()));
    if end != judged {
        return Some(format!("the machine ends with {end:?}, the plain one with {judged:?}"));
    }
    let registers = |(warp, judge): (usize, &plain::Thread)| {
        let difference = state::registers(machine.thread(warp), judge)?;
        Some(format!("warp {warp}: {difference}"))
    };
    threads.iter().enumerate().find_map(registers).or_else(|| state::shared(machine.cta(), &shared))
}
