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
use choice::Chosen;
use evidence::Evidence;
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
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, part, variant, explained, of } = self;
        write!(f, "{op}  {part}: {variant}: explains {explained} of {of}")
    }
}

/// Wrong cases that are looked at, of an operation.
const WRONG: usize = 1024;

/// The causes of each operation, of its results before those of its flags.
pub(super) fn causes(groups: &Groups) -> Vec<Cause> {
    let mut ops: Vec<&'static str> = Vec::new();
    for group in groups.all() {
        if !ops.contains(&group.op) {
            ops.push(group.op);
        }
    }
    ops.into_iter().flat_map(|op| of_op(groups, op)).collect()
}

fn of_op(groups: &Groups, op: &'static str) -> Vec<Cause> {
    let wrong = wrong(groups, op);
    let Some(first) = wrong.first() else { return Vec::new() };
    let right = groups.right(op);
    let right: Vec<&Sample> = right.iter().collect();
    let evidence = Evidence::new(&first.plan, &wrong, &right);
    let told = |one: Chosen, part, of: usize| {
        let Chosen { text: variant, explains, .. } = one;
        Cause { op, part, variant, explained: explains.len() as u64, of: of as u64 }
    };
    let found = evidence.results();
    let part = |both| if both { Part::Both } else { Part::Results };
    let results = found.causes.into_iter();
    let mut all: Vec<Cause> =
        results.map(|(one, both)| told(one, part(both), found.wrong)).collect();
    let flags = evidence.flags(&found.rest).into_iter();
    all.extend(flags.map(|one| told(one, Part::Flags, found.rest.len())));
    all
}

/// The mismatches that are kept of an operation: the first of each group, then the second, ...
fn wrong<'a>(groups: &'a Groups, op: &str) -> Vec<&'a Sample> {
    let own: Vec<&[Sample]> = groups
        .all()
        .iter()
        .enumerate()
        .filter(|(_, group)| group.op == op)
        .map(|(at, _)| groups.samples(at))
        .collect();
    let most = own.iter().map(|samples| samples.len()).max().unwrap_or(0);
    let turns = (0..most).flat_map(|turn| own.iter().filter_map(move |samples| samples.get(turn)));
    turns.take(WRONG).collect()
}
