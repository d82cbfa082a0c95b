//! Running a case.

use super::{Assignment, Case, Ending};
use crate::machine::{Board, Differences, How, Machine, Program, Run};
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
#[non_exhaustive]
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
        let programs = self.programs(machine)?;
        let mut board = self.before(machine, &programs)?;
        let stopped = self.execute(&programs, &mut *board, most)?;
        self.compare(machine, &programs, &*board, stopped)
    }

    /// What is not as expected of the state that another run of its code left, of the case before it expected anything, say.
    ///
    /// # Errors
    /// As [`Case::run`]; an error that the case does not expect.
    pub fn judge(
        &self,
        machine: &dyn Machine,
        board: &dyn Board,
        ending: Option<&Ending>,
    ) -> Result<Vec<Mismatch>, Broken> {
        // They alone say what the state before is.
        let programs = self.rest.map(|_| self.programs(machine)).transpose()?.unwrap_or_default();
        self.compare(machine, &programs, board, ending.map(Stop::of))
    }

    /// What of the state behind its run is not as expected.
    pub(super) fn compare(
        &self,
        machine: &dyn Machine,
        programs: &Programs,
        board: &dyn Board,
        stopped: Option<Stop>,
    ) -> Result<Vec<Mismatch>, Broken> {
        let mut found = self.error(stopped)?;
        let mut named = Vec::new();
        for expected in &self.expect {
            if board.holds(&expected.target, &expected.value)? {
                named.push((expected.target.clone(), expected.value.clone()));
                continue;
            }
            let shape = board.shape(&expected.target)?;
            let values = board.get(&expected.target, expected.value.units(shape))?;
            for (name, value) in values {
                if value != expected.value {
                    found.push(Mismatch {
                        line: expected.line,
                        target: name.clone(),
                        expected: expected.value.to_string(),
                        found: value.to_string(),
                    });
                }
                named.push((name, value));
            }
        }
        if let Some(line) = self.rest {
            let mut before = self.before(machine, programs)?;
            for (name, value) in named {
                // What cannot be set is no part that differs.
                drop(before.set(&name, &value));
            }
            found.extend(rest(line, &board.differences(&*before, 1)?));
        }
        Ok(found)
    }

    /// Runs it on a board of its own, whatever it expects: the board, and the error that ended the run.
    ///
    /// # Errors
    /// As [`Case::run`].
    pub fn outcome(
        &self,
        machine: &dyn Machine,
        most: Option<u64>,
    ) -> Result<(Box<dyn Board>, Option<Ending>), Broken> {
        let programs = self.programs(machine)?;
        let mut board = self.before(machine, &programs)?;
        let stopped = self.execute(&programs, &mut *board, most)?;
        Ok((board, stopped.map(|stop| stop.ending(machine))))
    }

    /// The state that it begins with.
    pub(super) fn before(
        &self,
        machine: &dyn Machine,
        programs: &Programs,
    ) -> Result<Box<dyn Board>, Refusal> {
        let parameters: Vec<(&str, &str)> =
            self.parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
        let mut board = machine.board(&parameters)?;
        for Assignment { target, value, .. } in &self.init {
            board.set(target, value)?;
        }
        board.prepare(&programs.list.iter().map(|program| &**program).collect::<Vec<_>>())?;
        Ok(board)
    }

    /// Its programs, one a core, as far as they can be read.
    pub(super) fn programs(&self, machine: &dyn Machine) -> Result<Programs, Broken> {
        let cores = self.code.iter().map(|code| code.core).max().unwrap_or(0);
        let mut programs = Programs::default();
        for core in 0..=cores {
            programs.list.push(self.program(machine, core, &mut programs.unread)?);
        }
        Ok(programs)
    }

    /// The program of a core. A reserved instruction stands in the place of what cannot be read, so that the lines before it run
    /// and the others keep their places; where text has none, the program ends there, or is empty
    /// ([`Machine::reads_whole`]).
    fn program(
        &self,
        machine: &dyn Machine,
        core: u32,
        unread: &mut Vec<Stop>,
    ) -> Result<Box<dyn Program>, Broken> {
        let own = self.code.iter().filter(|code| code.core == core);
        let mut lines: Vec<&str> = own.map(|code| &*code.text).collect();
        let mut reserved = machine.facts().reserved;
        loop {
            let source: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let errors = match machine.read_code(&mut source.as_bytes(), &How::default()) {
                Ok(program) => {
                    for stop in unread.iter_mut().filter(|stop| stop.core == core) {
                        let before = self.code.iter().take(stop.line as usize);
                        let line = 1 + before.filter(|code| code.core == core).count() as u32;
                        stop.at = program.place(line).unwrap_or(stop.line);
                    }
                    return Ok(program);
                }
                Err(ReadError::Errors(errors)) => errors.diagnostics,
                Err(other) => {
                    return Err(Broken::Code { line: self.line, message: other.to_string() });
                }
            };
            let known = |unread: &[Stop], line| {
                unread.iter().any(|stop| (stop.core, stop.line) == (core, line))
            };
            for error in &errors {
                let line = self.at(core, error.line);
                if known(unread, line) {
                    // What stands in its place cannot be read either.
                    reserved = None;
                    continue;
                }
                let kind = machine.unread(error.code).into();
                unread.push(Stop { kind, at: line, core, line, message: error.to_string() });
            }
            let first = errors.iter().map(|error| error.line.max(1) as usize - 1).min();
            let first = first.filter(|_| !machine.facts().reads_whole).unwrap_or(0);
            match reserved {
                Some(reserved) => {
                    for error in &errors {
                        if let Some(line) = lines.get_mut(error.line.max(1) as usize - 1) {
                            *line = reserved;
                        }
                    }
                }
                None if first < lines.len() => lines.truncate(first),
                None => {
                    let message = errors.first().map(ToString::to_string).unwrap_or_default();
                    return Err(Broken::Code { line: self.line, message });
                }
            }
        }
    }

    /// Runs the programs; how the run stopped where it did not come to its end.
    pub(super) fn execute(
        &self,
        programs: &Programs,
        board: &mut dyn Board,
        most: Option<u64>,
    ) -> Result<Option<Stop>, Broken> {
        let list: Vec<&dyn Program> = programs.list.iter().map(|program| &**program).collect();
        let mut sink = std::io::sink();
        let run = Run { limit: most, ..Run::quietly(&mut sink) };
        let Err(error) = board.run_cores(&list, run) else {
            // It came to the end of what could be read.
            return Ok(programs.unread.first().cloned());
        };
        let (line, message) = (self.at(error.core, error.line), error.to_string());
        let (at, core) = (error.at.unwrap_or(line), error.core);
        let Some(kind) = error.kind.name() else {
            return Err(Broken::Code { line: self.line_of(line), message });
        };
        let here = |stop: &&Stop| (stop.core, stop.line) == (core, line);
        Ok(Some(match programs.unread.iter().find(here) {
            Some(unread) => Stop { at, ..unread.clone() },
            None => Stop { kind: kind.into(), at, core, line, message },
        }))
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
        match (&self.error, stopped) {
            (None, None) => Ok(Vec::new()),
            (None, Some(Stop { line, message, .. })) => {
                Err(Broken::Code { line: self.line_of(line), message })
            }
            (Some(wanted), stopped) => {
                let same = stopped.as_ref().is_some_and(|stop| stop.meets(wanted));
                let found = stopped.map_or("no error".into(), |stop| stop.place(wanted.core));
                let (target, expected) = ("error".into(), wanted.to_string());
                let mismatch = Mismatch { line: self.line, target, expected, found };
                Ok(if same { Vec::new() } else { vec![mismatch] })
            }
        }
    }
}

/// The programs of a case.
#[derive(Default)]
pub(super) struct Programs {
    list: Vec<Box<dyn Program>>,
    /// The lines that cannot be read, those of core 0 first.
    unread: Vec<Stop>,
}

/// How a run stopped before its end.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    /// The error's name.
    pub(super) kind: String,
    /// Its place as `error KIND at N` counts it.
    pub(super) at: u32,
    pub(super) core: u32,
    /// The code line, from 0.
    line: u32,
    message: String,
}

impl Stop {
    /// That of an error which a run has left.
    fn of(ending: &Ending) -> Self {
        let Ending { kind, at, core } = ending;
        Self {
            kind: kind.clone(),
            at: at.unwrap_or_default(),
            core: core.unwrap_or_default(),
            line: 0,
            message: ending.to_string(),
        }
    }

    /// The error as a case has it.
    pub(super) fn ending(self, machine: &dyn Machine) -> Ending {
        let own = machine.facts().cores > 1;
        Ending {
            kind: self.kind,
            at: Some(self.at),
            core: Some(self.core).filter(|core| own && *core > 0),
        }
    }

    fn meets(&self, wanted: &Ending) -> bool {
        self.kind == wanted.kind
            && wanted.at.is_none_or(|at| at == self.at)
            && wanted.core.is_none_or(|core| core == self.core)
    }

    /// As it would be asked for.
    fn place(self, core: Option<u32>) -> String {
        Ending { kind: self.kind, at: Some(self.at), core: core.map(|_| self.core) }.to_string()
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        self.at.iter().try_for_each(|at| write!(f, " at {at}"))?;
        self.core.iter().try_for_each(|core| write!(f, " core {core}"))
    }
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
