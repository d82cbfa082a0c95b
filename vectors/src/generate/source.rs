//! What gives the cases of a segment.

use super::listed::Listed;
use crate::draw::corner::Picks;
use crate::draw::random::Random;
use crate::registry::Plan;
use std::ops::Range;

/// Cases by their index.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Corner(Picks),
    Random(Random),
    Exhaustive(Plan),
    Listed(Listed),
}

impl Source {
    /// The first cases of a range that are of one plan.
    #[inline]
    pub(super) fn run(&self, cases: Range<u64>) -> Range<u64> {
        match self {
            Self::Random(random) => random.run(cases),
            Self::Corner(_) | Self::Exhaustive(_) | Self::Listed(_) => cases,
        }
    }

    /// The plan of a case, and its number among those of the source.
    #[inline]
    pub(super) fn plan(&self, index: u64) -> (usize, &Plan) {
        match self {
            Self::Random(random) => random.plan(index),
            Self::Corner(picks) => (0, &picks.plan),
            Self::Listed(listed) => (0, &listed.plan),
            Self::Exhaustive(plan) => (0, plan),
        }
    }

    /// The elements of cases of one plan, one case behind the other.
    #[inline]
    pub(super) fn draw(&self, cases: Range<u64>, x: &mut [u64]) {
        let stride = self.plan(cases.start).1.elements().max(1);
        match self {
            Self::Random(random) => random.draw(cases, x),
            Self::Corner(picks) => {
                cases.zip(x.chunks_exact_mut(stride)).for_each(|(i, x)| picks.case(i, x))
            }
            Self::Listed(listed) => listed.cases(cases, x),
            Self::Exhaustive(plan) => {
                cases.zip(x.chunks_exact_mut(stride)).for_each(|(i, x)| combination(plan, i, x));
            }
        }
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
