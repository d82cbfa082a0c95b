//! Running a case.

use super::{Assignment, Case};
use crate::machine::{Board, Differences, How, Machine, Program, Run, RunErrorKind};
use crate::source::{ReadError, Refusal};
use std::fmt;

/// A part of the state that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the file; 0 for an error that does not come.
    pub line: u32,
    /// The element's part, or `error`.
    pub target: String,
    /// What is expected.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, target, expected, found } = self;
        write!(f, "line {line}: {target}: expected {expected}, found {found}")
    }
}

/// A case that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// Its code has errors.
    #[error("line {line}: {message}")]
    Code {
        /// The line of the file.
        line: u32,
        /// What is wrong there.
        message: String,
    },
    /// Its state cannot be set or read.
    #[error(transparent)]
    State(#[from] Refusal),
}

impl Case {
    /// Runs it on a board of its own; what is not as expected.
    ///
    /// # Errors
    /// Code that cannot be read, state that cannot be set, a run of more than `most` steps.
    pub fn run(&self, machine: &dyn Machine, most: Option<u64>) -> Result<Vec<Mismatch>, Broken> {
        let mut board = self.before(machine)?;
        let stopped = self.execute(machine, &mut *board, most)?;
        let mut found = self.error(stopped)?;
        let mut named = Vec::new();
        for expected in &self.expect {
            let shape = board.shape(&expected.target)?;
            for (name, value) in board.get(&expected.target, expected.value.units(shape))? {
                if value != expected.value {
                    found.push(Mismatch {
                        line: expected.line,
                        target: name.clone(),
                        expected: expected.value.to_string(),
                        found: value.to_string(),
                    });
                }
                if self.rest.is_some() {
                    named.push((name, value));
                }
            }
        }
        if let Some(line) = self.rest {
            let mut before = self.before(machine)?;
            for (name, value) in named {
                // What cannot be set is no part that differs.
                drop(before.set(&name, &value));
            }
            found.extend(rest(line, &board.differences(&*before, 1)?));
        }
        Ok(found)
    }

    /// The state that it begins with.
    pub(super) fn before(&self, machine: &dyn Machine) -> Result<Box<dyn Board>, Refusal> {
        let parameters: Vec<(&str, &str)> =
            self.parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
        let mut board = machine.board(&parameters)?;
        for Assignment { target, value, .. } in &self.init {
            board.set(target, value)?;
        }
        Ok(board)
    }

    /// Runs the programs; how the run stopped where it did not come to its end.
    pub(super) fn execute(
        &self,
        machine: &dyn Machine,
        board: &mut dyn Board,
        most: Option<u64>,
    ) -> Result<Option<Stop>, Broken> {
        let cores = self.code.iter().map(|code| code.core).max().unwrap_or(0);
        let mut programs = Vec::new();
        for core in 0..=cores {
            let lines = self.code.iter().filter(|code| code.core == core);
            let source: String = lines.map(|code| format!("{}\n", code.text)).collect();
            match machine.read_code(&mut source.as_bytes(), &How::default()) {
                Ok(program) => programs.push(program),
                Err(ReadError::Errors(errors)) => {
                    let first = errors.diagnostics.into_iter().next();
                    return Ok(first.map(|first| Stop {
                        kind: first.code.into(),
                        at: self.at(core, first.line),
                        message: first.to_string(),
                    }));
                }
                Err(other) => {
                    return Err(Broken::Code { line: self.line, message: other.to_string() });
                }
            }
        }
        let programs: Vec<&dyn Program> = programs.iter().map(|program| &**program).collect();
        let mut sink = std::io::sink();
        let run = Run { limit: most, ..Run::quietly(&mut sink) };
        let Err(error) = board.run_cores(&programs, run) else { return Ok(None) };
        let (at, message) = (self.at(error.core, error.line), error.to_string());
        match error.kind {
            RunErrorKind::Machine(kind, _) => Ok(Some(Stop { kind: kind.into(), at, message })),
            _ => Err(Broken::Code { line: self.line_of(at), message }),
        }
    }

    /// The code line, from 0, that a line of a core's program is.
    fn at(&self, core: u32, line: u32) -> u32 {
        let own = self.code.iter().enumerate().filter(|(_, code)| code.core == core);
        own.map(|(n, _)| n as u32).nth(line.max(1) as usize - 1).unwrap_or(0)
    }

    /// The line of the file that a code line stands in.
    fn line_of(&self, at: u32) -> u32 {
        self.code.get(at as usize).map_or(self.line, |code| code.line)
    }

    /// Whether the run stopped as it must.
    fn error(&self, stopped: Option<Stop>) -> Result<Vec<Mismatch>, Broken> {
        let place = |kind: &str, at: Option<u32>| match at {
            Some(at) => format!("{kind} at {at}"),
            None => kind.to_owned(),
        };
        match (&self.error, stopped) {
            (None, None) => Ok(Vec::new()),
            (None, Some(Stop { at, message, .. })) => {
                Err(Broken::Code { line: self.line_of(at), message })
            }
            (Some((kind, at)), stopped) => {
                let same = stopped
                    .as_ref()
                    .is_some_and(|s| s.kind == *kind && at.is_none_or(|n| n == s.at));
                let found = stopped.map_or("no error".into(), |s| place(&s.kind, Some(s.at)));
                let (target, expected) = ("error".into(), place(kind, *at));
                let mismatch = Mismatch { line: self.line, target, expected, found };
                Ok(if same { Vec::new() } else { vec![mismatch] })
            }
        }
    }
}

/// How a run stopped before its end: the error's name, the code line from 0.
pub(super) struct Stop {
    pub(super) kind: String,
    pub(super) at: u32,
    message: String,
}

/// What else is not as it was before.
fn rest(line: u32, found: &Differences) -> Option<Mismatch> {
    let first = found.first.first()?;
    let others = match found.count.saturating_sub(1) {
        0 => String::new(),
        more => format!(", and {more} more changed"),
    };
    Some(Mismatch {
        line,
        target: "rest".into(),
        expected: format!("{} of {}", first.other, first.name),
        found: format!("{}{others}", first.own),
    })
}
