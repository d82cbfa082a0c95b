//! A core's turn: one instruction that is executed or skipped, or one fetch of keys that fails (XDSA-D99).

use super::domain::{Handled, unhandled};
use super::{Effect, Schedule, Shared, Xdsa, step};
use crate::xdsa::isa::{Domain, Instruction, Operation, Word};
use crate::xdsa::{Error, Kind};

/// A core and its program.
#[derive(Debug)]
pub(super) struct Core<'a> {
    pub(super) program: &'a [Word],
    /// The index of the next instruction.
    pub(super) at: usize,
    /// EXIT was executed.
    exited: bool,
    /// END was reached.
    pub(super) ended: bool,
    /// Random instructions that were executed.
    drawn: u64,
}

/// What a turn came to.
#[derive(Debug)]
pub(super) enum Turn {
    /// Keys are missing.
    Waits,
    /// The program ends.
    Ended,
    /// EXIT, or a Unity instruction behind it.
    Skipped,
    /// A Unity instruction.
    Executed(Box<Effect>),
    /// An instruction of another domain.
    Foreign,
}

impl<'a> Core<'a> {
    pub(super) const fn new(program: &'a [Word]) -> Self {
        Self { program, at: 0, exited: false, ended: false, drawn: 0 }
    }

    /// Whether the next instruction is an END.
    pub(super) fn at_end(&self) -> bool {
        self.program.get(self.at).is_some_and(|word| matches!(word.decode(true), Ok(Domain::End)))
    }

    /// The keys that the next instruction wants.
    pub(super) fn wanted(&self, lenient: bool) -> Option<(u8, u8, u8)> {
        match self.program.get(self.at)?.decode(lenient) {
            Ok(Domain::Unity(instruction)) if !self.exited => {
                let (bar, entry) = instruction.sync.fetch()?;
                Some((bar, entry, instruction.sync.keys()))
            }
            _ => None,
        }
    }
}

/// The cores that take turns now, each with its number: all that have not ended, or one of them.
pub(super) fn round<'c, 'a>(
    cores: &'c mut [Core<'a>],
    random: &mut Option<u64>,
) -> Vec<(usize, &'c mut Core<'a>)> {
    let mut going: Vec<_> = cores.iter_mut().enumerate().filter(|(_, core)| !core.ended).collect();
    if let Some(state) = random
        && !going.is_empty()
    {
        // All of them in an order of chance, each as often as any.
        for n in (1..going.len()).rev() {
            going.swap(n, (draw(state) % (n as u64 + 1)) as usize);
        }
        let some = 1 + (draw(state) % going.len() as u64) as usize;
        // The others wait a round, unless it is their waiting that must be seen.
        if !draw(state).is_multiple_of(4) {
            going.truncate(some);
        }
    }
    going
}

impl Schedule {
    pub(super) const fn random(self) -> Option<u64> {
        match self {
            Self::RoundRobin => None,
            Self::Random(seed) => Some(seed),
        }
    }
}

/// splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Xdsa {
    /// One turn of a core.
    pub(super) fn turn(&mut self, core: &mut Core<'_>) -> Result<Turn, Error> {
        let Some(word) = core.program.get(core.at) else {
            let count = core.program.len();
            let message =
                format!("the program of {count} instructions has no END; right: `end` behind them");
            return Err(Error::new(Kind::NoEnd, message));
        };
        match word.did {
            crate::xdsa::isa::UNITY if core.exited => {
                core.at += 1;
                return Ok(Turn::Skipped);
            }
            _ => {}
        }
        match word.decode(self.settings.lenient)? {
            Domain::End => {
                core.ended = true;
                Ok(Turn::Ended)
            }
            Domain::Other(did) => self.foreign(did, &word.payload, core),
            Domain::Unity(Instruction { operation: Operation::Exit, .. }) => {
                core.exited = true;
                core.at += 1;
                Ok(Turn::Skipped)
            }
            Domain::Unity(instruction) => self.unity(&instruction, core),
        }
    }

    fn foreign(&mut self, did: u8, payload: &[u8; 16], core: &mut Core<'_>) -> Result<Turn, Error> {
        let Some(handler) = self.handlers.get_mut(&did) else { return Err(unhandled(did)) };
        let own = self.domains.entry(did).or_default();
        let mut shared = Shared { unity: &mut self.memory, own, keys: &mut self.keys };
        if handler.execute(payload, &mut shared)? == Handled::Waits {
            return Ok(Turn::Waits);
        }
        (0..4).for_each(|bar| self.memory_from_keys(bar));
        core.at += 1;
        Ok(Turn::Foreign)
    }

    /// Fetches, executes and deposits; nothing of it where a part fails (XDSA-D71).
    fn unity(&mut self, instruction: &Instruction, core: &mut Core<'_>) -> Result<Turn, Error> {
        let sync = instruction.sync;
        let before = sync.fetch().or(sync.deposit()).map(|_| self.keys.clone());
        if let Some((bar, entry)) = sync.fetch() {
            if !self.keys.try_fetch(bar, entry, sync.keys()) {
                return Ok(Turn::Waits);
            }
            self.memory_from_keys(bar);
        }
        let undo = |machine: &mut Self, error| {
            if let Some(keys) = before.clone() {
                machine.keys = keys;
                (0..4).for_each(|bar| machine.memory_from_keys(bar));
            }
            error
        };
        let effect = step::evaluate(instruction, &self.memory, &self.settings, core.drawn)
            .map_err(|error| undo(self, error))?;
        if let Some((bar, entry)) = sync.deposit()
            && !self.keys.clone().deposit(bar, entry)
        {
            let message = format!("table {bar}, entry {entry:02X} is full");
            return Err(undo(self, Error::new(Kind::KeyOverflow, message)));
        }
        let next = match effect.target {
            Some(target) => target_of(core.program, target).map_err(|error| undo(self, error))?,
            None => core.at + 1,
        };
        effect.commit(&mut self.memory);
        for (region, _) in &effect.writes {
            self.keys_from_memory(region.address.into(), region.end());
        }
        if let Some((bar, entry)) = sync.deposit() {
            self.keys.deposit(bar, entry);
            self.memory_from_keys(bar);
        }
        core.drawn += u64::from(effect.draws);
        core.at = next;
        Ok(Turn::Executed(Box::new(effect)))
    }
}

/// A branch goes to a Unity instruction or an END of the same program (XDSA-D70).
fn target_of(program: &[Word], target: u64) -> Result<usize, Error> {
    let bad = |what: String| Error::new(Kind::BadTarget, what);
    let at = usize::try_from(target).unwrap_or(usize::MAX);
    match program.get(at) {
        None => Err(bad(format!(
            "target {target} is behind the program of {} instructions",
            program.len()
        ))),
        Some(word) if matches!(word.did, crate::xdsa::isa::UNITY | crate::xdsa::isa::END) => Ok(at),
        Some(word) => {
            Err(bad(format!("target {target} is an instruction of domain {:02X}", word.did)))
        }
    }
}
