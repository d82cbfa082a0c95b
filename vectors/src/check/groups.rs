//! Mismatches by operation and classes of operands.

use super::kept::{Kept, Sample};
use serde::Serialize;
use std::collections::HashMap;

/// The most groups kept; mismatches of later ones are only counted.
const KEPT: usize = 4096;

/// Mismatches that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The operation's id.
    pub op: &'static str,
    /// The classes of the operands.
    pub class: String,
    /// How many there are.
    #[serde(rename = "mismatched")]
    pub count: u64,
    /// The line of the first.
    #[serde(rename = "first_line")]
    pub first: u64,
    /// What a line is called.
    #[serde(skip)]
    pub noun: &'static str,
    /// Whether causes were found, and some of these mismatches are explained by none of them.
    #[serde(rename = "unexplained")]
    pub open: bool,
}

/// The most cases that are kept of those that were right.
const RIGHT: usize = 16384;

/// The most samples of a group, and of all.
const SAMPLES: usize = 256;
const ALL_SAMPLES: usize = 32768;

/// The groups of a file, in the order of their first mismatch.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    list: Vec<Group>,
    places: HashMap<(&'static str, String), usize>,
    /// The first mismatches of each group.
    samples: Vec<Vec<Sample>>,
    /// How many there are.
    sampled: usize,
    /// Some cases that were right, as chunks have them.
    right: Vec<Kept>,
    /// Cases that a design was asked to tell causes apart, right and wrong.
    probes: Vec<Sample>,
    /// Mismatches of operations and classes beyond the first few thousand.
    pub others: u64,
}

impl Groups {
    /// Adds mismatches, with samples of them.
    pub(super) fn add(&mut self, group: Group, samples: impl IntoIterator<Item = Sample>) {
        let key = (group.op, group.class.clone());
        match self.places.get(&key) {
            Some(&at) => {
                self.list[at].count += group.count;
                self.keep(at, samples);
            }
            None if self.list.len() == KEPT => self.others += group.count,
            None => {
                let at = self.list.len();
                self.places.insert(key, at);
                self.list.push(group);
                self.samples.push(Vec::new());
                self.keep(at, samples);
            }
        }
    }

    /// Takes over the groups of the lines that follow the first `lines`.
    pub(super) fn append(&mut self, later: Self, lines: u64) {
        for (group, samples) in later.list.into_iter().zip(later.samples) {
            let samples = samples.into_iter().map(|s| Sample { line: s.line + lines, ..s });
            self.add(Group { first: group.first + lines, ..group }, samples);
        }
        self.others += later.others;
    }

    /// Keeps cases that were right: a cause must not make them wrong.
    pub(super) fn keep_right(&mut self, cases: Kept) {
        if self.right.iter().map(Kept::len).sum::<usize>() < RIGHT {
            self.right.push(cases);
        }
    }

    /// The cases that were right, of an operation.
    pub(super) fn right(&self, op: &str) -> Vec<Sample> {
        let all = self.right.iter().flat_map(Kept::samples).take(RIGHT);
        let probes = self.probes.iter().filter(|probe| !probe.is_mismatch()).cloned();
        all.chain(probes).filter(|sample| sample.plan.op.id == op).collect()
    }

    /// More cases, which tell causes apart.
    pub(super) fn probe(&mut self, cases: impl IntoIterator<Item = Sample>) {
        self.probes.extend(cases);
    }

    /// Whether a case is among them.
    pub(super) fn is_probed(&self, op: &str, x: &[u64]) -> bool {
        self.probes.iter().any(|probe| probe.plan.op.id == op && probe.x == x)
    }

    /// Those of them that were wrong, of an operation.
    pub(super) fn wrong_probes(&self, op: &str) -> impl Iterator<Item = &Sample> {
        self.probes.iter().filter(move |probe| probe.plan.op.id == op && probe.is_mismatch())
    }

    fn keep(&mut self, at: usize, samples: impl IntoIterator<Item = Sample>) {
        let room = SAMPLES.saturating_sub(self.samples[at].len());
        let before = self.samples[at].len();
        // The first of each group is kept at any rate.
        let most = ALL_SAMPLES.saturating_sub(self.sampled).max(usize::from(before == 0));
        self.samples[at].extend(samples.into_iter().take(room.min(most)));
        self.sampled += self.samples[at].len() - before;
    }

    /// The groups in the order of their first mismatch.
    pub(super) fn all(&self) -> &[Group] {
        &self.list
    }

    /// The mismatches that are kept of a group.
    pub(super) fn samples(&self, at: usize) -> &[Sample] {
        &self.samples[at]
    }

    /// These groups have mismatches that no cause explains.
    pub(super) fn open(&mut self, groups: impl Iterator<Item = usize>) {
        self.list.iter_mut().for_each(|group| group.open = false);
        groups.for_each(|at| self.list[at].open = true);
    }

    /// The groups with mismatches that no cause explains first, then the rarest; among equals the earliest.
    #[must_use]
    pub fn rarest_first(&self) -> Vec<&Group> {
        let mut groups: Vec<&Group> = self.list.iter().collect();
        groups.sort_by_key(|g| (!g.open, g.count, g.first));
        groups
    }
}
