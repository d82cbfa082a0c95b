//! What a check found.

use super::cause::Like;
use super::counts::Counts;
use super::finding::Verdict;
use super::kept::Sample;
use super::tally::Tally;
use super::{Cause, Finding, Groups, Part, Settings, cause};
use crate::file::Error;
use crate::file::{Places, Torn, Whole, class_words};
use crate::registry::{Op, Outcome, Plan};
use std::collections::HashSet;
use std::sync::Arc;

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
    /// The first findings: those that no cause explains, where others have one, then the others in the order of the file.
    pub findings: Vec<Finding>,
    /// Cases that a design was asked to tell causes apart; nothing where there is none that could be asked.
    pub probes: Option<u64>,
    /// How many mismatches no cause explains, of those that were looked at and of operations that have a cause.
    pub unexplained: u64,
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
    pub(super) fn finish(&mut self, whole: Whole, settings: &Settings) {
        self.explain(settings);
        self.torn = whole.end(self.lines);
        // Those that are not listed come last, in the order of the file.
        let last = (usize::MAX, usize::MAX);
        self.by_op.sort_by_key(|(op, _)| op.link.among.place(op).unwrap_or(last));
    }

    /// Cases that tell apart what may be the cause of the mismatches.
    pub(crate) fn disputed(&self, plan: &Plan, like: &Like, most: usize) -> Vec<Vec<u64>> {
        match self.causes.iter().any(|cause| cause.part != Part::Flags) {
            true => cause::disputed(&self.groups, plan, like, most),
            false => Vec::new(),
        }
    }

    /// Takes answers to such cases: operands, results, flags. What no longer holds is a cause no more.
    pub(crate) fn probed(
        &mut self,
        plan: &Plan,
        answers: Vec<(Vec<u64>, Vec<u64>, Option<u8>)>,
        settings: &Settings,
    ) {
        let plan = Arc::new(plan.clone());
        let sample = |(x, out, flag): (Vec<u64>, Vec<u64>, Option<u8>)| {
            let expected = plan.run(&x);
            let right = expected.flag.unwrap_or(0);
            let will_do = settings.tolerance.takes(&plan, &x, expected.out(), &out, right);
            let out = if will_do { expected.out() } else { &out };
            let found = Outcome::new(out, flag.filter(|_| settings.flags));
            Sample { line: 0, plan: Arc::clone(&plan), x, expected, found }
        };
        self.probes = Some(self.probes.unwrap_or(0) + answers.len() as u64);
        self.groups.probe(answers.into_iter().map(sample).collect::<Vec<_>>());
        self.explain(settings);
    }

    /// Looks for causes, and puts first what they leave.
    fn explain(&mut self, settings: &Settings) {
        let cause::Found { causes, open } = cause::causes(&self.groups);
        self.causes = causes;
        self.unexplained = open.len() as u64;
        self.groups.open(open.iter().map(|(at, _)| *at));
        let news: HashSet<u64> = open.iter().map(|(_, sample)| sample.line).collect();
        let kept: HashSet<u64> = self.findings.iter().map(|finding| finding.line).collect();
        // Of those that are kept already the file has said more.
        let others = open.into_iter().filter(|(_, sample)| !kept.contains(&sample.line));
        let others = others.take(settings.max_report);
        self.findings.extend(others.map(|(_, sample)| finding(sample, settings)));
        self.findings.sort_by_key(|finding| (!news.contains(&finding.line), finding.line));
        self.findings.truncate(settings.max_report);
    }
}

/// A mismatch that was kept.
fn finding(sample: Sample, settings: &Settings) -> Finding {
    let Sample { line, plan, x, expected, found } = sample;
    let open = plan.open_provenance(&x, plan.run(&x).out());
    let unspecified = open.open().join(" ");
    let class = class_words(&plan, &x);
    let (noun, answers) = (settings.noun, settings.answers.clone());
    let (plan, verdict) = (Plan::clone(&plan), Verdict::Differs);
    Finding { line, noun, verdict, plan, x, expected, found, open, class, unspecified, answers }
}
