//! Guesses at causes: what designs are known to do instead of an operation, for its results and for its flags, each judged for
//! itself.
//!
//! A cause gives what the design gave where the design was wrong, and what is right where it was right: one that breaks a single
//! right case of those that were kept is none. Causes are told where few of them together explain nearly all that is wrong;
//! what explains a part of it and leaves the rest to nobody is a coincidence more often than a cause.

mod choice;
mod evidence;

use super::groups::Groups;
use super::kept::Sample;
use crate::registry::Plan;
use choice::{Chosen, LEAST};
use evidence::Evidence;
use std::collections::HashSet;
use std::fmt;

/// Of what a cause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Results.
    Results,
    /// Results, with the flags beside them.
    Both,
    /// Flags.
    Flags,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Results => "results",
            Self::Both => "results and their flags",
            Self::Flags => "flags",
        })
    }
}

/// What may have gone wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The operation.
    pub op: &'static str,
    /// Of what it is the cause.
    pub part: Part,
    /// What the design seems to do instead.
    pub variant: String,
    /// How many wrong results or flags this explains.
    pub explained: u64,
    /// Of so many that were kept.
    pub of: u64,
    /// So many right cases were looked at, none of which it makes wrong.
    pub right: u64,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, part, variant, explained, of, .. } = self;
        write!(f, "{op}  {part}: {variant}: explains {explained} of {of}")
    }
}

/// Wrong cases that are looked at, of an operation.
const WRONG: usize = 1024;

/// Causes, and what they leave.
#[derive(Default)]
pub(super) struct Found {
    /// The causes of each operation, of its results before those of its flags.
    pub(super) causes: Vec<Cause>,
    /// The mismatches that none of them explains, with the places of their groups; of operations without a cause none.
    pub(super) open: Vec<(usize, Sample)>,
}

/// What explains the mismatches.
pub(super) fn causes(groups: &Groups) -> Found {
    let mut ops: Vec<&'static str> = Vec::new();
    for group in groups.all() {
        if !ops.contains(&group.op) {
            ops.push(group.op);
        }
    }
    let mut all = Found::default();
    for op in ops {
        let own = of_op(groups, op);
        all.causes.extend(own.causes);
        all.open.extend(own.open);
    }
    all
}

/// The elements of cases, a list for each.
pub(crate) type Cases = Vec<Vec<u64>>;

/// What cases are like a case.
pub(crate) struct Like {
    /// Those that differ in little.
    pub(crate) near: fn(&Plan, &[u64]) -> Cases,
    /// Those that differ in one exponent: a list for each, by that exponent.
    pub(crate) swept: fn(&Plan, &[u64]) -> Vec<Cases>,
}

/// Cases like the mismatches of an operation that tell apart what may be their cause; nothing where no cause is known.
pub(super) fn disputed(groups: &Groups, plan: &Plan, like: &Like, most: usize) -> Cases {
    let wrong: Vec<&Sample> = wrong(groups, &plan.op.id).into_iter().map(|(_, s)| s).collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let mut seen: HashSet<Vec<u64>> = wrong.iter().map(|sample| sample.x.clone()).collect();
    seen.extend(groups.right(&plan.op.id).into_iter().map(|sample| sample.x));
    let some = |most: usize| wrong.iter().step_by(wrong.len().div_ceil(most));
    let near = some(NEIGHBOURED).flat_map(|sample| (like.near)(plan, &sample.x));
    let near: Cases = near.filter(|x| seen.insert(x.clone())).collect();
    let swept = some(SWEPT).flat_map(|sample| (like.swept)(plan, &sample.x)).collect();
    let mut all = Evidence::new(plan, &wrong, &[]).disputed(near, swept, most);
    // What was asked before tells nothing new.
    all.retain(|x| !groups.is_probed(&plan.op.id, x));
    all
}

/// Mismatches of which every exponent is tried.
const SWEPT: usize = 8;

/// Mismatches about which cases are looked for.
const NEIGHBOURED: usize = 48;

/// Stands for the group of a case that was asked to tell causes apart.
const NO_GROUP: usize = usize::MAX;

fn of_op(groups: &Groups, op: &'static str) -> Found {
    let (places, wrong): (Vec<usize>, Vec<&Sample>) = wrong(groups, op).into_iter().unzip();
    let Some(first) = wrong.first().filter(|_| wrong.len() >= LEAST) else {
        return Found::default();
    };
    let right = groups.right(op);
    let right: Vec<&Sample> = right.iter().collect();
    let count = right.len() as u64;
    let evidence = Evidence::new(&first.plan, &wrong, &right);
    let told = |one: Chosen, part, of: usize| {
        let Chosen { text: variant, explains, .. } = one;
        Cause { op, part, variant, explained: explains.len() as u64, of: of as u64, right: count }
    };
    let found = evidence.results();
    let part = |both| if both { Part::Both } else { Part::Results };
    let results = found.causes.into_iter();
    let mut all: Vec<Cause> =
        results.map(|(one, both)| told(one, part(both), found.wrong)).collect();
    let flags = evidence.flags(&found.rest);
    let told_flags: HashSet<usize> = flags.iter().flat_map(|one| one.explains.clone()).collect();
    let left = found.rest.iter().enumerate().filter(|(at, _)| !told_flags.contains(at));
    let mut left: Vec<&Sample> = left.map(|(_, sample)| *sample).collect();
    left.extend(found.left);
    all.extend(flags.into_iter().map(|one| told(one, Part::Flags, found.rest.len())));
    let is_left = |sample: &Sample| left.iter().any(|other| std::ptr::eq(*other, sample));
    let open = wrong.iter().zip(places).filter(|(sample, _)| !all.is_empty() && is_left(sample));
    let open = open.filter(|(_, at)| *at != NO_GROUP);
    let open = open.map(|(sample, at)| (at, Sample::clone(sample))).collect();
    Found { causes: all, open }
}

/// The mismatches that are kept of an operation, with the places of their groups: the first of each group, then the second, ...
fn wrong<'a>(groups: &'a Groups, op: &str) -> Vec<(usize, &'a Sample)> {
    let own: Vec<(usize, &[Sample])> = groups
        .all()
        .iter()
        .enumerate()
        .filter(|(_, group)| group.op == op)
        .map(|(at, _)| (at, groups.samples(at)))
        .collect();
    let most = own.iter().map(|(_, samples)| samples.len()).max().unwrap_or(0);
    let turns = (0..most).flat_map(|turn| {
        own.iter().filter_map(move |(at, samples)| Some((*at, samples.get(turn)?)))
    });
    turns.take(WRONG).chain(groups.wrong_probes(op).map(|probe| (NO_GROUP, probe))).collect()
}
