//! What gives the cases of a segment.

use super::listed::Listed;
use crate::domain::{Spans, Within};
use crate::draw::corner::Picks;
use crate::draw::random::Random;
use crate::registry::Plan;
use std::ops::Range;
use std::sync::Arc;

/// Cases by their index.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Corner(Picks),
    /// With the domains of the plans, where there are some.
    Random(Random, Vec<Arc<Within>>),
    Exhaustive(Plan, Option<Arc<Within>>),
    Listed(Listed),
}

impl Source {
    /// The number of cases, of sources that have an end of their own.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Corner(picks) => picks.len(),
            Self::Listed(listed) => listed.len(),
            Self::Random(..) | Self::Exhaustive(..) => 0,
        }
    }

    /// The plan, if there is but one.
    pub(super) fn single_plan(&self) -> Option<&Plan> {
        match self {
            Self::Corner(picks) => Some(&picks.plan),
            Self::Random(random, _) => random.single_plan(),
            Self::Exhaustive(plan, _) => Some(plan),
            Self::Listed(listed) => Some(listed.plan()),
        }
    }

    /// The first cases of a range that are of one plan.
    #[inline]
    pub(super) fn run(&self, cases: Range<u64>) -> Range<u64> {
        match self {
            Self::Random(random, _) => random.run(cases),
            Self::Corner(_) | Self::Exhaustive(..) | Self::Listed(_) => cases,
        }
    }

    /// The plan of a case, and its number among those of the source.
    #[inline]
    pub(super) fn plan(&self, index: u64) -> (usize, &Plan) {
        match self {
            Self::Random(random, _) => random.plan(index),
            Self::Corner(picks) => (0, &picks.plan),
            Self::Listed(listed) => (0, listed.plan()),
            Self::Exhaustive(plan, _) => (0, plan),
        }
    }

    /// The elements of cases of one plan, one case behind the other.
    #[inline]
    pub(super) fn draw(&self, cases: Range<u64>, x: &mut [u64]) {
        let stride = self.plan(cases.start).1.elements().max(1);
        match self {
            Self::Random(random, within) => {
                random.draw(cases.clone(), x);
                if let Some(within) = within.get(random.plan(cases.start).0) {
                    let both = random.others(cases).zip(x.chunks_exact_mut(stride));
                    both.for_each(|(mut rng, x)| within.fit(&mut rng, x));
                }
            }
            Self::Corner(picks) => {
                cases.zip(x.chunks_exact_mut(stride)).for_each(|(i, x)| picks.case(i, x))
            }
            Self::Listed(listed) => listed.cases(cases, x),
            Self::Exhaustive(plan, None) => {
                cases.zip(x.chunks_exact_mut(stride)).for_each(|(i, x)| combination(plan, i, x));
            }
            Self::Exhaustive(_, Some(within)) => {
                let codes = within.codes().unwrap_or_default();
                cases.zip(x.chunks_exact_mut(stride)).for_each(|(i, x)| allowed(&codes, i, x));
            }
        }
    }
}

/// The elements of the `index`-th combination of codes that are allowed.
fn allowed(codes: &[&Spans], index: u64, x: &mut [u64]) {
    let mut rest = u128::from(index);
    for (spans, element) in codes.iter().zip(x).rev() {
        let count = spans.count().max(1);
        *element = spans.code(rest % count) as u64;
        rest /= count;
    }
}

/// The elements of the `index`-th combination: its digits, element 0 the highest.
#[inline]
fn combination(plan: &Plan, mut index: u64, x: &mut [u64]) {
    let mut end = plan.elements();
    for shape in plan.operands.iter().rev() {
        for e in x[..end].iter_mut().rev().take(shape.len) {
            *e = index & (u64::MAX >> (64 - shape.format.width));
            index = index.checked_shr(shape.format.width).unwrap_or(0);
        }
        end -= shape.len;
    }
}
