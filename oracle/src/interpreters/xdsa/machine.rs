//! Cores that take turns, keys, branches (XDSA-D03, D07, D08, D70, D99, D106).

use super::case::Case;
use super::execute::execute;
use super::memory::Memory;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Section, Standing, Table, Width, Word};

/// Four tables of 256 counters.
pub type Keys = [[u8; 256]; 4];

/// What the host sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The default set of what the source leaves to the user (XDSA-D69).
    pub defaults: bool,
    /// Reserved bits are ignored (XDSA-D04).
    pub lenient: bool,
    /// XDSA-D67
    pub seed: u64,
    /// The most turns of all cores.
    pub steps: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { defaults: false, lenient: false, seed: 0, steps: 1 << 20 }
    }
}

/// Memory and keys.
#[derive(Clone, Debug)]
pub struct State {
    /// The memory of the Unity domain.
    pub memory: Memory,
    /// The key tables.
    pub keys: Keys,
}

impl Default for State {
    fn default() -> Self {
        Self { memory: Memory::default(), keys: [[0; 256]; 4] }
    }
}

/// Where and why a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The core.
    pub core: usize,
    /// The index of the instruction in its program.
    pub index: usize,
    /// The error.
    pub kind: Kind,
}

/// A core.
struct Core<'a> {
    program: &'a [Word],
    at: usize,
    /// Behind an EXIT.
    exited: bool,
    /// At its END.
    ended: bool,
    drawn: u64,
}

/// What a turn does.
enum Turn {
    Done,
    Waits,
}

/// Runs a program on each core until all have ended. What ran before an error stays.
///
/// # Errors
/// Where an instruction ends with an error, or no core can go on.
pub fn run(cores: &[Vec<Word>], state: &mut State, settings: &Settings) -> Result<(), Stopped> {
    let core = |program| Core { program, at: 0, exited: false, ended: false, drawn: 0 };
    let mut cores: Vec<Core<'_>> = cores.iter().map(|program| core(program.as_slice())).collect();
    let mut steps = 0_u64;
    loop {
        let mut waiting = None;
        let mut progress = false;
        for (number, core) in cores.iter_mut().enumerate().filter(|(_, core)| !core.ended) {
            let index = core.at;
            let stopped = |kind| Stopped { core: number, index, kind };
            if steps == settings.steps {
                return Err(stopped(Kind::StepLimit));
            }
            match core.turn(state, settings).map_err(stopped)? {
                Turn::Done => {
                    progress = true;
                    steps += 1;
                }
                Turn::Waits => waiting = waiting.or(Some((number, index))),
            }
        }
        match waiting {
            Some((core, index)) if !progress => {
                return Err(Stopped { core, index, kind: Kind::Deadlock });
            }
            _ if cores.iter().all(|core| core.ended) => return Ok(()),
            _ => {}
        }
    }
}

impl Core<'_> {
    fn turn(&mut self, state: &mut State, settings: &Settings) -> Result<Turn, Kind> {
        let word = self.program.get(self.at).ok_or(Kind::NoEnd)?;
        match word.did {
            0x7f => self.ended = true,
            0 if self.exited => self.at += 1,
            0 => return self.unity(u128::from_le_bytes(word.payload), state, settings),
            7..=0x7e => return Err(Kind::ReservedDomain),
            _ => return Err(Kind::UnsupportedDomain),
        }
        Ok(Turn::Done)
    }

    fn unity(
        &mut self,
        payload: u128,
        state: &mut State,
        settings: &Settings,
    ) -> Result<Turn, Kind> {
        let bits = |high: u32, low: u32| (payload >> low & ((1 << (high - low + 1)) - 1)) as u64;
        let operation = operation(bits(5, 0), bits(21, 8), settings.lenient)?;
        if operation == Operation::Exit {
            let plain = payload == 0x003f_ff3f || settings.lenient;
            self.exited = true;
            self.at += 1;
            return if plain { Ok(Turn::Done) } else { Err(Kind::ReservedBits) };
        }
        let width = Width::of_code(bits(7, 6) as u8).ok_or(Kind::ReservedCode)?;
        if (bits(31, 22) != 0 || bits(63, 58) != 0) && !settings.lenient {
            return Err(Kind::ReservedBits);
        }
        let fetch = (bits(51, 50) as usize, bits(47, 40) as usize);
        let deposit = (bits(49, 48) as usize, bits(39, 32) as usize);
        let wanted = if bits(52, 52) == 1 { bits(57, 55) as u8 + 1 } else { 0 };
        let mut keys = state.keys;
        match keys[fetch.0][fetch.1].checked_sub(wanted) {
            Some(rest) => keys[fetch.0][fetch.1] = rest,
            None => return Ok(Turn::Waits),
        }
        let standing = operation.row().standing;
        if standing == Standing::Hook || standing == Standing::Default && !settings.defaults {
            return Err(Kind::UserDefined);
        }
        let table = table(operation, width, bits(127, 64), &state.memory)?;
        let random = [settings.seed, self.drawn];
        let mut case = Case::new(operation, table, &state.memory, settings.lenient, random);
        execute(&mut case)?;
        case.check()?;
        let next = case.target.unwrap_or(self.at as u64 + 1);
        let branch = case.target.is_some();
        let writes = case.finish();
        if bits(53, 53) == 1 {
            let entry = &mut keys[deposit.0][deposit.1];
            *entry = entry.checked_add(1).ok_or(Kind::KeyOverflow)?;
        }
        if branch {
            let slot = usize::try_from(next).ok().and_then(|next| self.program.get(next));
            if !slot.is_some_and(|word| word.did == 0 || word.did == 0x7f) {
                return Err(Kind::BadTarget);
            }
        }
        self.at = next as usize;
        self.drawn += u64::from(is_random(operation));
        state.keys = keys;
        writes.into_iter().for_each(|write| state.memory.apply(write));
        Ok(Turn::Done)
    }
}

/// The operation of a code (XDSA-D04, D10).
fn operation(section: u64, code: u64, lenient: bool) -> Result<Operation, Kind> {
    let section = match section {
        0x3f => Section::Base,
        0 if lenient && (0x1c0..=0x1cb).contains(&code) => Section::Base,
        0 => Section::Ai,
        _ => return Err(Kind::ReservedCode),
    };
    Operation::of_code(section, code as u16).ok_or(Kind::ReservedCode)
}

/// The operand table, which lies in the address space (XDSA-D05).
fn table(
    operation: Operation,
    width: Width,
    descriptor: u64,
    memory: &Memory,
) -> Result<Table, Kind> {
    let layout = operation.layout();
    let size = layout.bytes(width) as u64;
    if u128::from(descriptor) + u128::from(size) > width.space() {
        return Err(Kind::AddressRange);
    }
    let bytes: Vec<u8> = (0..size).map(|i| memory.byte(descriptor + i)).collect();
    Ok(Table::read(layout, width, &bytes))
}

/// Whether an instruction takes a number of the stream of random instructions.
fn is_random(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::RandUniform
            | Operation::RandNormal
            | Operation::RandBernoulli
            | Operation::RandBernoulliB
            | Operation::RandPerm
            | Operation::MultiNomial
            | Operation::Dropout
    )
}
