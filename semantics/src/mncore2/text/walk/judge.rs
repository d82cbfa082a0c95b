//! A line's statement, and what is wrong with it.

use super::super::diagnostic::{Allowed, Diagnostic, Severity};
use super::super::parse::{self, Scanner, Spellings, carriage_return};
use super::allow;
use crate::mncore2::check::{Checker, OperandRef, Places, Violation};
use crate::mncore2::isa::{Expr, Statement};
use crate::mncore2::text::{Fault, Span};
use crate::source::exceptions::Exceptions;
use std::collections::BTreeMap;

/// A wait whose MV may come behind it, so that it is judged at the end.
const UNISSUED: &str = "MN-W-WAIT-UNISSUED";

/// Rules that look back at earlier statements without naming one: behind a line that cannot be read
/// they could blame what is right.
const LOOKS_BACK: [&str; 10] = [
    UNISSUED,
    "MN-E-TURNAROUND-TYPE",
    "MN-W-FORWARD-STALE",
    "MN-W-TURNAROUND-STALE",
    "MN-W-TAG-REUSE",
    "MN-W-STALE-INIT",
    "MN-W-DEAD",
    "MN-W-MV-UNWAITED",
    "MN-W-DAR",
    "MN-W-BLOCK",
];

/// The statement of a line, with nothing around it.
fn whole(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches([' ', '\t']).len();
    Span::new(start, text.trim_end_matches([' ', '\t', ';']).len().max(start))
}

/// Walks lines, with what it remembers of the ones before.
pub(in super::super) struct Judge {
    pub(super) checker: Checker,
    /// Whether the nops that hazards need are taken as if they stood there.
    pub(super) mends: bool,
    allows: Exceptions,
    /// The last line that could not be read.
    unread: u32,
    /// The places of waits that are judged at the end, by their lines.
    waits: BTreeMap<u32, [u32; 2]>,
    places: Places,
    spellings: Spellings,
}

/// What there is to say about a line.
#[derive(Debug, Default)]
pub(in super::super) struct Judged {
    pub(in super::super) number: u32,
    pub(in super::super) statement: Option<Statement>,
    pub(in super::super) nops: u32,
    pub(in super::super) diagnostics: Vec<Diagnostic>,
    pub(in super::super) allowed: Vec<Allowed>,
    /// Errors and warnings that had no room.
    pub(in super::super) more: [u64; 2],
    /// How many more errors and warnings have room.
    room: [usize; 2],
}

impl Judged {
    pub(super) fn new(number: u32, room: [usize; 2]) -> Self {
        Self { number, room, ..Self::default() }
    }

    pub(super) fn keep(&mut self, fault: Fault, text: &str) {
        let number = self.number;
        self.push(fault.severity, || fault.place(number, text));
    }

    fn push(&mut self, severity: Severity, diagnostic: impl FnOnce() -> Diagnostic) {
        let kind = usize::from(severity == Severity::Warning);
        match self.room[kind].checked_sub(1) {
            Some(rest) => {
                self.room[kind] = rest;
                self.diagnostics.push(diagnostic());
            }
            None => self.more[kind] += 1,
        }
    }
}

/// Whether a line seems to end within its comment: what stands behind would not be read.
fn ends_with_cr(comment: &[u8]) -> bool {
    let cr = comment.iter().position(|b| *b == b'\r');
    cr.is_some_and(|at| !comment[at..].trim_ascii().is_empty())
}

impl Judge {
    pub(in super::super) fn new(checker: Checker) -> Self {
        Self {
            checker,
            mends: false,
            allows: Exceptions::new(&allow::WORDING),
            unread: 0,
            waits: BTreeMap::new(),
            places: Places::NONE,
            spellings: Spellings::default(),
        }
    }

    /// A line that cannot be read, and why.
    pub(super) fn unread(
        &mut self,
        number: u32,
        fault: Fault,
        text: &str,
        room: [usize; 2],
    ) -> Judged {
        self.unread = number;
        let mut judged = Judged::new(number, room);
        judged.keep(fault, text);
        judged
    }

    /// Reads a line and walks its statement.
    pub(in super::super) fn line(
        &mut self,
        number: u32,
        code: &str,
        comment: &[u8],
        room: [usize; 2],
    ) -> Judged {
        let mut judged = Judged::new(number, room);
        self.places.begin(whole(code));
        let mut scanner = Scanner::new(code, judged.room);
        scanner.places = std::mem::take(&mut self.places);
        let statement = parse::line(&mut scanner, &mut self.spellings);
        let Scanner { faults, lost, mut errors, places, .. } = scanner;
        self.places = places;
        judged.more = lost;
        let span =
            Span::new(code.len(), code.len() + String::from_utf8_lossy(comment).chars().count());
        let alone = statement.is_none() && errors == 0;
        if let Some(fault) = self.allows.take(number, span, comment, alone) {
            judged.keep(fault, code);
        }
        for fault in faults {
            self.keep(fault, code, &mut judged);
        }
        if errors == 0 && ends_with_cr(comment) {
            self.keep(carriage_return(span), code, &mut judged);
            errors = 1;
        }
        if errors > 0 {
            self.unread = number;
        } else if let Some(statement) = statement {
            self.rules(&statement, code, &mut judged);
            judged.statement = Some(statement);
        }
        let (rules, late) = (self.checker.rules(), self.waits.contains_key(&number));
        for fault in self.allows.end_line(late, |code| allow::looked_at(code, rules)) {
            judged.keep(fault, code);
        }
        judged.diagnostics.sort_by_key(|d| d.column);
        judged
    }

    fn keep(&mut self, fault: Fault, text: &str, judged: &mut Judged) {
        match self.allows.reason(fault.code) {
            Some(reason) => {
                let diagnostic = fault.place(judged.number, text);
                judged.allowed.push(Allowed { diagnostic, reason });
            }
            None => judged.keep(fault, text),
        }
    }

    /// The rules that concern a step, and statements together.
    fn rules(&mut self, statement: &Statement, text: &str, judged: &mut Judged) {
        let assembled = parse::is_assembled(text);
        if self.mends {
            judged.nops = self.nops(judged.number, statement, assembled);
            self.checker.nops(judged.nops);
        }
        for violation in self.checker.placed(judged.number, statement, &self.places) {
            if !self.blames(&violation) {
                // An exception may name a hazard by either code (MN-D210).
                let weak = assembled && self.allows.reason(violation.code).is_none();
                let violation = if weak { violation.weakened() } else { violation };
                let fault = self.fault(violation, text);
                self.keep(fault, text, judged);
            }
        }
        self.remember(judged.number, statement, text);
    }

    /// Keeps the place of a wait that is judged at the end.
    fn remember(&mut self, number: u32, statement: &Statement, text: &str) {
        if let Statement::Step(step) = statement
            && self.checker.awaits(number)
        {
            let wait = step.exprs.iter().position(|e| matches!(e, Expr::Wait(_)));
            if let Some(span) = wait.and_then(|i| self.places.expr(i)) {
                self.waits.insert(number, span.columns(text));
            }
        }
    }

    /// The nops before a statement that its hazards need, without those that are allowed.
    fn nops(&mut self, number: u32, statement: &Statement, assembled: bool) -> u32 {
        let needed = self.checker.nops_before(statement);
        if needed == 0 || !self.allows.any() {
            return needed;
        }
        let found = self.checker.clone().statement(number, statement);
        // Warnings say how many would do, and get none.
        let errors = found.into_iter().filter(|v| v.severity == Severity::Error && v.nops > 0);
        let mut allowed = |code| self.allows.reason(code).is_some();
        let left = errors.filter(|v| {
            let weak = v.weaker_code().filter(|_| assembled);
            !allowed(v.code) && !weak.is_some_and(&mut allowed)
        });
        left.map(|v| v.nops).max().unwrap_or(0)
    }

    /// Whether a violation could blame what is right, because of a line that could not be read.
    fn blames(&self, violation: &Violation) -> bool {
        self.unread > 0
            && match &violation.earlier {
                Some(earlier) => earlier.line <= self.unread,
                None => LOOKS_BACK.contains(&violation.code),
            }
    }

    fn fault(&self, violation: Violation, text: &str) -> Fault {
        let Violation { code, severity, message, help, section, earlier, nops, .. } = violation;
        let expr = |n: usize| self.places.expr(*violation.exprs.get(n)?);
        let operand = |operand: Option<OperandRef>| operand.and_then(|o| self.places.of(o));
        // What the parser tells no place of is marked by its expression.
        let first = operand(violation.operand).or(expr(0));
        let span = first.unwrap_or_else(|| whole(text));
        let other = operand(violation.other).or(expr(1));
        let other = other.filter(|other| *other != span);
        Fault { code, severity, span, message, help, section, other, earlier, nops }
    }

    /// What is left over at the end of the program: nothing where a line could not be read.
    pub(in super::super) fn finish(&mut self, room: [usize; 2]) -> Judged {
        let mut judged = Judged::new(0, room);
        self.places.begin(whole(""));
        let found = self.checker.finish();
        if self.unread > 0 {
            return judged;
        }
        for (line, violation) in found {
            judged.number = line;
            let fault = self.fault(violation, "");
            let place = self.waits.get(&line).filter(|_| fault.code == UNISSUED);
            let mut diagnostic = fault.place(line, "");
            if let Some(&[column, length]) = place {
                (diagnostic.column, diagnostic.length) = (column, length);
            }
            match self.allows.reason_in(diagnostic.code, line) {
                Some(reason) => judged.allowed.push(Allowed { diagnostic, reason }),
                None => judged.push(diagnostic.severity, || diagnostic),
            }
        }
        let rules = self.checker.rules();
        for (line, fault) in self.allows.finish(|code| allow::looked_at(code, rules)) {
            judged.number = line;
            judged.keep(fault, "");
        }
        judged
    }

    pub(in super::super) fn into_checker(self) -> Checker {
        self.checker
    }
}
