//! Right cases that are kept, one behind the other: a sample is made of one where it is wanted.

use super::finding::flag_differs;
use crate::registry::{Outcome, Plan, Ran};
use std::sync::Arc;

/// A case that is kept to guess at causes.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Its line, of those that were wrong.
    pub(super) line: u64,
    pub(super) plan: Arc<Plan>,
    pub(super) x: Vec<u64>,
    pub(super) expected: Outcome,
    pub(super) found: Outcome,
}

impl Sample {
    /// Whether the result is another.
    pub(super) fn is_wrong(&self) -> bool {
        self.expected.out() != self.found.out()
    }

    /// Whether the flags are others.
    pub(super) fn has_wrong_flags(&self) -> bool {
        flag_differs(self.expected.flag, self.found.flag)
    }

    /// Whether either is.
    pub(super) fn is_mismatch(&self) -> bool {
        self.is_wrong() || self.has_wrong_flags()
    }
}

/// Cases with what was expected and found.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// Plans, each with the number of cases in front of its own.
    plans: Vec<(Arc<Plan>, usize)>,
    /// Operands, expected results, found ones.
    words: Vec<u64>,
    /// Expected and found.
    flags: Vec<[Option<u8>; 2]>,
}

impl Kept {
    /// How many.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.flags.len()
    }

    /// One more.
    #[inline]
    pub(super) fn push(&mut self, plan: &Arc<Plan>, x: &[u64], expected: Ran<'_>, found: Ran<'_>) {
        if !self.plans.last().is_some_and(|(last, _)| Arc::ptr_eq(last, plan)) {
            self.plans.push((Arc::clone(plan), self.flags.len()));
        }
        [x, expected.out, found.out].iter().for_each(|own| self.words.extend_from_slice(own));
        self.flags.push([expected.flag, found.flag]);
    }

    /// All of them.
    pub(super) fn samples(&self) -> impl Iterator<Item = Sample> {
        let mut words = &self.words[..];
        let mut take = move |count| {
            let (own, others) = words.split_at(count);
            words = others;
            own
        };
        let mut plans = self.plans.iter().peekable();
        let mut last = None;
        self.flags.iter().enumerate().filter_map(move |(at, [expected, found])| {
            if let Some((plan, _)) = plans.next_if(|(_, first)| *first == at) {
                last = Some(plan);
            }
            let plan = last?;
            Some(Sample {
                line: 0,
                plan: Arc::clone(plan),
                x: take(plan.elements()).to_vec(),
                expected: Outcome::new(take(plan.outs()), *expected),
                found: Outcome::new(take(plan.outs()), *found),
            })
        })
    }
}
