//! The machine: cores that fetch keys, execute and deposit keys in turns (sections 1.3 to 1.6 of the source, XDSA-D03 to D09, D99).

mod domain;
mod hook;
mod step;
mod turn;

pub use domain::{DomainHandler, Handled, Schedule, Settings};
pub use hook::{Hooks, UserOp};
pub use step::{Effect, evaluate, plan, table};

use super::exec::MOVED;
use super::isa::Word;
use super::{Error, Keys, Kind, Memory};
use crate::machine::done;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use turn::{Core, Turn};

/// The most steps where nobody asks for another limit (XDSA-D70, D81): more than the longest program without branches has.
pub const STEPS: u64 = 10_000_000;

/// The most elements that instructions move then, or as much work (XDSA-D120).
const MOVES: u64 = 1 << 31;

/// What cores, engines and the host share.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The memory of the Unity domain.
    pub unity: &'a mut Memory,
    /// The memory of the handler's own domain.
    pub own: &'a mut Memory,
    /// The tables of keys.
    pub keys: &'a mut Keys,
}

/// The machine.
pub struct Xdsa {
    settings: Settings,
    memory: Memory,
    keys: Keys,
    domains: BTreeMap<u8, Memory>,
    handlers: BTreeMap<u8, Box<dyn DomainHandler>>,
}

/// A run that came to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Unity instructions that were executed.
    pub instructions: u64,
    /// Instructions of other domains that were executed.
    pub foreign: u64,
    /// Turns that passed because keys were missing.
    pub waits: u64,
}

/// An error, with the core and the index of its instruction (XDSA-D71, D99).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The core.
    pub core: usize,
    /// The index in the core's program, all domains counted.
    pub index: usize,
    /// What is wrong.
    pub error: Error,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "core {}, instruction {}: {}", self.core, self.index, self.error)
    }
}

impl std::error::Error for Stopped {}

/// Who watches: an instruction of a core that was executed, with what it did. May break off.
pub type Watcher<'a> = dyn FnMut(usize, usize, &Word, Option<&Effect>) -> ControlFlow<()> + 'a;

impl Xdsa {
    /// The machine at reset.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let keys = Keys::new(settings.profile.key_bits);
        let (domains, handlers) = (BTreeMap::new(), BTreeMap::new());
        Self { settings, memory: Memory::default(), keys, domains, handlers }
    }

    /// Its switches.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The memory of the Unity domain.
    #[must_use]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The tables of keys.
    #[must_use]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The memory of the Unity domain, past mapped tables of keys.
    pub(super) const fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// The memory of another domain.
    pub fn domain_mut(&mut self, did: u8) -> &mut Memory {
        self.domains.entry(did).or_default()
    }

    /// Writes into the memory of the Unity domain; counters of tables that are mapped there follow (XDSA-D09).
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        self.memory.write(address, bytes);
        self.keys_from_memory(address.into(), u128::from(address) + bytes.len() as u128);
    }

    /// Sets a counter; the memory follows where the table is mapped.
    pub fn preset(&mut self, bar: u8, entry: u8, keys: u8) {
        self.keys.preset(bar, entry, keys);
        self.memory_from_keys(bar);
    }

    /// Gives a domain a handler.
    ///
    /// # Errors
    /// A domain that is reserved, or the Unity domain's own.
    pub fn handle(&mut self, did: u8, handler: Box<dyn DomainHandler>) -> Result<(), Error> {
        if !matches!(did, 1..=6 | 0x80..=0xff) {
            return Err(Error::new(
                Kind::ReservedDomain,
                format!("domain {did:02X} takes no handler"),
            ));
        }
        self.handlers.insert(did, handler);
        Ok(())
    }

    /// Runs programs, one a core, until all have ended.
    ///
    /// ```
    /// use semantics::xdsa::{Program, Settings, Xdsa};
    /// let table = "s0=0x200, s1=0x201, d=0x300, len=1, src0=sint8, src1=sint8, des=sint8, sat=1";
    /// let program = Program::read(&format!(
    ///     "base.add.a16 @t\nend\n.table t at 0x100 for base.add.a16 {{ {table} }}"
    /// ))?;
    /// let mut machine = Xdsa::new(Settings::default());
    /// program.data().for_each(|(address, bytes)| machine.write(address, bytes));
    /// machine.write(0x200, &[127, 1]);
    /// assert_eq!(machine.run(&program.words())?.instructions, 1);
    /// let mut sum = [0];
    /// machine.memory().read(0x300, &mut sum);
    /// assert_eq!(sum, [127]); // 127 + 1, clamped
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What stopped the machine; the instruction changed nothing.
    pub fn run(&mut self, programs: &[Vec<Word>]) -> Result<Ran, Stopped> {
        self.watch(programs, &mut |_, _, _, _| ControlFlow::Continue(()))
    }

    /// Runs programs under someone's eyes.
    ///
    /// # Errors
    /// As [`Xdsa::run`].
    pub fn watch(
        &mut self,
        programs: &[Vec<Word>],
        each: &mut Watcher<'_>,
    ) -> Result<Ran, Stopped> {
        self.watch_within(programs, None, each)
    }

    /// The same with so many steps at most, if the settings don't ask for fewer.
    ///
    /// # Errors
    /// As [`Xdsa::run`].
    pub fn watch_within(
        &mut self,
        programs: &[Vec<Word>],
        most: Option<u64>,
        each: &mut Watcher<'_>,
    ) -> Result<Ran, Stopped> {
        let asked = most.into_iter().chain(self.settings.steps).min();
        let (most, mut effort) = (asked.unwrap_or(STEPS), 0_u64);
        for bar in 0..4 {
            self.memory_from_keys(bar);
        }
        let mut cores: Vec<Core<'_>> = programs.iter().map(|program| Core::new(program)).collect();
        let mut random = self.settings.schedule.random();
        let (mut ran, mut steps) = (Ran::default(), 0);
        // Cores that failed to fetch since anything was done.
        let mut waiting = vec![false; cores.len()];
        loop {
            let mut progress = false;
            for core in turn::round(&mut cores, &mut random) {
                let index = core.1.at;
                let stop = |error| Stopped { core: core.0, index, error };
                let wanted = core.1.wanted(self.settings.lenient);
                let waits = wanted
                    .is_some_and(|(bar, entry, keys)| self.keys.present(bar, entry, keys) < keys);
                if steps >= most && !waits && !core.1.at_end() {
                    return Err(stop(Error::new(Kind::StepLimit, done(most))));
                }
                let turn = self.turn(core.1).map_err(stop)?;
                let word = core.1.program.get(index).copied().unwrap_or_default();
                let flow = match &turn {
                    Turn::Waits => {
                        ran.waits += 1;
                        waiting[core.0] = true;
                        continue;
                    }
                    Turn::Ended => ControlFlow::Continue(()),
                    Turn::Skipped => {
                        steps += 1;
                        ControlFlow::Continue(())
                    }
                    Turn::Executed(effect) => {
                        steps += 1;
                        effort = effort.saturating_add(effect.effort);
                        if asked.is_none() && effort > MOVES * MOVED {
                            let what = format!(
                                "work as of {MOVES} elements is done, which is the limit without --max-steps"
                            );
                            return Err(stop(Error::new(Kind::StepLimit, what)));
                        }
                        ran.instructions += 1;
                        each(core.0, index, &word, Some(effect))
                    }
                    Turn::Foreign => {
                        steps += 1;
                        ran.foreign += 1;
                        each(core.0, index, &word, None)
                    }
                };
                progress = true;
                waiting.fill(false);
                if flow.is_break() {
                    return Ok(ran);
                }
            }
            if cores.iter().all(|core| core.ended) {
                return Ok(ran);
            }
            let stuck = cores.iter().zip(&waiting).all(|(core, waits)| core.ended || *waits);
            if !progress && stuck {
                return Err(self.deadlock(&cores));
            }
        }
    }

    /// Nobody can go on: the waiting core with the lowest number, and what each waits for.
    fn deadlock(&self, cores: &[Core<'_>]) -> Stopped {
        let waits = |(n, core): (usize, &Core<'_>)| {
            if core.ended {
                return None;
            }
            let (bar, entry, wanted) = core.wanted(self.settings.lenient)?;
            let present = self.keys.present(bar, entry, wanted);
            Some(format!(
                "core {n}, instruction {}: table {bar}, entry {entry:02X}, present {present}, wanted {wanted}",
                core.at
            ))
        };
        let all: Vec<String> = cores.iter().enumerate().filter_map(waits).collect();
        let (core, index) = cores
            .iter()
            .enumerate()
            .find(|(_, core)| !core.ended)
            .map_or((0, 0), |(n, core)| (n, core.at));
        Stopped { core, index, error: Error::new(Kind::Deadlock, all.join("; ")) }
    }

    fn memory_from_keys(&mut self, bar: u8) {
        if let Some(base) = self.settings.mapped[usize::from(bar & 3)] {
            self.memory.write(base, self.keys.table(bar));
        }
    }

    /// Counters of mapped tables that bytes from `start` to before `end` overlap.
    fn keys_from_memory(&mut self, start: u128, end: u128) {
        for bar in 0..4u8 {
            let Some(base) = self.settings.mapped[usize::from(bar)] else { continue };
            if start < u128::from(base) + 256 && u128::from(base) < end {
                let mut counters = [0; 256];
                self.memory.read(base, &mut counters);
                for (entry, keys) in (0..=u8::MAX).zip(counters) {
                    self.keys.preset(bar, entry, keys);
                }
            }
        }
    }
}

impl fmt::Debug for Xdsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, keys, handlers, .. } = self;
        let handlers: Vec<u8> = handlers.keys().copied().collect();
        let mut machine = f.debug_struct("Xdsa");
        machine.field("settings", settings).field("keys", keys).field("handlers", &handlers);
        machine.finish_non_exhaustive()
    }
}
