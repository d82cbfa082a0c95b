//! Programs of xDSA under the machine and under the plain interpreter.

use oracle::plain::xdsa as plain;
use semantics::xdsa::isa::{Operation, Word};
use semantics::xdsa::{Kind, Settings as MachineSettings, Xdsa};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vectors::programs::xdsa::{Line, Program, Settings};

/// The most turns of a program.
const STEPS: u64 = 10_000;

/// What a run leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Core, index and kind of the error, if there is one.
    pub error: Option<(usize, usize, Kind)>,
    /// Bytes that are not 0.
    pub memory: BTreeMap<u64, u8>,
    /// The four tables.
    pub keys: Vec<Vec<u8>>,
}

/// The kinds of programs that a seed may mean.
#[must_use]
pub fn settings(seed: u64) -> Settings {
    let usual = Settings::default();
    match seed % 4 {
        0 => Settings { instructions: 1..=1, cores: 1, faults: 0, ..usual },
        1 => Settings { instructions: 1..=1, cores: 1, faults: 8, ..usual },
        _ => usual,
    }
}

/// A program under the plain interpreter.
#[must_use]
pub fn judged(program: &Program) -> Outcome {
    let mut state = plain::State::default();
    program.image().iter().for_each(|(at, bytes)| state.memory.write(*at, bytes));
    for (bar, entry, keys) in &program.keys {
        state.keys[usize::from(*bar)][usize::from(*entry)] = *keys;
    }
    let Program { defaults, lenient, seed, .. } = *program;
    let settings = plain::Settings { defaults, lenient, seed, steps: STEPS };
    let ran = plain::run(&program.words(), &mut state, &settings);
    Outcome {
        error: ran.err().map(|stop| (stop.core, stop.index, stop.kind)),
        memory: state.memory.bytes().filter(|(_, byte)| *byte != 0).collect(),
        keys: state.keys.iter().map(|table| table.to_vec()).collect(),
    }
}

/// A program under the machine.
#[must_use]
pub fn emulated(program: &Program) -> Outcome {
    let Program { defaults, lenient, seed, .. } = *program;
    let settings =
        MachineSettings { defaults, lenient, seed, steps: Some(STEPS), ..Default::default() };
    let mut machine = Xdsa::new(settings);
    program.image().iter().for_each(|(at, bytes)| machine.write(*at, bytes));
    program.keys.iter().for_each(|(bar, entry, keys)| machine.preset(*bar, *entry, *keys));
    let words: Vec<Vec<Word>> = program.words();
    let ran = machine.run(&words);
    let bytes = machine.memory().pages().into_iter().flat_map(|(first, page)| {
        page.iter().enumerate().map(move |(i, byte)| (first + i as u64, *byte))
    });
    Outcome {
        error: ran.err().map(|stop| (stop.core, stop.index, stop.error.kind)),
        memory: bytes.filter(|(_, byte)| *byte != 0).collect(),
        keys: (0..4).map(|bar| machine.keys().table(bar).to_vec()).collect(),
    }
}

/// How two runs differ, if they do.
#[must_use]
pub fn difference(program: &Program) -> Option<String> {
    let plain = judged(program);
    let Ok(machine) = catch_unwind(AssertUnwindSafe(|| emulated(program))) else {
        return Some("the machine panics".to_owned());
    };
    if machine.error != plain.error {
        return Some(format!("machine {:?}, plain {:?}", machine.error, plain.error));
    }
    if machine.keys != plain.keys {
        return Some("keys differ".to_owned());
    }
    let byte = |outcome: &Outcome, at| outcome.memory.get(&at).copied().unwrap_or(0);
    let all = machine.memory.keys().chain(plain.memory.keys()).copied();
    let mut differing: Vec<u64> =
        all.filter(|at| byte(&machine, *at) != byte(&plain, *at)).collect();
    differing.sort_unstable();
    differing.dedup();
    let shown = differing.iter().take(16).map(|at| {
        format!("[{at:#x}] machine {:02X} plain {:02X}", byte(&machine, *at), byte(&plain, *at))
    });
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}

/// A difference of a program, made as small as leaving out instructions behind it makes it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The last instruction.
    pub operation: Option<Operation>,
    /// How they differ.
    pub difference: String,
    /// The program as a case.
    pub case: String,
}

/// The difference of a program, if there is one.
#[must_use]
pub fn found(program: &Program, id: &str) -> Option<Found> {
    let mut difference_ = difference(program)?;
    let mut smallest = program.clone();
    let mut operation = None;
    if let [lines] = &program.cores[..] {
        for count in 0..lines.len() {
            let mut shorter = program.clone();
            shorter.cores[0].drain(count..lines.len() - 1);
            if let Some(difference) = difference(&shorter) {
                (smallest, difference_) = (shorter, difference);
                break;
            }
        }
        operation = smallest.cores[0].iter().rev().find(|line| line.table.is_some());
    }
    let operation = operation.map(|line: &Line| line.operation);
    Some(Found { operation, difference: difference_, case: smallest.case(id) })
}
