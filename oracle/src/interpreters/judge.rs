//! What a judge of a machine is, and the machine's door before it: case files and random programs run on either.

use semantics::machine::{
    self, Difference, Differences, Facts, How, Program, Ran, Run, RunError, RunErrorKind, Shape,
    Value,
};
use semantics::source::{ReadError, Refusal};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::BufRead;
use std::marker::PhantomData;

/// Parts of a state and their values.
pub type State = BTreeMap<String, Value>;

/// The state of a machine, and what programs do to it, a second time. Programs come from the machine's reader, and parts have the
/// names that case files use; all else a judge does by itself.
pub trait Judge: Clone + Debug + 'static {
    /// Whom it judges.
    const MACHINE: &'static dyn machine::Machine;
    /// Parameters of its own, beside those of the model.
    const OWN: &'static [&'static str] = &[];
    /// What the machine's reader makes of code.
    type Program: Program;

    /// The state at reset.
    ///
    /// # Errors
    /// What it does not judge.
    fn at_reset(parameters: &[(&str, &str)]) -> Result<Self, Refusal>;

    /// Puts what programs hold beside their code into the state.
    fn prepare(&mut self, programs: &[&Self::Program]) {
        let _ = programs;
    }

    /// Runs a program on each core.
    ///
    /// # Errors
    /// As of the machine.
    fn run(&mut self, programs: &[&Self::Program], run: Run<'_>) -> Result<(), RunError>;

    /// The values of what a name of the machine's means, each with its own name.
    fn get(&self, name: &str, units: usize) -> Option<Vec<(String, Value)>>;

    /// Gives them a value.
    fn set(&mut self, name: &str, value: &Value) -> Option<()>;

    /// All that is remembered and not 0, memories in runs of 16 bytes.
    fn state(&self) -> State;
}

/// A judge as a machine.
pub struct Door<J>(PhantomData<fn() -> J>);

impl<J: Judge> Door<J> {
    /// The only one.
    pub const NEW: Self = Self(PhantomData);
}

impl<J: Judge> Debug for Door<J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "judge of {:?}", J::MACHINE)
    }
}

impl<J: Judge> machine::Machine for Door<J> {
    fn facts(&self) -> &'static Facts {
        J::MACHINE.facts()
    }

    fn unread(&self, code: &'static str) -> &'static str {
        J::MACHINE.unread(code)
    }

    fn read(&self, source: &mut dyn BufRead, how: &How<'_>) -> Result<Box<dyn Program>, ReadError> {
        J::MACHINE.read(source, how)
    }

    fn read_code(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn Program>, ReadError> {
        J::MACHINE.read_code(source, how)
    }

    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        J::MACHINE.format(source)
    }

    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        let model: Vec<(&str, &str)> =
            parameters.iter().copied().filter(|(name, _)| !J::OWN.contains(name)).collect();
        let names = J::MACHINE.board(&model)?;
        Ok(Box::new(Board { judge: J::at_reset(parameters)?, names, prepared: false }))
    }
}

/// A judge as a board.
pub struct Board<J> {
    /// The judge.
    pub judge: J,
    /// What there is by which name.
    names: Box<dyn machine::Board>,
    prepared: bool,
}

impl<J: Judge> Board<J> {
    fn own<'a>(programs: &[&'a dyn Program]) -> Result<Vec<&'a J::Program>, Refusal> {
        programs.iter().map(|program| program.own()).collect()
    }

    fn fill(&mut self, programs: &[&J::Program]) {
        if !std::mem::replace(&mut self.prepared, true) {
            self.judge.prepare(programs);
        }
    }
}

impl<J: Judge> machine::Board for Board<J> {
    fn run_cores(&mut self, programs: &[&dyn Program], run: Run<'_>) -> Result<Ran, RunError> {
        let programs = Self::own(programs)?;
        self.fill(&programs);
        self.judge.run(&programs, run).map(|()| Ran::default())
    }

    fn prepare(&mut self, programs: &[&dyn Program]) -> Result<(), Refusal> {
        self.fill(&Self::own(programs)?);
        Ok(())
    }

    fn shape(&self, target: &str) -> Result<Shape, Refusal> {
        self.names.shape(target)
    }

    fn get(&self, target: &str, units: usize) -> Result<Vec<(String, Value)>, Refusal> {
        self.judge.get(target, units).ok_or_else(|| unknown(target))
    }

    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal> {
        self.judge.set(target, value).ok_or_else(|| unknown(target))
    }

    fn differences(&self, other: &dyn machine::Board, most: usize) -> Result<Differences, Refusal> {
        let other: &Self = other.own()?;
        let (own, other) = (self.judge.state(), other.judge.state());
        let more = other.keys().filter(|name| !own.contains_key(*name));
        let mut found = Differences::keeping(most);
        for name in own.keys().chain(more) {
            let (a, b) = (own.get(name), other.get(name));
            if a != b {
                let text = |one: Option<&Value>, two: Option<&Value>| {
                    one.or(two).map_or_else(String::new, |value| match one {
                        Some(_) => value.to_string(),
                        None => zero(value).to_string(),
                    })
                };
                let (own, other) = (text(a, b), text(b, a));
                found.push(|| Difference { name: name.clone(), own, other });
            }
        }
        Ok(found)
    }
}

/// The 0 of a part that has this value elsewhere.
fn zero(value: &Value) -> Value {
    match value {
        Value::Number(_, bits) => Value::Number(0, *bits),
        Value::Image(bytes) => Value::Image(vec![0; bytes.len()]),
        Value::None => Value::None,
    }
}

fn unknown(name: &str) -> Refusal {
    Refusal::new(format!("the judge has no `{name}`"))
}

/// The pieces of a name: `pe3.mem[0x20]`, `xmm5`, `key[2,7]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name<'a> {
    /// Whose it is.
    pub(super) of: Option<usize>,
    pub(super) stem: &'a str,
    pub(super) number: usize,
    pub(super) at: Vec<u64>,
}

impl<'a> Name<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let (of, part) = text.split_once('.').map_or((None, text), |(of, part)| (Some(of), part));
        let (part, at) = part.split_once('[').unwrap_or((part, ""));
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
        Self {
            of: of.and_then(|of| of.trim_start_matches(char::is_alphabetic).parse().ok()),
            stem,
            number: part[stem.len()..].parse().unwrap_or(0),
            at: at.trim_end_matches(']').split(',').filter_map(number).collect(),
        }
    }

    /// The address, of a whole register 0.
    pub(super) fn address(&self) -> u64 {
        self.at.first().copied().unwrap_or(0)
    }
}

/// A number, decimal or hexadecimal.
pub(super) fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The bytes of an image.
pub(super) fn image(value: &Value) -> Option<&[u8]> {
    match value {
        Value::Image(bytes) => Some(bytes),
        _ => None,
    }
}

/// A number.
pub(super) fn scalar(value: &Value) -> Option<u128> {
    match value {
        Value::Number(number, _) => Some(*number),
        _ => None,
    }
}

/// Bytes that make one part.
const RUN: usize = 16;

/// The runs of a memory that are not 0.
pub(super) fn runs(memory: &[u8], state: &mut State, name: impl Fn(usize) -> String) {
    let all = memory.chunks(RUN).enumerate().filter(|(_, run)| run.iter().any(|byte| *byte != 0));
    state.extend(all.map(|(n, run)| (name(n * RUN), Value::Image(run.to_vec()))));
}

/// The same of a memory that holds what was written.
pub(super) fn sparse(
    memory: impl Iterator<Item = (u64, u8)>,
    state: &mut State,
    name: impl Fn(u64) -> String,
) {
    for (at, byte) in memory.filter(|(_, byte)| *byte != 0) {
        let place = (at % RUN as u64) as usize;
        let run = state.entry(name(at - place as u64)).or_insert(Value::Image(vec![0; RUN]));
        if let Value::Image(run) = run {
            run[place] = byte;
        }
    }
}

/// A run that stops at a line.
pub(super) const fn stopped(line: u32, name: &'static str) -> RunError {
    RunError { core: 0, line, at: None, kind: RunErrorKind::Machine(name, String::new()) }
}

/// A run that stops at an instruction of a core: of one program all cores are its own, of several each has one.
pub(super) fn at_core<P>(
    programs: &[&P],
    [core, index]: [usize; 2],
    name: &'static str,
    line: impl Fn(&P, usize, usize) -> u32,
) -> RunError {
    let (core, line) = match programs {
        [program] => (0, line(program, core, index)),
        _ => (core, line(programs[core], 0, index)),
    };
    RunError { core: core as u32, at: Some(index as u32), ..stopped(line, name) }
}
