//! A line's statement, and what is wrong with it.

use super::super::diagnostic::{Allowed, Diagnostic, Severity};
use super::super::fault::{Fault, Span};
use super::super::parse::{self, Scanner};
use super::allow::Allows;
use super::place::{self, whole};
use crate::mncore2::check::{Checker, Violation};
use crate::mncore2::isa::Statement;

/// Rules that look back at earlier statements without naming one: behind a line that cannot be read
/// they could blame what is right.
const LOOKS_BACK: [&str; 10] = [
    "MN-E-WAIT-UNISSUED",
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

/// Walks lines, with what it remembers of the ones before.
#[derive(Default)]
pub(in super::super) struct Judge {
    pub(super) checker: Checker,
    /// Whether the nops that hazards need are taken as if they stood there.
    pub(super) mends: bool,
    allows: Allows,
    /// The last line that could not be read.
    unread: u32,
    spans: Vec<Span>,
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
        let kind = usize::from(fault.severity == Severity::Warning);
        match self.room[kind].checked_sub(1) {
            Some(rest) => {
                self.room[kind] = rest;
                self.diagnostics.push(fault.place(self.number, text));
            }
            None => self.more[kind] += 1,
        }
    }
}

impl Judge {
    pub(in super::super) fn new(checker: Checker) -> Self {
        Self { checker, ..Self::default() }
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
        self.spans.clear();
        let mut scanner = Scanner::new(code, judged.room);
        let statement = parse::line(&mut scanner, &mut self.spans);
        let Scanner { faults, lost, errors, .. } = scanner;
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
        if errors > 0 {
            self.unread = number;
        } else if let Some(statement) = statement {
            self.rules(&statement, code, &mut judged);
            judged.statement = Some(statement);
        }
        for fault in self.allows.end_line(self.checker.rules()) {
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
        if self.mends {
            judged.nops = self.nops(judged.number, statement);
            self.checker.nops(judged.nops);
        }
        for violation in self.checker.statement(judged.number, statement) {
            if !self.blames(&violation) {
                let fault = self.fault(violation, text);
                self.keep(fault, text, judged);
            }
        }
    }

    /// The nops before a statement that its hazards need, without those that are allowed.
    fn nops(&mut self, number: u32, statement: &Statement) -> u32 {
        let needed = self.checker.nops_before(statement);
        if needed == 0 || !self.allows.any() {
            return needed;
        }
        let found = self.checker.clone().statement(number, statement);
        // Warnings say how many would do, and get none.
        let errors = found.into_iter().filter(|v| v.severity == Severity::Error && v.nops > 0);
        let left = errors.filter(|v| self.allows.reason(v.code).is_none());
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
        let expr = |n: usize| violation.exprs.get(n).and_then(|i| self.spans.get(*i)).copied();
        let named = |operand: &Option<(usize, String)>, taken: Option<Span>| {
            let (i, operand) = operand.as_ref()?;
            let part = self.spans.get(*i).copied()?;
            place::named(text, part, operand).find(|found| Some(*found) != taken)
        };
        let first = named(&violation.operand, None).or(expr(0));
        let span = first.unwrap_or_else(|| whole(text));
        let other = named(&violation.other, first).or(expr(1)).filter(|other| *other != span);
        Fault { code, severity, span, message, help, section, other, earlier, nops }
    }

    /// What is left over at the end of the program: nothing where a line could not be read.
    pub(in super::super) fn finish(&mut self, room: [usize; 2]) -> Judged {
        let mut judged = Judged::new(0, room);
        self.spans.clear();
        let found = self.checker.finish();
        if self.unread > 0 {
            return judged;
        }
        for (line, violation) in found {
            judged.number = line;
            let fault = self.fault(violation, "");
            self.keep(fault, "", &mut judged);
        }
        for (line, fault) in self.allows.finish(self.checker.rules()) {
            judged.number = line;
            judged.keep(fault, "");
        }
        judged
    }

    pub(in super::super) fn into_checker(self) -> Checker {
        self.checker
    }
}
