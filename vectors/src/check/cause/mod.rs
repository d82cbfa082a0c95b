//! Guesses at causes: variants of an operation that designs are known to compute by mistake. A variant is
//! a group's cause where it gives what the design gave in every mismatch of the group that was kept.

mod arithmetic;
mod variant;

use super::finding::flag_differs;
use super::groups::{Groups, Sample};
use crate::registry::Plan;
use std::collections::{HashMap, HashSet};
use std::fmt;
use variant::Variant;

/// What may have gone wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The operation.
    pub op: &'static str,
    /// What the design seems to do instead.
    pub variant: String,
    /// The groups of mismatches that this explains, of so many of the operation.
    pub groups: (usize, usize),
    /// The mismatches in them, of so many of the operation.
    pub mismatches: (u64, u64),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, variant, groups, mismatches } = self;
        write!(
            f,
            "{op}  {variant}: explains {} of {} groups, {} of {} mismatches",
            groups.0, groups.1, mismatches.0, mismatches.1
        )
    }
}

/// The causes that explain most, the first of each operation those that explain most of its groups.
pub(super) fn causes(groups: &Groups) -> Vec<Cause> {
    let mut by_op: Vec<(&'static str, Vec<usize>)> = Vec::new();
    let mut largest: Vec<usize> = (0..groups.all().len()).collect();
    largest.sort_by_key(|at| (std::cmp::Reverse(groups.all()[*at].count), *at));
    largest.truncate(LARGEST);
    largest.sort_unstable();
    for (at, group) in largest.into_iter().map(|at| (at, &groups.all()[at])) {
        match by_op.iter_mut().find(|(op, _)| *op == group.op) {
            Some((_, own)) => own.push(at),
            None => by_op.push((group.op, vec![at])),
        }
    }
    by_op.into_iter().flat_map(|(op, own)| of_op(groups, op, &own)).collect()
}

/// The causes of an operation's groups: again and again the variant that explains most of what is left.
fn of_op(groups: &Groups, op: &'static str, own: &[usize]) -> Vec<Cause> {
    let total: u64 = own.iter().map(|at| groups.all()[*at].count).sum();
    let Some(first) = own.iter().find_map(|at| groups.samples(*at).first()) else {
        return Vec::new();
    };
    let variants = variants(&first.plan);
    let mut cache = Explained::default();
    let mut left = own.to_vec();
    let mut causes = Vec::new();
    while !left.is_empty() && causes.len() < MOST {
        let best = variants
            .iter()
            .enumerate()
            .filter_map(|(i, variant)| {
                let explained: Vec<usize> = left
                    .iter()
                    .copied()
                    .filter(|at| cache.whole(i, variant, *at, groups.samples(*at)))
                    .collect();
                let count: u64 = explained.iter().map(|at| groups.all()[*at].count).sum();
                let holds = count > 0 && holds(groups, op, variant, &explained);
                holds.then_some((explained, count, i))
            })
            // Of equals the first.
            .max_by_key(|(_, count, i)| (*count, std::cmp::Reverse(*i)));
        let Some((explained, count, i)) = best.filter(|(_, count, _)| *count > 0) else { break };
        causes.push(Cause {
            op,
            variant: variants[i].text.clone(),
            groups: (explained.len(), own.len()),
            mismatches: (count, total),
        });
        left.retain(|at| !explained.contains(at));
    }
    causes
}

/// The variants of an operation, the likelier first.
fn variants(plan: &Plan) -> Vec<Variant> {
    let mut all = variant::options(plan);
    all.extend(variant::operands(plan));
    all.extend(arithmetic::variants(plan));
    all.extend(variant::answers(plan));
    all.extend(variant::others(plan));
    all
}

/// So many groups are looked at, the largest.
const LARGEST: usize = 400;

/// The most causes told of an operation.
const MOST: usize = 4;

/// Which variant explains which group.
#[derive(Default)]
struct Explained(HashMap<(usize, usize), bool>);

impl Explained {
    fn whole(&mut self, i: usize, variant: &Variant, at: usize, samples: &[Sample]) -> bool {
        *self.0.entry((i, at)).or_insert_with(|| {
            !samples.is_empty() && samples.iter().all(|sample| explains(variant, sample))
        })
    }
}

/// Whether a variant leaves the right cases right: those of the classes that it explains, or any where
/// none of them was kept.
fn holds(groups: &Groups, op: &str, variant: &Variant, explained: &[usize]) -> bool {
    let classes: HashSet<&str> =
        explained.iter().map(|at| groups.all()[*at].class.as_str()).collect();
    let alike = || groups.right(op).filter(|(class, _)| classes.contains(class.as_str()));
    let any = alike().next().is_none();
    let (mut asked, mut wrong) = (0u32, 0u32);
    for (_, sample) in groups.right(op).filter(|(class, _)| any || classes.contains(class.as_str()))
    {
        asked += 1;
        let other = variant.run(&sample.plan, &sample.x);
        wrong += u32::from(other.is_some_and(|other| other.out() != sample.expected.out()));
    }
    // What a design does only within the range, say, leaves some others right.
    wrong <= asked / 10
}

/// Whether a variant gives what the design gave.
fn explains(variant: &Variant, sample: &Sample) -> bool {
    let Some(other) = variant.run(&sample.plan, &sample.x) else { return false };
    // A variant that says nothing of flags is judged by its result; the result then has to differ.
    let differs = other.out() != sample.expected.out() || other.flag.is_some();
    // A design whose flags come from elsewhere may have the right ones beside a wrong result.
    let wrong = other.out() != sample.expected.out();
    let flags = !flag_differs(other.flag, sample.found.flag)
        || (wrong && !flag_differs(sample.expected.flag, sample.found.flag));
    differs && other.out() == sample.found.out() && flags
}
