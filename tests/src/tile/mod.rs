//! Programs of RISC-V Tile under the machine and under the plain interpreter.

pub mod state;
pub mod warps;
pub mod words;

use oracle::plain::tile as plain;
use semantics::tile::exec::product::Profile as MachineProfile;
use semantics::tile::isa::{Instruction, Row};
use semantics::tile::run::{Settings as MachineSettings, Tile};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vectors::programs::tile::{Init, Profile, Program, Settings};

/// Bytes of global and of shared memory (TILE-D82).
pub const MEMORY: usize = 1 << 20;

/// The kinds of programs that a seed may mean.
#[must_use]
pub fn settings(seed: u64) -> Settings {
    let usual = Settings { steps: seed / 4 % 4, ..Settings::default() };
    match seed % 4 {
        0 => Settings { instructions: 1..=1, faults: 0, ..usual },
        1 => Settings { instructions: 1..=2, faults: 8, ..usual },
        _ => usual,
    }
}

/// What a run leaves.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Index and kind of the error, if there is one.
    pub error: Option<(usize, plain::Kind)>,
    /// Registers.
    pub thread: plain::Thread,
    /// Memories and what else is shared.
    pub shared: plain::Shared,
}

/// The state before a program.
#[must_use]
pub fn start(program: &Program) -> (plain::Thread, plain::Shared) {
    let mut thread = plain::Thread::default();
    let mut shared = plain::Shared::new(MEMORY, MEMORY);
    for init in &program.init {
        match init {
            Init::X(n, value) => thread.x[*n] = *value,
            Init::F(n, value) => thread.f[*n] = *value,
            Init::V(n, bytes) => thread.v[*n] = *bytes,
            Init::Tile(n, bytes) => thread.tiles[*n] = **bytes,
            Init::Scales(n, bytes) => thread.scales[*n] = *bytes,
            Init::Csr("trstart", value) => thread.start = *value,
            Init::Csr("tcsr", value) => thread.control = *value,
            Init::Csr("temask", value) => thread.mask = *value,
            Init::Csr("frm", value) => thread.rounding = *value as u8,
            Init::Csr("tid", value) => thread.context[0] = *value,
            Init::Csr(name, _) => panic!("{name}"),
            Init::Global(at, bytes) => {
                shared.global[*at as usize..][..bytes.len()].copy_from_slice(bytes);
            }
            Init::Local(at, bytes) => {
                let own = shared.own;
                shared.local[own][*at as usize..][..bytes.len()].copy_from_slice(bytes);
            }
            Init::Semaphore(n, value) => shared.semaphores[*n] = *value,
        }
    }
    (thread, shared)
}

/// A program under the plain interpreter.
#[must_use]
pub fn judged(program: &Program) -> Outcome {
    let profile = match program.profile {
        Profile::Slice => plain::Profile::Slice,
        Profile::Chain => plain::Profile::Chain,
        Profile::Full => plain::Profile::Full,
        Profile::Align(extra) => plain::Profile::Align(extra),
    };
    let settings = plain::Settings { profile, extensions: program.extensions };
    let (mut thread, mut shared) = start(program);
    let threads = std::slice::from_mut(&mut thread);
    let ran = plain::run(std::slice::from_ref(&program.words), threads, &mut shared, settings);
    Outcome { error: ran.err().map(|stop| (stop.index, stop.kind)), thread, shared }
}

/// A program under the machine: the error, the machine behind it, and the rows that ran.
#[must_use]
pub fn emulated(program: &Program) -> (Option<(usize, String)>, Tile, Vec<&'static Row>) {
    let profile = match program.profile {
        Profile::Slice => MachineProfile::Slice,
        Profile::Chain => MachineProfile::Chain,
        Profile::Full => MachineProfile::Full,
        Profile::Align(extra) => MachineProfile::Align(extra as u32),
    };
    let (global, shared) = (MEMORY, MEMORY);
    let extended = program.extensions;
    let settings =
        MachineSettings { profile, extended, global, shared, ..MachineSettings::default() };
    let mut machine = Tile::new(settings);
    let (thread, cta) = state::start(program);
    *machine.thread_mut(0) = thread;
    *machine.cta_mut() = cta;
    let mut ran = Vec::new();
    let mut watch = |_: usize, _: usize, instruction: &Instruction, _: &Tile| {
        ran.push(instruction.row());
        ControlFlow::Continue(())
    };
    let end = machine.run(std::slice::from_ref(&program.words), &mut watch);
    (end.err().map(|stop| (stop.index, stop.fault.kind.name().to_owned())), machine, ran)
}

/// What two runs of a program have shown.
#[derive(Clone, Debug)]
pub struct Found {
    /// The rows that ran under the machine.
    pub ran: Vec<&'static Row>,
    /// How the two differ, if they do.
    pub difference: Option<String>,
}

/// A program under both.
#[must_use]
pub fn compared(program: &Program) -> Found {
    let judge = judged(program);
    let Ok((error, machine, ran)) = catch_unwind(AssertUnwindSafe(|| emulated(program))) else {
        return Found { ran: Vec::new(), difference: Some("the machine panics".to_owned()) };
    };
    let judged = judge.error.map(|(at, kind)| (at, format!("{kind:?}")));
    let difference = if error == judged {
        state::registers(machine.thread(0), &judge.thread)
            .or_else(|| state::shared(machine.cta(), &judge.shared))
    } else {
        Some(format!("the machine ends with {error:?}, the plain one with {judged:?}"))
    };
    Found { ran, difference }
}

/// The shortest program that differs, of those that leave a word of this one out.
#[must_use]
pub fn shortened(program: &Program) -> Program {
    let mut program = program.clone();
    let mut at = 0;
    while at < program.words.len() {
        let mut shorter = program.clone();
        shorter.words.remove(at);
        if compared(&shorter).difference.is_some() { program = shorter } else { at += 1 }
    }
    program
}
