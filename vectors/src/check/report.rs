//! What a check found.

use super::counts::Counts;
use super::tally::Tally;
use super::{Cause, Finding, Groups, cause};
use crate::file::Error;
use crate::file::{Places, Torn, Whole};
use crate::registry::Op;

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
    /// What may be the cause of the mismatches.
    pub causes: Vec<Cause>,
    /// The first findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// Findings there were, kept or not.
    pub found: u64,
    /// Cases whose bits hang on an open decision and which the file says nothing about.
    pub unclaimed: Places,
    /// What a generated file lacks, or has too much.
    pub torn: Option<Torn>,
    /// Lines read, the header included.
    pub lines: u64,
}

impl Report {
    /// Takes over a chunk that follows all lines so far.
    pub(super) fn append(
        &mut self,
        tally: Tally,
        whole: &mut Whole,
        max_report: usize,
    ) -> Result<(), Error> {
        let before = self.lines;
        if let Some((line, bad)) = tally.bad {
            return Err(bad.of_case(before + line));
        }
        self.lines += tally.lines;
        self.passed_over += tally.passed_over;
        self.found += tally.found;
        self.unclaimed.append(tally.unclaimed, before);
        whole.append(tally.stretches, tally.stretch, before);
        self.groups.append(tally.groups, before);
        self.groups.keep_right(tally.right);
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
    pub(super) fn finish(&mut self, whole: Whole) {
        self.causes = cause::causes(&self.groups);
        self.torn = whole.end(self.lines);
        // Those that are not listed come last, in the order of the file.
        let last = (usize::MAX, usize::MAX);
        self.by_op.sort_by_key(|(op, _)| op.link.among.place(op).unwrap_or(last));
    }
}
