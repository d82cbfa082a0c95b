//! What every machine can be asked for, by commands and tools that know none of them.
//!
//! A machine is one value; [`machines`](crate::machines) lists them.

mod assemble;
mod board;
mod changes;
mod compare;
mod layouts;
mod memories;
pub mod steps;
mod tell;
mod trace;
mod value;

pub use crate::source::Refusal;
pub use assemble::{Assemble, AssembleError, Coverage, DisassembleError, Learned, TableError};
pub use board::{
    Board, Difference, Differences, Element, ElementKind, Elements, Ran, Run, RunError,
    RunErrorKind, SaveError,
};
pub(crate) use board::{STEP_LIMIT, done, file};
pub use changes::Changes;
pub use compare::{
    Apart, Compare, CompareError, Compared, Comparison, Group, Misprint, Printed, Spot,
};
pub use layouts::{Codes, Get, Given, Layout, Layouts, Place, Placed, Put};
pub use memories::{Memories, Memory};
pub use steps::Steps;
pub(crate) use tell::tell;
pub use trace::{Each, Trace, Traced, Tracer};
pub(crate) use trace::{Tell, Telling, Told};
pub(crate) use value::{Asked, Parameter, known, settings};
pub use value::{Shape, Value};

use crate::source::{Allowed, Diagnostic, Mended, ReadError};
use std::any::Any;
use std::fmt::Debug;
use std::io::BufRead;
use std::ops::ControlFlow;

/// A machine: its language, its rules, its state.
///
/// What has a default here a machine may lack; it is then refused with words that say so.
pub trait Machine: Any + Debug + Sync {
    /// What it is called, and what its programs are like.
    fn facts(&self) -> &'static Facts;

    /// The names of errors that case files may ask for; any where there are none.
    fn errors(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// What case files call an error that a reader calls so.
    fn unread(&self, code: &'static str) -> &'static str {
        code
    }

    /// Codes of the warnings that are off unless asked for, with their short names.
    fn lints(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Reads a program. What breaks the rules asked for is an error.
    ///
    /// # Errors
    /// If the reader fails, all errors of the source, or a mode or lint that is not there.
    fn read(&self, source: &mut dyn BufRead, how: &How<'_>) -> Result<Box<dyn Program>, ReadError>;

    /// Reads code as case files have it: lines of assembly text. Where the machine's programs are no more than that, it is
    /// [`Machine::read`].
    ///
    /// # Errors
    /// As [`Machine::read`].
    fn read_code(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn Program>, ReadError> {
        self.read(source, how)
    }

    /// Walks a source to its end and tells what is wrong with each line, in the order of the source;
    /// what is left over at the end comes last. `each` may break off, or say how many errors of the next
    /// line are told; `room` says it of the first. The others are counted.
    ///
    /// # Errors
    /// If the reader fails, or a mode or lint that is not there.
    fn check(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
        room: usize,
        each: &mut dyn FnMut(&Checked) -> ControlFlow<(), usize>,
    ) -> Result<(), ReadError> {
        let (found, more) = match self.read(source, how) {
            Ok(program) => (program.warnings().0.to_vec(), program.warnings().1),
            Err(ReadError::Errors(errors)) => (errors.diagnostics, errors.more),
            Err(other) => return Err(other),
        };
        tell(found, more, room, each);
        Ok(())
    }

    /// A source in canonical text: the same statements, each written in one way, with all comments.
    ///
    /// # Errors
    /// If the reader fails, or all that cannot be read.
    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError>;

    /// A source with the fewest statements that do nothing which its hazards need.
    ///
    /// # Errors
    /// If the reader fails, all that cannot be read, or where the machine has no such hazards.
    fn mend(&self, source: &mut dyn BufRead) -> Result<Mended, ReadError> {
        let _ = source;
        Err(self.lacks("hazards that more distance would mend").into())
    }

    /// The machine at reset, its model under these parameters (`set` of case files).
    ///
    /// # Errors
    /// A parameter or a value that the model does not have.
    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn Board>, Refusal>;

    /// Programs as machine words, and back.
    fn assemble(&self) -> Option<&dyn Assemble> {
        None
    }

    /// Memories of words.
    fn memories(&self) -> Option<&dyn Memories> {
        None
    }

    /// Arrays that live somewhere in a memory.
    fn layouts(&self) -> Option<&dyn Layouts> {
        None
    }

    /// What the steps of a program keep busy, where they have slots.
    fn steps(&self) -> Option<&dyn Steps> {
        None
    }

    /// How long a run is.
    fn figures(&self) -> Option<&dyn Figures> {
        None
    }

    /// What each statement of a run reads and writes.
    fn trace(&self) -> Option<&dyn Trace> {
        None
    }

    /// Dumps by place and value.
    fn compare(&self) -> Option<&dyn Compare> {
        None
    }

    /// The refusal of what the machine does not have.
    fn lacks(&self, what: &str) -> Refusal {
        Refusal::new(format!("{} has no {what}", self.facts().title))
    }
}

/// What there is to know of a machine without asking it.
#[derive(Debug)]
pub struct Facts {
    /// As `--system` and case files name it: `mncore2`.
    pub name: &'static str,
    /// As people call it: `MN-Core 2`.
    pub title: &'static str,
    /// What the names of its programs end in; the first is that of programs as people write them.
    pub extensions: &'static [&'static str],
    /// What programs are assembled for, where that makes a difference; the first is the default.
    pub modes: &'static [&'static str],
    /// A line of code that is a reserved instruction, where text can be one: it stands in the place of what cannot be read.
    pub reserved: Option<&'static str>,
    /// Whether nothing of a program runs that has a line which cannot be read.
    pub reads_whole: bool,
    /// What a reader is told of a program whose rules are not looked at.
    pub unchecked: &'static str,
    /// How many cores have programs of their own (`core N` of case files).
    pub cores: u32,
    /// Whether people set parameters of its model where they run programs; else only programs and case files do.
    pub is_set: bool,
}

impl Facts {
    /// Those of a machine without a name.
    pub const NONE: Self = Self {
        name: "",
        title: "",
        extensions: &[],
        modes: &[],
        reserved: None,
        reads_whole: false,
        unchecked: "only what cannot be read is refused",
        cores: 1,
        is_set: true,
    };
}

impl dyn Machine {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.facts().title
    }

    /// What the names of its programs end in.
    #[must_use]
    pub fn extensions(&self) -> &'static [&'static str] {
        self.facts().extensions
    }
}

/// A program that was read.
pub trait Program: Any + Debug {
    /// How many statements it has, for progress.
    fn statements(&self) -> u64;

    /// Its warnings, and how many more there are.
    fn warnings(&self) -> (&[Diagnostic], u64);

    /// Whether it says itself what it expects, so that a run tells whether it is right.
    fn expects(&self) -> bool {
        false
    }

    /// The parameters of the model that it asks for, as [`Machine::board`] takes them.
    fn parameters(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// How `error KIND at N` of a case file counts a line, where it does not count all lines of code.
    fn place(&self, line: u32) -> Option<u32> {
        let _ = line;
        None
    }
}

impl dyn Program {
    /// The machine's own program.
    #[must_use]
    pub fn downcast<P: Program>(&self) -> Option<&P> {
        (self as &dyn Any).downcast_ref()
    }

    /// The machine's own program.
    ///
    /// # Errors
    /// A program of another machine.
    pub fn own<P: Program>(&self) -> Result<&P, Refusal> {
        self.downcast().ok_or_else(|| Refusal::new("the program is one of another machine"))
    }
}

/// What a machine can that counts what it runs.
pub trait Figures {
    /// How long a program is, by names, and what the machine estimates.
    ///
    /// # Errors
    /// A program that cannot be run.
    fn figures(
        &self,
        program: &dyn Program,
        parameters: &[(&str, &str)],
        limit: Option<u64>,
    ) -> Result<Vec<(String, String)>, Refusal>;
}

/// Which rules of a machine are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Checks {
    /// That each statement can be read.
    None,
    /// What the machine cannot execute, too.
    Execution,
    /// All that its assembler insists on.
    #[default]
    Assembler,
}

/// How a source is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct How<'a> {
    /// The rules.
    pub checks: Checks,
    /// One of [`Facts::modes`]; the first where there is none.
    pub mode: Option<&'a str>,
    /// Lints by their codes.
    pub lints: &'a [&'a str],
}

/// What there is to say about a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The line, from 1; 0 for what is left over at the end.
    pub number: u32,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    /// What would be wrong with it, but for an exception in the source.
    pub allowed: Vec<Allowed>,
    /// Errors and warnings beyond those that are kept.
    pub more: [u64; 2],
    /// Whether it cannot be read.
    pub unread: bool,
}
