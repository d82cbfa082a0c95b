//! Whole sources: lines, limits, and the errors and warnings of all lines.

use super::diagnostic::{Diagnostic, Errors, ReadError, Severity};
use super::fault::{Fault, Span};
use super::parse::{self, Scanner};
use super::{Line, Program};
use crate::mncore2::check::{Checker, Violation};
use crate::mncore2::isa::Statement;
use std::io::{self, BufRead, Read};

/// The longest line, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// The longest source, in bytes.
pub const MAX_SOURCE: u64 = 1 << 28;
/// The most statements of a source.
pub const MAX_STATEMENTS: usize = 1 << 22;
/// The most errors that are kept, and the most warnings.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// Rules that look back at earlier statements: behind a line with an error they could blame what is
/// right.
const LOOKS_BACK: [&str; 2] = ["MN-E-WAIT-UNISSUED", "MN-E-TURNAROUND-TYPE"];

/// The line without its comment and without CR at its end.
pub(super) fn code(line: &str) -> &str {
    let line = line.strip_suffix('\r').unwrap_or(line);
    line.bytes().position(|b| b == b'#').map_or(line, |at| &line[..at])
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    number: u32,
    program: Program,
    errors: Vec<Diagnostic>,
    more: u64,
    spans: Vec<Span>,
    checker: Checker,
}

/// The last place in an expression where an operand stands; nothing where it is written otherwise
/// than in its canonical text.
fn named(text: &str, expr: Span, operand: &str) -> Option<Span> {
    let ends = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\t' | ';'));
    let source = text.get(expr.start..expr.end)?;
    let (at, _) = source.rmatch_indices(operand).find(|(at, found)| {
        let (before, behind) = (&source[..*at], &source[at + found.len()..]);
        ends(before.chars().next_back()) && ends(behind.chars().next())
    })?;
    Some(Span::new(expr.start + at, expr.start + at + operand.len()))
}

/// Whether to go on with the next line.
#[derive(PartialEq, Eq)]
enum Next {
    Line,
    Quit,
}

impl Reader {
    fn line(&mut self, text: &str) -> Next {
        let text = code(text);
        self.spans.clear();
        let room = [&self.errors, &self.program.warnings].map(|v| MAX_DIAGNOSTICS - v.len());
        let mut scanner = Scanner::new(text, room);
        let statement = parse::line(&mut scanner, &mut self.spans);
        let Scanner { faults, lost, errors, .. } = scanner;
        self.more += lost[0];
        self.program.more_warnings += lost[1];
        for fault in faults {
            self.keep(fault, text);
        }
        match statement.filter(|_| errors == 0) {
            Some(Statement::Quit) => Next::Quit,
            Some(statement) => {
                self.rules(&statement, text);
                // With errors nobody will see the statements.
                if self.errors.is_empty() {
                    self.push(statement);
                }
                Next::Line
            }
            None => Next::Line,
        }
    }

    fn push(&mut self, statement: Statement) {
        if self.program.lines.len() == MAX_STATEMENTS {
            let message = format!("more than {MAX_STATEMENTS} statements");
            self.keep(Fault::error("MN-E-LIMIT", "", Span::new(0, 1), message), "");
        } else {
            self.program.lines.push(Line { number: self.number, statement });
        }
    }

    /// The rules that concern a step, and statements together.
    fn rules(&mut self, statement: &Statement, text: &str) {
        let clean = self.errors.is_empty() && self.more == 0;
        for violation in self.checker.statement(self.number, statement) {
            if clean || !LOOKS_BACK.contains(&violation.code) {
                self.violation(violation, text);
            }
        }
    }

    fn violation(&mut self, violation: Violation, text: &str) {
        let Violation { code, severity, message, help, section, exprs, operand, earlier, nops } =
            violation;
        let place = exprs.first().and_then(|i| self.spans.get(*i)).copied();
        let operand = operand.and_then(|(i, operand)| named(text, *self.spans.get(i)?, &operand));
        let start = text.len() - text.trim_start_matches([' ', '\t']).len();
        let whole = Span::new(start, text.trim_end_matches([' ', '\t', ';']).len().max(start));
        let span = operand.or(place).unwrap_or(whole);
        let fault = Fault { code, severity, span, message, help, section, earlier, nops };
        self.keep(fault, text);
    }

    fn keep(&mut self, fault: Fault, text: &str) {
        let (list, more) = match fault.severity {
            Severity::Error => (&mut self.errors, &mut self.more),
            Severity::Warning => (&mut self.program.warnings, &mut self.program.more_warnings),
        };
        if list.len() < MAX_DIAGNOSTICS {
            list.push(fault.place(self.number, text));
        } else {
            *more += 1;
        }
    }

    /// An error that no place in the text belongs to.
    fn limit(&mut self, message: String, help: &str) {
        let fault = Fault::error("MN-E-LIMIT", "", Span::new(0, 1), message).help(help);
        self.keep(fault, "");
    }

    fn bytes(&mut self, bytes: &[u8]) -> Next {
        // A byte order mark says nothing about UTF-8; some editors write it all the same.
        let mark = if self.number == 1 { "\u{feff}".as_bytes() } else { b"" };
        let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
        // A comment may be in any encoding that keeps ASCII.
        let bytes = bytes.split(|&b| b == b'#').next().unwrap_or_default();
        match std::str::from_utf8(bytes) {
            Ok(text) => self.line(text),
            Err(error) => {
                let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let text = String::from_utf8_lossy(valid);
                let span = Span::new(text.len(), text.len() + 1);
                let fault = Fault::syntax(span, "the bytes here are not UTF-8");
                self.keep(fault, &text);
                Next::Line
            }
        }
    }

    fn finish(mut self) -> (Result<Program, Errors>, Checker) {
        for (line, violation) in self.checker.finish() {
            self.number = line;
            self.spans.clear();
            self.violation(violation, "");
        }
        let program = match self.errors.is_empty() {
            true => Ok(self.program),
            false => Err(Errors { diagnostics: self.errors, more: self.more }),
        };
        (program, self.checker)
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
        Err(ReadError::Io { .. }) => Ok(Program::default()),
    }
}

/// Statements from code, through their canonical text.
pub(super) fn program(statements: impl IntoIterator<Item = Statement>) -> Result<Program, Errors> {
    let mut state = Reader::default();
    for statement in statements.into_iter().take_while(|s| *s != Statement::Quit) {
        state.number = state.number.saturating_add(1);
        let text = statement.to_string();
        if !text.contains('\n') {
            state.line(&text);
        }
        let said = state.program.lines.last().is_some_and(|line| line.statement == statement);
        if !said && state.errors.is_empty() {
            let message = format!("no text makes the statement that prints as {text:?}");
            state
                .keep(Fault::error("MN-E-SYNTAX", "3.1", Span::new(0, text.len()), message), &text);
        }
    }
    state.finish().0
}

/// Reads a source line by line. No more than one line of it is held at a time, beside the
/// statements.
///
/// # Errors
/// If the reader fails, or all errors of the source.
pub fn read(reader: impl BufRead) -> Result<Program, ReadError> {
    read_sized(reader, None, &mut Checker::new())
}

fn read_sized(
    mut reader: impl BufRead,
    whole: Option<usize>,
    checker: &mut Checker,
) -> Result<Program, ReadError> {
    let mut state = Reader { checker: std::mem::take(checker), ..Reader::default() };
    let mut line = Vec::new();
    let mut size = 0;
    loop {
        state.number = state.number.saturating_add(1);
        let found = next_line(&mut reader, &mut line)
            .map_err(|error| ReadError::Io { line: state.number, error })?;
        size += found.bytes;
        if size > MAX_SOURCE {
            let size = whole.map_or("more than the limit".to_owned(), |n| format!("{n} bytes"));
            let message = format!("the source has {size}; the limit is {MAX_SOURCE} bytes");
            state.limit(message, "split the program and run its parts one after another");
            break;
        }
        if found.bytes == 0 {
            break;
        }
        if found.too_long {
            let message = format!("the line has {} bytes; the limit is {MAX_LINE}", found.length);
            state.limit(message, "split the statement");
        } else if state.bytes(&line) == Next::Quit {
            break;
        }
    }
    let (program, behind) = state.finish();
    *checker = behind;
    Ok(program?)
}

struct Found {
    /// With the line feed; 0 at the end of the source.
    bytes: u64,
    /// Without it.
    length: u64,
    too_long: bool,
}

/// Reads a line without its line feed. Of one that is too long nothing is kept.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Found> {
    const CHUNK: u64 = 1 << 16;
    line.clear();
    let mut bytes = reader.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', line)? as u64;
    let too_long = line.len() > MAX_LINE && line.last() != Some(&b'\n');
    if too_long {
        while line.last() != Some(&b'\n') && bytes <= MAX_SOURCE {
            line.clear();
            match reader.by_ref().take(CHUNK).read_until(b'\n', line)? {
                0 => break,
                more => bytes += more as u64,
            }
        }
    }
    let ended = line.last() == Some(&b'\n');
    if ended {
        line.pop();
    }
    Ok(Found { bytes, length: bytes - u64::from(ended), too_long })
}
