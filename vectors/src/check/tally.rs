//! What a chunk holds, counted and kept.

use super::Settings;
use super::compared::{has_wrong_result, is_unflagged};
use super::counts::Counts;
use super::finding::{Finding, Verdict};
use super::groups::{Group, Groups, Sample};
use crate::file::{Case, Fault, Mark, Places, Stretch, class_words};
use crate::registry::{Op, Outcome, Plan, Provenance, Ran};
use std::sync::Arc;

/// One right case in so many is kept, at most so many of a chunk, to judge guesses at causes.
const STRIDE: u64 = 3;
const RIGHT: u32 = 1024;

/// What a chunk holds. Lines are counted from 1 within it.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) lines: u64,
    /// By operation.
    pub(super) counts: Vec<(&'static Op, Counts)>,
    /// Cases of operations not asked for.
    pub(super) passed_over: u64,
    pub(super) groups: Groups,
    /// Right cases that are kept.
    kept_right: u32,
    pub(super) findings: Vec<Finding>,
    /// Findings there were, kept or not.
    pub(super) found: u64,
    /// Cases whose bits hang on an open decision and which the file says nothing about.
    pub(super) unclaimed: Places,
    /// What ends with a mark, and the mark with its line.
    pub(super) stretches: Vec<(Stretch, Mark, u64)>,
    /// What is behind the last mark.
    pub(super) stretch: Stretch,
    /// The first bad line.
    pub(super) fault: Option<(u64, Box<Fault>)>,
}

impl Sample {
    fn of(flags: bool, case: &Case<'_>, expected: Ran<'_>) -> Self {
        Self {
            plan: Arc::clone(case.plan),
            x: case.x.to_vec(),
            expected: Outcome::new(expected.out, expected.flag),
            found: Outcome::new(case.out, case.flag.filter(|_| flags)),
        }
    }
}

impl Tally {
    /// The stretch so far ends here.
    #[cold]
    pub(super) fn mark(&mut self, mark: Mark) {
        self.stretches.push((std::mem::take(&mut self.stretch), mark, self.lines));
    }

    #[inline]
    pub(super) fn counts_of(&mut self, op: &'static Op) -> &mut Counts {
        // Files come sorted by operation: the last entry is nearly always the one.
        let last = self.counts.len();
        let at = match self.counts.last() {
            Some((o, _)) if std::ptr::eq(*o, op) => last - 1,
            _ => self.counts.iter().position(|(o, _)| std::ptr::eq(*o, op)).unwrap_or(last),
        };
        if at == last {
            self.counts.push((op, Counts::default()));
        }
        &mut self.counts[at].1
    }

    /// Counts a case that is right and hangs on nothing.
    #[inline]
    pub(super) fn right(
        &mut self,
        settings: &Settings,
        case: &Case<'_>,
        decided: Ran<'_>,
        line: u64,
    ) {
        let flags = is_unflagged(settings, case);
        let counts = self.counts_of(case.plan.op);
        counts.checked += 1;
        counts.compared += 1;
        counts.unflagged += u64::from(flags);
        self.sample(settings, case, decided, line);
    }

    /// Keeps some cases that are right.
    #[inline]
    pub(super) fn sample(
        &mut self,
        settings: &Settings,
        case: &Case<'_>,
        expected: Ran<'_>,
        line: u64,
    ) {
        if line.is_multiple_of(STRIDE) && self.kept_right < RIGHT {
            self.keep_right(settings, case, expected);
        }
    }

    #[cold]
    fn keep_right(&mut self, settings: &Settings, case: &Case<'_>, expected: Ran<'_>) {
        self.kept_right += 1;
        let sample = Sample::of(settings.flags, case, expected);
        self.groups.add_right(sample);
    }

    #[cold]
    pub(super) fn keep(
        &mut self,
        settings: &Settings,
        (line, case): (u64, &Case<'_>),
        verdict: Verdict,
        expected: Ran<'_>,
        open: Provenance,
    ) {
        self.found += 1;
        if verdict.mismatch() {
            let results = verdict == Verdict::Differs && has_wrong_result(settings, case, expected);
            let flags = verdict == Verdict::Differs && !results;
            let counts = self.counts_of(case.plan.op);
            counts.results += u64::from(results);
            counts.flags += u64::from(flags);
            let class = class_words(case.plan, case.x);
            let op = &case.plan.op.id;
            let group = Group { op, class, count: 1, first: line, noun: settings.noun };
            let differs = verdict == Verdict::Differs;
            let mut sample = differs.then(|| Sample::of(settings.flags, case, expected));
            if let Some(sample) = sample.as_mut().filter(|_| flags) {
                // Another NaN that will do is no wrong result.
                sample.found = Outcome::new(expected.out, sample.found.flag);
            }
            self.groups.add(group, sample);
        }
        if self.findings.len() < settings.max_report {
            self.findings.push(Finding {
                line,
                noun: settings.noun,
                verdict,
                plan: Plan::clone(case.plan),
                x: case.x.to_vec(),
                expected: Outcome::new(expected.out, expected.flag),
                found: Outcome::new(case.out, case.flag.filter(|_| settings.flags)),
                open,
                class: case.class.to_owned(),
                unspecified: case.unspecified.to_owned(),
                answers: settings.answers.clone(),
            });
        }
    }
}
