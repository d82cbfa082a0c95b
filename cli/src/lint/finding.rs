//! Findings as text or JSON, and their number.

use crate::diagnose::{self, Text};
use crate::failure::Failure;
use crate::output::Output;
use crate::page::object;
use semantics::machine::Checked;
use semantics::source::{Allowed, Diagnostic, Severity, more};
use std::fmt::{self, Display, Formatter};
use std::io::{self, ErrorKind, Write};

/// How many findings there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) errors: u64,
    pub(super) warnings: u64,
    pub(super) allowed: u64,
    /// Lines that cannot be read.
    pub(super) unread: u64,
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = |n: u64| if n == 1 { "" } else { "s" };
        let Self { errors, warnings, allowed, .. } = *self;
        write!(f, "{errors} error{}, {warnings} warning{}", word(errors), word(warnings))?;
        if allowed > 0 { write!(f, ", {allowed} allowed") } else { Ok(()) }
    }
}

/// Where findings go.
enum To {
    Results(Output),
    /// Standard output carries a program.
    StandardError,
    /// Nobody reads them, but the exit code still tells.
    Nobody,
}

/// Prints findings and counts them.
pub(super) struct Report {
    to: To,
    json: bool,
    strict: bool,
    counts: Counts,
    /// How many findings more are printed.
    room: usize,
    /// How many were not.
    hidden: u64,
}

impl Report {
    /// Text has so many findings at most, JSON all.
    pub(super) fn new(
        json: bool,
        strict: bool,
        to_stderr: bool,
        most: usize,
    ) -> Result<Self, Failure> {
        let to = if to_stderr { To::StandardError } else { To::Results(Output::stdout()?) };
        let room = if json { usize::MAX } else { most };
        Ok(Self { to, json, strict, counts: Counts::default(), room, hidden: 0 })
    }

    /// How many findings more are printed.
    pub(super) const fn room(&self) -> usize {
        self.room
    }

    /// What there is to say about a line.
    pub(super) fn line(&mut self, name: &str, text: &Text, line: &Checked) -> Result<(), Failure> {
        self.counts.unread += u64::from(line.unread);
        self.left(name, text, &line.diagnostics, &line.allowed)?;
        let [errors, warnings] = line.more;
        self.count(errors, warnings);
        if errors + warnings > 0 {
            self.more(name, line.number, [errors, warnings])?;
        }
        Ok(())
    }

    /// Findings of a line that had no room.
    fn more(&mut self, file: &str, line: u32, [errors, warnings]: [u64; 2]) -> Result<(), Failure> {
        let message = format!("{} in this line", more(errors + warnings, "finding"));
        if self.room == 0 {
            self.hidden += errors + warnings;
            return Ok(());
        }
        if !self.json {
            return self.print(&format!("{file}:{line}: {message}\n"));
        }
        let diagnostic = Diagnostic {
            code: "MN-E-LIMIT",
            severity: Severity::Error,
            line,
            column: 1,
            length: 1,
            message,
            help: None,
            section: "",
            other: None,
            earlier: None,
            nops: 0,
        };
        let severity = if errors > 0 || self.strict { "error" } else { "warning" };
        self.print(&json(file, &diagnostic, severity, None)?)
    }

    fn count(&mut self, errors: u64, warnings: u64) {
        let harmless = if self.strict { 0 } else { warnings };
        self.counts.warnings += harmless;
        self.counts.errors += errors + warnings - harmless;
    }

    /// Findings, and what exceptions allow.
    fn left(
        &mut self,
        name: &str,
        text: &Text,
        found: &[Diagnostic],
        allowed: &[Allowed],
    ) -> Result<(), Failure> {
        for diagnostic in found {
            let warning = u64::from(diagnostic.severity == Severity::Warning);
            self.count(1 - warning, warning);
            self.one(name, text, diagnostic, None)?;
        }
        for Allowed { diagnostic, reason } in allowed {
            self.counts.allowed += 1;
            self.one(name, text, diagnostic, Some(reason))?;
        }
        Ok(())
    }

    fn one(
        &mut self,
        name: &str,
        text: &Text,
        diagnostic: &Diagnostic,
        reason: Option<&str>,
    ) -> Result<(), Failure> {
        if matches!(self.to, To::Nobody) {
            return Ok(());
        }
        let Some(room) = self.room.checked_sub(1) else {
            self.hidden += 1;
            return Ok(());
        };
        self.room = room;
        let mut shown = String::new();
        if self.json {
            let severity = diagnose::kind(diagnostic, self.strict, reason);
            shown = json(name, diagnostic, severity, reason)?;
        } else {
            diagnose::describe(name, diagnostic, self.strict, reason, |n| text.line(n), &mut shown);
        }
        self.print(&shown)
    }

    fn print(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.to {
            To::Nobody => {}
            // Nowhere is left to report a failing standard error.
            To::StandardError => drop(io::stderr().write_all(text.as_bytes())),
            To::Results(output) => match output.write_all(text.as_bytes()) {
                Err(e) if e.kind() == ErrorKind::BrokenPipe => self.to = To::Nobody,
                written => written.map_err(|e| output.failure(&e))?,
            },
        }
        Ok(())
    }

    /// All is printed; the counts.
    pub(super) fn finish(mut self) -> Result<Counts, Failure> {
        if self.hidden > 0 {
            let hidden = more(self.hidden, "finding");
            self.print(&format!("{hidden}; --max-report N prints N\n"))?;
        }
        if let To::Results(output) = self.to {
            match output.finish() {
                Err(Failure::ReaderGone) => {}
                finished => finished?,
            }
        }
        Ok(self.counts)
    }
}

/// A finding as a line of JSON.
fn json(
    file: &str,
    diagnostic: &Diagnostic,
    severity: &str,
    reason: Option<&str>,
) -> Result<String, Failure> {
    let of = diagnostic;
    let other = of.other.map(|[column, length]| object! { column: column, length: length });
    let earlier = of.earlier.as_ref().map(|e| {
        object! { line: e.line, column: e.column, length: e.length, text: &e.text }
    });
    let object = object! {
        file: file,
        line: of.line,
        column: of.column,
        length: of.length,
        code: of.code,
        severity: severity,
        section: of.section,
        message: &of.message,
        help: &of.help,
        other: other,
        earlier: earlier,
        nops: of.nops,
        reason: reason,
    };
    let text = serde_json::to_string(&object)
        .map_err(|e| Failure::Environment(format!("cannot print a finding as JSON: {e}")))?;
    Ok(text + "\n")
}
