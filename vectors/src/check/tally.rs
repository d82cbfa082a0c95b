//! What a chunk holds, counted and kept.

use super::Settings;
use super::compared::has_wrong_result;
use super::counts::Counts;
use super::finding::{Finding, Verdict};
use super::groups::{Group, Groups};
use super::kept::{Kept, Sample};
use crate::domain::{DomainError, Within};
use crate::file::npy::Bad;
use crate::file::{Case, Mark, Places, Stretch, class_words};
use crate::registry::{Op, Outcome, Plan, Provenance, Ran};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// One right case in so many is kept, at most so many of a chunk, to judge guesses at causes.
const STRIDE: u64 = 3;
const RIGHT: usize = 1024;

/// What a chunk holds. Lines are counted from 1 within it.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) lines: u64,
    /// By operation.
    pub(super) counts: Vec<(&'static Op, Counts)>,
    /// The number of the last case's plan, and whether it is checked.
    taken: Option<(usize, bool)>,
    /// The domains of plans, by their numbers.
    within: HashMap<usize, Option<Arc<Within>>>,
    /// Cases of operations not asked for.
    pub(super) passed_over: u64,
    pub(super) groups: Groups,
    /// Right cases that are kept.
    pub(super) right: Kept,
    pub(super) findings: Vec<Finding>,
    /// Findings there were, kept or not.
    pub(super) found: u64,
    /// Cases whose bits hang on an open decision and which the file says nothing about.
    pub(super) unclaimed: Places,
    /// What ends with a mark, and the mark with its line.
    pub(super) stretches: Vec<(Stretch, Mark, u64)>,
    /// What is behind the last mark.
    pub(super) stretch: Stretch,
    /// The first bad line or record.
    pub(super) bad: Option<(u64, Bad)>,
    /// Lines of marks above its cases that are not counted.
    pub(super) above: u64,
}

impl Sample {
    fn of(flags: bool, line: u64, case: &Case<'_>, expected: Ran<'_>) -> Self {
        Self {
            line,
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

    /// Whether a case is checked.
    #[inline]
    pub(super) fn takes(&mut self, settings: &Settings, case: &Case<'_>) -> bool {
        match self.taken {
            Some((number, taken)) if number == case.number => taken,
            _ => {
                let taken = settings.takes(case.plan);
                self.taken = Some((case.number, taken));
                taken
            }
        }
    }

    /// Whether a case lies in the domain, where there is one.
    #[inline]
    pub(super) fn is_within(
        &mut self,
        settings: &Settings,
        case: &Case<'_>,
    ) -> Result<bool, DomainError> {
        if settings.domain.is_none() {
            return Ok(true);
        }
        let within = match self.within.entry(case.number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(settings.within(case.plan)?),
        };
        Ok(within.as_ref().is_none_or(|within| within.takes(case.x)))
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

    /// Counts cases that are right and hang on nothing.
    #[inline]
    pub(super) fn count_right(&mut self, op: &'static Op, cases: u64, unflagged: u64) {
        let counts = self.counts_of(op);
        counts.checked += cases;
        counts.compared += cases;
        counts.unflagged += unflagged;
    }

    /// Whether a case that is right is one of those that are kept.
    #[inline]
    pub(super) fn samples(&self, line: u64) -> bool {
        self.right.len() < RIGHT && (line + self.above).is_multiple_of(STRIDE)
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
        if self.samples(line) {
            let flag = case.flag.filter(|_| settings.flags);
            self.right.push(case.plan, case.x, expected, Ran { out: case.out, flag, ..expected });
        }
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
            let group =
                Group { op, class, count: 1, first: line, noun: settings.noun, open: false };
            let differs = verdict == Verdict::Differs;
            let mut sample = differs.then(|| Sample::of(settings.flags, line, case, expected));
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
                class: case.class().into_owned(),
                unspecified: case.unspecified.to_owned(),
                answers: settings.answers.clone(),
            });
        }
    }
}
