//! A machine's state, and programs that run on it.

use super::changes::Changes;
use super::{Program, Refusal, Shape, Value};
use std::any::Any;
use std::fmt::{self, Display};
use std::io::{self, Read, Write};

/// The state of a machine: programs run on it one after the other, and it can be looked at and
/// changed by the names of its parts.
pub trait Board: Any {
    /// Runs a program; dumps go out as they come. A board of one core has this of its own, others [`Board::run_cores`].
    ///
    /// # Errors
    /// The first statement that cannot be executed, or whose output cannot be written, or the step
    /// that is too much. What stands before it is done.
    fn run(&mut self, program: &dyn Program, run: Run<'_>) -> Result<Ran, RunError> {
        self.run_cores(&[program], run)
    }

    /// Runs a program on each core, that of core 0 first.
    ///
    /// # Errors
    /// As [`Board::run`]; or where there are more programs than cores.
    fn run_cores(&mut self, programs: &[&dyn Program], run: Run<'_>) -> Result<Ran, RunError> {
        match programs {
            [program] => self.run(*program, run),
            _ => Err(Refusal::new("this machine has one program").into()),
        }
    }

    /// Puts what programs hold beside their code into the state, as [`Board::run_cores`] does before the first step: it belongs to
    /// the state before.
    ///
    /// # Errors
    /// What the state does not take.
    fn prepare(&mut self, programs: &[&dyn Program]) -> Result<(), Refusal> {
        let _ = programs;
        Ok(())
    }

    /// Writes what a run left, for people, where programs don't dump themselves.
    ///
    /// # Errors
    /// If the writer fails.
    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Fills a memory from its first word on with what a file holds.
    ///
    /// # Errors
    /// A memory that is not there, bytes that do not fit it, a reader that fails.
    fn load(&mut self, memory: &str, input: &mut dyn Read) -> Result<(), Refusal> {
        let _ = input;
        Err(Refusal::new(format!("there is no memory `{memory}` that a file is loaded into")))
    }

    /// Writes a memory to a file.
    ///
    /// # Errors
    /// A memory that is not there, a writer that fails.
    fn save(&self, memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        let _ = out;
        Err(Refusal::new(format!("there is no memory `{memory}` that is saved to a file")))?
    }

    /// What the elements of a memory are, where it is one of elements and not of bytes: files of arrays hold those.
    ///
    /// # Errors
    /// A memory that is not there.
    fn elements(&self, memory: &str) -> Result<Option<Elements>, Refusal> {
        let _ = memory;
        Ok(None)
    }

    /// What the values of a part of the state look like.
    ///
    /// # Errors
    /// A part that is not there.
    fn shape(&self, target: &str) -> Result<Shape, Refusal>;

    /// The value of a part of the state: of a number one unit, of an image so many. A target that
    /// names several elements has one value for each, with the element's own name.
    ///
    /// # Errors
    /// A part that is not there, or is shorter.
    fn get(&self, target: &str, units: usize) -> Result<Vec<(String, Value)>, Refusal>;

    /// Whether every element that a target names has this value: [`Board::get`] without their names.
    ///
    /// # Errors
    /// As [`Board::get`].
    fn holds(&self, target: &str, value: &Value) -> Result<bool, Refusal> {
        let units = value.units(self.shape(target)?);
        Ok(self.get(target, units)?.iter().all(|(_, found)| found == value))
    }

    /// Whether a part of the state is there and has so many units: [`Board::get`] without its values.
    ///
    /// # Errors
    /// As [`Board::get`].
    fn check(&self, target: &str, units: usize) -> Result<(), Refusal> {
        self.get(target, units).map(drop)
    }

    /// The value that every element has which a target names, where it is one: [`Board::get`] without their names.
    ///
    /// # Errors
    /// As [`Board::get`].
    fn alike(&self, target: &str, units: usize) -> Result<Option<Value>, Refusal> {
        let mut values = self.get(target, units)?.into_iter().map(|(_, value)| value);
        let first = values.next();
        Ok(first.filter(|first| values.all(|value| value == *first)))
    }

    /// Sets a part of the state, in every element that the target names.
    ///
    /// # Errors
    /// A part that is not there, cannot be written, or does not take this value. Nothing is changed.
    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal>;

    /// What is not as on another board of this machine: memories, registers, flags, keys, queues; not
    /// what is only counted, and not what every instruction changes (`expect rest=same` of case files).
    ///
    /// # Errors
    /// A board of another machine or model.
    fn differences(&self, other: &dyn Board, most: usize) -> Result<Differences, Refusal>;

    /// The same as a case file expects it. Where this takes more than `room` units, a machine of many equal elements may tell
    /// the changes of a few of them alone.
    ///
    /// # Errors
    /// As [`Board::differences`].
    fn changes(&self, before: &dyn Board, room: usize) -> Result<Changes, Refusal> {
        let _ = room;
        let Differences { first, .. } = self.differences(before, usize::MAX)?;
        let mut parts = Vec::new();
        for Difference { name, own, .. } in first {
            let value = self.shape(&name)?.parse(&own)?;
            parts.push((name, value));
        }
        Ok(Changes { parts, whole: true })
    }
}

impl dyn Board {
    /// The machine's own board.
    #[must_use]
    pub fn downcast<B: Board>(&self) -> Option<&B> {
        (self as &dyn Any).downcast_ref()
    }

    /// The machine's own board.
    ///
    /// # Errors
    /// A board of another machine.
    pub fn own<B: Board>(&self) -> Result<&B, Refusal> {
        self.downcast().ok_or_else(|| Refusal::new("another machine"))
    }

    /// The machine's own board.
    pub fn downcast_mut<B: Board>(&mut self) -> Option<&mut B> {
        (self as &mut dyn Any).downcast_mut()
    }

    /// The machine's own board, or the refusal of another machine's.
    pub(crate) fn own_mut<B: Board>(&mut self) -> Result<&mut B, Refusal> {
        self.downcast_mut().ok_or_else(|| Refusal::new("another machine"))
    }
}

/// An array of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Each of its elements.
    pub element: Element,
    /// The sizes of its axes, the last one the fastest.
    pub shape: Vec<u64>,
}

/// An element of an array, as files have it: little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Its bytes.
    pub bytes: usize,
    /// The name that ml_dtypes has for numbers that NPY files hold as codes: `bfloat16`.
    pub named: Option<&'static str>,
}

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// An integer without a sign.
    Unsigned,
    /// An integer in two's complement.
    Signed,
    /// An IEEE 754 number.
    Float,
}

/// What differs between two boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// How many parts.
    pub count: u64,
    /// The first of them.
    pub first: Vec<Difference>,
    /// How many are kept.
    most: usize,
}

/// A part of the state that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name, where it has one that of [`Board::get`].
    pub name: String,
    /// What this board has.
    pub own: String,
    /// What the other has.
    pub other: String,
}

impl Differences {
    /// None yet; so many are kept.
    #[must_use]
    pub const fn keeping(most: usize) -> Self {
        Self { count: 0, first: Vec::new(), most }
    }

    /// Counts one, and keeps it if there are not so many.
    pub fn push(&mut self, difference: impl FnOnce() -> Difference) {
        self.count += 1;
        if self.first.len() < self.most {
            self.first.push(difference());
        }
    }

    /// Looks at a part of both boards.
    pub(crate) fn part<T: PartialEq>(
        &mut self,
        [own, other]: [T; 2],
        name: impl FnOnce() -> String,
        text: impl Fn(T) -> String,
    ) {
        if own != other {
            self.push(|| Difference { name: name(), own: text(own), other: text(other) });
        }
    }

    /// Looks at bytes of both boards: 16 are a part, which has the name of its first.
    pub(crate) fn bytes(
        &mut self,
        both: [&[u8]; 2],
        name: impl Fn(usize) -> String,
        text: fn(&[u8]) -> String,
    ) {
        const RUN: usize = 16;
        if both[0] == both[1] {
            return;
        }
        for at in (0..both[0].len().max(both[1].len())).step_by(RUN) {
            let parts = both.map(|all| all[at.min(all.len())..].chunks(RUN).next());
            self.part(parts, || name(at), |part| text(part.unwrap_or_default()));
        }
    }
}

/// Who watches a run.
pub struct Run<'a> {
    /// Where dumps go.
    pub out: &'a mut dyn Write,
    /// Hears from time to time how many statements are done.
    pub advance: Option<&'a mut dyn FnMut(u64)>,
    /// The most steps that are executed, one more is an error; where there is none, the machine's own limit, if it has one.
    pub limit: Option<u64>,
}

impl<'a> Run<'a> {
    /// Nobody watches; as many steps as the machine takes.
    pub fn quietly(out: &'a mut dyn Write) -> Self {
        Self { out, advance: None, limit: None }
    }
}

/// All bytes of a file that a memory is loaded from, at most 2 to this power.
pub(crate) fn file(input: &mut dyn Read, power: u32) -> Result<Vec<u8>, Refusal> {
    let (most, mut bytes) = (1 << power, Vec::new());
    let read = input.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|e| Refusal::new(format!("cannot read: {e}")))?;
    match bytes.len() as u64 > most {
        true => Err(Refusal::new(format!("there are more than 2^{power} bytes"))),
        false => Ok(bytes),
    }
}

/// The name of the error of a run that has more steps than its limit, in all machines.
pub(crate) const STEP_LIMIT: &str = "StepLimit";

/// What is told of such a run, behind the name.
pub(crate) fn done(most: u64) -> String {
    format!("{most} steps are done, which is the limit")
}

/// A program that ran to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// What was counted: `steps=2 mv=0 score=2`.
    pub counts: String,
    /// What else there is to say.
    pub remarks: Vec<String>,
}

/// A statement that cannot be executed, or whose output cannot be written.
#[derive(Debug)]
pub struct RunError {
    /// The core whose program it is; 0 where there is one.
    pub core: u32,
    /// The line of the statement, from 1; 0 where there is none.
    pub line: u32,
    /// What `error KIND at N` of case files counts, where that is not the code line.
    pub at: Option<u32>,
    /// What is wrong.
    pub kind: RunErrorKind,
}

/// What is wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// The machine's own error: the name that case files give it, and what happened.
    Machine(&'static str, String),
    /// More steps than the limit: `StepLimit` in case files.
    Limit(u64),
    /// What the machine does not have.
    Refused(Refusal),
    /// The dump cannot be written.
    Write(io::Error),
}

/// Why a memory was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A memory that is not there, or not so large.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The file does not take it.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl From<Refusal> for RunError {
    /// A refusal, of no line.
    fn from(refusal: Refusal) -> Self {
        RunErrorKind::Refused(refusal).at(0)
    }
}

impl RunErrorKind {
    /// Whether more steps would be executed than the run's limit.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.name() == Some(STEP_LIMIT)
    }

    /// The run ends in front of this line.
    pub(crate) const fn at(self, line: u32) -> RunError {
        RunError { core: 0, line, at: None, kind: self }
    }

    /// The name that case files give it, if it is an error of the machine's.
    #[must_use]
    pub const fn name(&self) -> Option<&'static str> {
        match self {
            Self::Machine(name, _) => Some(name),
            Self::Limit(_) => Some(STEP_LIMIT),
            Self::Refused(_) | Self::Write(_) => None,
        }
    }
}

impl Display for RunErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Machine(_, what) => f.write_str(what),
            Self::Limit(most) => write!(f, "{STEP_LIMIT}: {}", done(*most)),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for RunError {}
