//! Running a case.

use super::Case;
use crate::machine::{How, Machine, Run, RunErrorKind};
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
    /// Code that cannot be read, state that cannot be set.
    pub fn run(&self, machine: &dyn Machine) -> Result<Vec<Mismatch>, Broken> {
        let parameters: Vec<(&str, &str)> =
            self.parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
        let mut board = machine.board(&parameters)?;
        for assignment in &self.init {
            board.set(&assignment.target, &assignment.value)?;
        }
        let source: String = self.code.iter().map(|(_, code)| format!("{code}\n")).collect();
        let stopped = match machine.read(&mut source.as_bytes(), &How::default()) {
            Ok(program) => {
                board.run(&*program, Run::quietly(&mut std::io::sink())).err().map(|e| {
                    let kind = match &e.kind {
                        RunErrorKind::Machine(name, _) => *name,
                        _ => "",
                    };
                    (kind.to_owned(), e.line, e.to_string())
                })
            }
            Err(ReadError::Errors(errors)) => errors
                .diagnostics
                .first()
                .map(|first| (first.code.to_owned(), first.line, first.to_string())),
            Err(other) => return Err(Broken::Code { line: self.line, message: other.to_string() }),
        };
        let mut found = self.error(stopped)?;
        for expected in &self.expect {
            let shape = board.shape(&expected.target)?;
            for (name, value) in board.get(&expected.target, expected.value.units(shape))? {
                if value != expected.value {
                    found.push(Mismatch {
                        line: expected.line,
                        target: name,
                        expected: expected.value.to_string(),
                        found: value.to_string(),
                    });
                }
            }
        }
        Ok(found)
    }

    /// Whether the run stopped as it must.
    fn error(&self, stopped: Option<(String, u32, String)>) -> Result<Vec<Mismatch>, Broken> {
        let line = |n: u32| self.code.get(n.saturating_sub(1) as usize).map_or(self.line, |c| c.0);
        let place = |kind: &str, at: Option<u32>| match at {
            Some(at) => format!("{kind} at {at}"),
            None => kind.to_owned(),
        };
        match (&self.error, stopped) {
            (None, None) => Ok(Vec::new()),
            (None, Some((_, at, message))) => Err(Broken::Code { line: line(at), message }),
            (Some((kind, at)), stopped) => {
                let here = stopped.map(|(name, n, _)| (name, n.saturating_sub(1)));
                let same = here
                    .as_ref()
                    .is_some_and(|(name, n)| name == kind && at.is_none_or(|at| at == *n));
                let found = here.map_or("no error".into(), |(name, n)| place(&name, Some(n)));
                let (target, expected) = ("error".into(), place(kind, *at));
                let mismatch = Mismatch { line: self.line, target, expected, found };
                Ok(if same { Vec::new() } else { vec![mismatch] })
            }
        }
    }
}
