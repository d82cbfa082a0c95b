//! What a check found.

use super::judge::Tally;
use super::{Finding, Groups};
use crate::file::Error;
use crate::registry::{self, Op};
use std::fmt;
use std::ops::AddAssign;

/// Numbers of cases. Displays as the summary line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Computed again and compared.
    pub checked: u64,
    /// Of those, not as they should be.
    pub mismatched: u64,
    /// Of those checked, hanging on an open decision.
    pub unspecified: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.checked += other.checked;
        self.mismatched += other.mismatched;
        self.unspecified += other.unspecified;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { checked, mismatched, unspecified } = self;
        write!(f, "checked {checked}, mismatched {mismatched}, unspecified {unspecified}")
    }
}

/// What a check found. Displays as the summary line, then [`Report::details`].
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// All cases.
    pub counts: Counts,
    /// By operation, in the order of the registry.
    pub by_op: Vec<(&'static Op, Counts)>,
    /// Cases of operations that were not asked for, not checked.
    pub passed_over: u64,
    /// Mismatches by operation and classes of operands.
    pub groups: Groups,
    /// The first findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// Findings there were, kept or not.
    pub found: u64,
    /// Lines read, the header included.
    pub lines: u64,
}

impl Report {
    /// Takes over a chunk that follows all lines so far.
    pub(super) fn append(&mut self, tally: Tally, max_report: usize) -> Result<(), Error> {
        let before = self.lines;
        if let Some((line, fault)) = tally.fault {
            return Err(Error::Line { line: before + line, fault });
        }
        self.lines += tally.lines;
        self.passed_over += tally.passed_over;
        self.found += tally.found;
        self.groups.append(tally.groups, before);
        let room = max_report.saturating_sub(self.findings.len());
        self.findings.extend(
            tally.findings.into_iter().take(room).map(|f| Finding { line: f.line + before, ..f }),
        );
        for (op, counts) in tally.counts {
            self.counts += counts;
            match self.by_op.iter_mut().find(|(o, _)| std::ptr::eq(*o, op)) {
                Some((_, total)) => *total += counts,
                None => self.by_op.push((op, counts)),
            }
        }
        Ok(())
    }

    /// Nothing follows.
    pub(super) fn finish(&mut self) {
        let place = |op: &Op| registry::all().iter().position(|o| std::ptr::eq(o, op));
        // Those that are not listed come last, in the order of the file.
        self.by_op.sort_by_key(|(op, _)| place(op).unwrap_or(usize::MAX));
    }
}
