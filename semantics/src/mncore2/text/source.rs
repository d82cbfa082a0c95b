//! Whole sources: limits, and the errors and warnings of all lines.

use super::diagnostic::{Diagnostic, Errors, ReadError, Severity};
use super::walk::{Judge, Judged, Walk};
use super::{Fault, Line, Program, Span};
use crate::mncore2::check::{Checker, Rules};
use crate::mncore2::isa::Statement;
use crate::source::{MAX_DIAGNOSTICS, MAX_STATEMENTS, lines::code};
use std::io::BufRead;

/// What has been read so far.
#[derive(Default)]
struct Reader {
    program: Program,
    errors: Vec<Diagnostic>,
    more: u64,
}

impl Reader {
    /// How many more errors and warnings are kept.
    fn room(&self) -> [usize; 2] {
        [&self.errors, &self.program.warnings].map(|list| MAX_DIAGNOSTICS - list.len())
    }

    fn take(&mut self, judged: Judged) {
        let Judged { number, statement, diagnostics, more, .. } = judged;
        self.more += more[0];
        self.program.more_warnings += more[1];
        for diagnostic in diagnostics.into_iter() {
            match diagnostic.severity {
                Severity::Error => self.errors.push(diagnostic),
                Severity::Warning => self.program.warnings.push(diagnostic),
            }
        }
        // With errors nobody will see the statements.
        if self.errors.is_empty() {
            let statement = statement.filter(|s| *s != Statement::Quit);
            self.program.lines.extend(statement.map(|statement| Line { number, statement }));
        }
    }

    fn finish(mut self, mut judge: Judge) -> (Result<Program, Errors>, Checker) {
        let left = judge.finish(self.room());
        self.take(left);
        let program = match self.errors.is_empty() {
            true => Ok(self.program),
            false => Err(Errors { diagnostics: self.errors, more: self.more }),
        };
        (program, judge.into_checker())
    }
}

/// Reads a source; `checker` has walked what stands before it on the board.
pub(super) fn parse(source: &str, checker: &mut Checker) -> Result<Program, Errors> {
    let mut behind = checker.clone();
    behind.begin();
    match read_sized(source.as_bytes(), Some(source.len()), &mut behind) {
        Ok(program) => {
            *checker = behind;
            Ok(program)
        }
        Err(ReadError::Errors(errors)) => Err(errors),
        // Reading bytes in memory does not fail.
        Err(ReadError::Io { .. } | ReadError::Refused(_)) => Ok(Program::default()),
    }
}

/// Statements from code, through their canonical text.
pub(super) fn program(statements: impl IntoIterator<Item = Statement>) -> Result<Program, Errors> {
    let (mut state, mut judge) = (Reader::default(), Judge::new(Checker::new()));
    let statements = statements.into_iter().take_while(|s| *s != Statement::Quit);
    for (number, statement) in (1u32..).zip(statements) {
        if number as usize > MAX_STATEMENTS {
            let message = format!("more than {MAX_STATEMENTS} statements");
            let fault = Fault::error("MN-E-LIMIT", "", Span::new(0, 1), message);
            state.errors.push(fault.place(number, ""));
            break;
        }
        let text = statement.to_string();
        let mut said = false;
        if !text.contains('\n') {
            let judged = judge.line(number, code(&text), b"", state.room());
            said = judged.statement.as_ref() == Some(&statement);
            state.take(judged);
        }
        if !said && state.errors.is_empty() {
            let message = format!("no text makes the statement that prints as {text:?}");
            let fault = Fault::error("MN-E-SYNTAX", "3.1", Span::new(0, text.len()), message);
            state.errors.push(fault.place(number, &text));
        }
    }
    state.finish(judge).0
}

/// Reads a source line by line. No more than one line of it is held at a time, beside the
/// statements.
///
/// ```
/// use semantics::mncore2::text::read;
/// let program = read(&b"lpassa $subpeid $lm0\nnop\n"[..])?;
/// assert_eq!(program.lines().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the reader fails, or all errors of the source.
pub fn read(reader: impl BufRead) -> Result<Program, ReadError> {
    read_with(Rules::ISSUE, reader)
}

/// Reads a source under other rules than [`read`] does.
///
/// # Errors
/// If the reader fails, or all errors of the source, among them what breaks these rules.
pub fn read_with(rules: Rules, reader: impl BufRead) -> Result<Program, ReadError> {
    read_sized(reader, None, &mut Checker::with(rules))
}

fn read_sized(
    reader: impl BufRead,
    whole: Option<usize>,
    checker: &mut Checker,
) -> Result<Program, ReadError> {
    let mut state = Reader::default();
    let mut walk = Walk::new(reader, std::mem::take(checker)).sized(whole);
    while let Some(judged) = walk.judged(state.room())? {
        state.take(judged);
    }
    let (program, behind) = state.finish(walk.into_judge());
    *checker = behind;
    Ok(program?)
}
