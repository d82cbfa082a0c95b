//! A built program, and what is wrong with one.

use crate::mncore2::check::{Checker, Rules, Severity, Violation};
use crate::mncore2::isa::Statement;
use crate::mncore2::text::{Diagnostic, Errors, Program};
use crate::source::more;
use core::fmt::{self, Display, Formatter, Write};
use core::panic::Location;

/// A program with the place in Rust that each statement comes from.
#[derive(Clone, Debug)]
pub struct Built {
    /// The program: line n is the n-th statement, from 1.
    pub program: Program,
    /// The place of each statement: that of line n is the n-th, from 1.
    pub map: Vec<&'static Location<'static>>,
}

/// Where a statement comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place in Rust.
    pub location: &'static Location<'static>,
    /// Its number in the program, from 1: in a loop many statements have one place.
    pub statement: usize,
    /// Its canonical text; of an earlier statement the operand or expression that matters.
    pub text: String,
}

/// A rule that a statement breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `MN-E-...`, `MN-W-...`
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What would mend it.
    pub help: Option<String>,
    /// The manual's section.
    pub section: &'static str,
    /// How many `nop` before the statement would mend it; 0: none would.
    pub nops: u32,
    /// The statement.
    pub origin: Origin,
    /// The other place, where it is an earlier statement.
    pub earlier: Option<Origin>,
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let Origin { location, statement, text } = &self.origin;
        writeln!(f, "{location}: {kind}[{}]: {}", self.code, self.message)?;
        write!(f, "    {text} # statement {statement}")?;
        if let Some(Origin { location, statement, text }) = &self.earlier {
            write!(f, "\n  earlier: {location}: {text} # statement {statement}")?;
        }
        self.help.iter().try_for_each(|help| write!(f, "\n  help: {help}"))?;
        if self.section.is_empty() { Ok(()) } else { write!(f, "\n  see s. {}", self.section) }
    }
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// At most 1000, in the order of the statements.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub more: u64,
}

impl Display for BuildError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, finding) in self.findings.iter().enumerate() {
            let end = if i > 0 { "\n" } else { "" };
            write!(f, "{end}{finding}")?;
        }
        if self.more > 0 { write!(f, "\nand {}", more(self.more, "error")) } else { Ok(()) }
    }
}

impl core::error::Error for BuildError {}

/// Numbers of statements -> places.
struct Places<'a, F> {
    map: &'a [&'static Location<'static>],
    text: F,
}

impl<F: Fn(usize) -> String> Places<'_, F> {
    fn origin(&self, line: u32, text: Option<String>) -> Option<Origin> {
        let statement = line as usize;
        let index = statement.checked_sub(1)?;
        let text = text.unwrap_or_else(|| (self.text)(index));
        Some(Origin { location: self.map.get(index)?, statement, text })
    }

    fn of_violation(&self, line: u32, violation: Violation) -> Option<Finding> {
        let Violation { code, severity, message, help, section, earlier, nops, .. } = violation;
        let origin = self.origin(line, None)?;
        let earlier = earlier.and_then(|e| self.origin(e.line, Some(e.text)));
        Some(Finding { code, severity, message, help, section, nops, origin, earlier })
    }

    fn of_diagnostic(&self, diagnostic: Diagnostic) -> Option<Finding> {
        let Diagnostic { code, severity, line, message, help, section, earlier, nops, .. } =
            diagnostic;
        let origin = self.origin(line, None)?;
        let earlier = earlier.and_then(|e| self.origin(e.line, Some(e.text)));
        Some(Finding { code, severity, message, help, section, nops, origin, earlier })
    }
}

impl BuildError {
    pub(super) fn new(
        errors: Errors,
        statements: &[Statement],
        map: &[&'static Location<'static>],
    ) -> Self {
        let text = |i: usize| statements.get(i).map(Statement::to_string).unwrap_or_default();
        let places = Places { map, text };
        let Errors { diagnostics, more } = errors;
        let findings = diagnostics.into_iter().filter_map(|d| places.of_diagnostic(d)).collect();
        Self { findings, more }
    }
}

impl Built {
    pub(super) fn new(program: Program, map: Vec<&'static Location<'static>>) -> Self {
        Self { program, map }
    }

    /// What the program breaks, by these rules, with places in Rust. `Rules::ASSEMBLER` finds steps
    /// that follow one another too closely.
    ///
    /// ```
    /// use semantics::mncore2::{build::*, check::Rules};
    /// let mut b = Builder::new();
    /// b.add(l2bmb(every_l1b(), lc(0), lb(0)));
    /// b.add(l1bmm(lb(0), lr(0).v()));
    /// let found = b.clone().build()?.check(Rules::ASSEMBLER);
    /// assert_eq!((found[0].code, found[0].nops), ("MN-E-HAZARD-L2BM-L1BM", 1));
    /// let earlier = found[0].earlier.as_ref().unwrap();
    /// assert_eq!((earlier.statement, found[0].origin.statement), (1, 2));
    /// assert_eq!(earlier.location.line() + 1, found[0].origin.location.line());
    /// assert!(b.stretched().build()?.check(Rules::ASSEMBLER).is_empty());
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn check(&self, rules: Rules) -> Vec<Finding> {
        let lines = self.program.lines();
        let text = |i: usize| lines.get(i).map(|l| l.statement().to_string()).unwrap_or_default();
        let places = Places { map: &self.map, text };
        let mut checker = Checker::with(rules);
        let mut found = Vec::new();
        for line in lines {
            let violations = checker.statement(line.number, line.statement());
            found
                .extend(violations.into_iter().filter_map(|v| places.of_violation(line.number, v)));
        }
        let left = checker.finish();
        found.extend(left.into_iter().filter_map(|(line, v)| places.of_violation(line, v)));
        found
    }

    /// The program as assembly text, a statement a line.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines(|_| None)
    }

    /// The same with the place in Rust of each statement as a comment where it changes.
    ///
    /// ```
    /// use semantics::mncore2::build::*;
    /// let mut b = Builder::new();
    /// b.add(lpassa(peid(), lm(0)));
    /// let built = b.build()?;
    /// assert_eq!(built.text(), "lpassa $peid $lm0\n");
    /// let place = built.map[0];
    /// let (file, line) = (place.file(), place.line());
    /// assert_eq!(built.text_with_places(), format!("lpassa $peid $lm0 # {file}:{line}\n"));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn text_with_places(&self) -> String {
        let mut last = None;
        self.lines(|index| {
            let place = self.map.get(index).map(|at| (at.file(), at.line()));
            let changed = place != last;
            last = place;
            place.filter(|_| changed)
        })
    }

    fn lines(&self, mut place: impl FnMut(usize) -> Option<(&'static str, u32)>) -> String {
        let mut text = String::new();
        for (index, line) in self.program.lines().iter().enumerate() {
            // Writing to a String does not fail.
            let _ = write!(text, "{}", line.statement());
            if let Some((file, number)) = place(index) {
                let _ = write!(text, " # {file}:{number}");
            }
            text.push('\n');
        }
        text
    }
}
