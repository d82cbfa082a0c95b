//! Case files: what a machine holds before, what is executed, what it holds after. One text form for
//! every machine; the names of the state are the machine's own ([`Board::shape`]).
//!
//! ```
//! use semantics::cases;
//! let source = "system mncore2\n\
//!     test MN-T1 a sum\n\
//!     init $lr0n0c0b0m0p0=3ff0000000000000\n\
//!     code dvadd $lr0 $lr0 $ls0\n\
//!     expect $ls0n0c0b0m0p0=4000000000000000\n";
//! let file = cases::read(source.as_bytes())?;
//! assert_eq!(file.cases[0].id, "MN-T1");
//! assert_eq!(file.cases[0].run(file.machine, None)?, []);
//! // The twin for programs, an object a case.
//! let twin = cases::read_json_lines(file.to_json_lines().as_bytes())?;
//! assert_eq!(twin.to_text(), file.to_text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draft;
mod json;
mod line;
mod run;
mod text;
mod write;

pub use json::read_json_lines;
pub use run::{Broken, Mismatch};
pub use text::read;

use crate::machine::{Board, Changes, Machine, Value};
use crate::source::Refusal;
use std::collections::BTreeMap;

/// What `#@` lines say, each a member of its own in JSON lines.
pub const NOTES: [&str; 4] = ["section", "decisions", "seed", "class"];

/// The other members of a case in JSON lines.
pub const MEMBERS: [&str; 9] =
    ["system", "id", "text", "set", "init", "code", "expect", "error", "rest"];

/// The cases of a file.
#[derive(Debug)]
pub struct File {
    /// The machine of all of them.
    pub machine: &'static dyn Machine,
    /// In the order of the file.
    pub cases: Vec<Case>,
}

/// State in, code, state out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its name, without blanks.
    pub id: String,
    /// What it is about.
    pub text: String,
    /// The line of its `test`.
    pub line: u32,
    /// Parameters of the model.
    pub parameters: Vec<(String, String)>,
    /// The state before.
    pub init: Vec<Assignment>,
    /// The programs.
    pub code: Vec<Code>,
    /// The state after.
    pub expect: Vec<Assignment>,
    /// The error that must end the run.
    pub error: Option<Ending>,
    /// The line of `expect rest=same`: what no other expectation names is as it was before.
    pub rest: Option<u32>,
    /// What `#@` lines say, by their key, one of [`NOTES`].
    pub notes: BTreeMap<&'static str, String>,
}

/// An error that ends a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The machine's name of it.
    pub kind: String,
    /// The code line, from 0; or what the machine counts ([`RunError::at`](crate::machine::RunError::at)).
    pub at: Option<u32>,
    /// The core.
    pub core: Option<u32>,
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The line of the file.
    pub line: u32,
    /// The core whose program it is.
    pub core: u32,
    /// In the machine's language.
    pub text: String,
}

/// A part of the state and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The line of the file.
    pub line: u32,
    /// The part's name.
    pub target: String,
    /// Its value.
    pub value: Value,
}

// Making a case of what a machine does.

/// Units of state that a case names at most where the machine can choose.
const ROOM: usize = 4096;

impl Case {
    /// Expects what the machine leaves: all that changed and nothing else, or a part of it where that is too much
    /// ([`Board::changes`]), the parts `also`, and the error that ends the run, if one does. Returns the
    /// board behind the run.
    ///
    /// # Errors
    /// As [`Case::run`].
    pub fn record(
        &mut self,
        machine: &dyn Machine,
        also: &[&str],
        most: Option<u64>,
    ) -> Result<Box<dyn Board>, Broken> {
        let programs = self.programs(machine)?;
        let mut board = self.before(machine, &programs)?;
        let stopped = self.execute(&programs, &mut *board, most)?;
        self.error = stopped.clone().map(|stop| stop.ending(machine));
        let before = self.before(machine, &programs)?;
        let Changes { parts, whole } = board.changes(&*before, ROOM)?;
        let assignment = |(target, value)| Assignment { line: 0, target, value };
        let mut expect: Vec<Assignment> = parts.into_iter().map(assignment).collect();
        for part in also {
            expect.extend(board.get(part, 1)?.into_iter().map(assignment));
        }
        self.expect = expect;
        self.rest = whole.then_some(0);
        match self.compare(machine, &programs, &*board, stopped)?.first() {
            None => Ok(board),
            // What was read is not what is there: the machine names a part in two ways.
            Some(mismatch) => Err(Refusal::new(mismatch.to_string()).into()),
        }
    }
    /// Whether it expects anything, without which it is no case.
    #[must_use]
    pub const fn expects(&self) -> bool {
        !self.expect.is_empty() || self.error.is_some() || self.rest.is_some()
    }
}
