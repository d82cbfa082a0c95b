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
        all.filter(|sample| sample.plan.op.id == op).collect()
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

    /// The largest groups first; among equals the earliest.
    #[must_use]
    pub fn by_count(&self) -> Vec<&Group> {
        let mut groups: Vec<&Group> = self.list.iter().collect();
        groups.sort_by_key(|g| (std::cmp::Reverse(g.count), g.first));
        groups
    }
}
