//! The instructions of xDSA, thinned but at the whole level: they are many, and their reference is slow.

use crate::compare::{AgainstReference, assert_all};
use seeded::{Kind, Level, level, one_in, seed};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Options};

/// One in so many of the operations.
fn operations(quick: u64) -> Vec<&'static Op> {
    let every = one_in(quick) as usize;
    vectors::operations().all().filter(|op| op.id.starts_with("xdsa.")).step_by(every).collect()
}

/// The choices of options that are tried: of xDSA's instructions, which have up to 28, one in five.
pub(crate) fn option_sets(op: &Op) -> Vec<Options> {
    let every = if op.id.starts_with("xdsa.") && level() < Level::Whole { 5 } else { 1 };
    op.all_sets().into_iter().step_by(every).collect()
}

/// Every instruction that computes on elements is here, on every unit that it takes.
#[test]
fn their_number() {
    assert_eq!(operations(1).len(), COUNT);
}

const COUNT: usize = 1665;

#[test]
fn corners() {
    // Corners of many elements are many: those of one or two show the rules.
    let few = |op: &&'static Op| op.plan(&Options::NONE).elements() <= 2;
    let ops: Vec<&'static Op> = operations(97).into_iter().filter(few).collect();
    let set = Set::new(&Request::new(ops, Cover::Corner)).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, "corner");
}

#[test]
fn random() {
    let (count, seed) = (Kind::Operands.cases().div_ceil(256), seed());
    let request = Request { count, seed, ..Request::new(operations(1), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, &format!("ASSAY_SEED={seed} {count} cases each"));
}
