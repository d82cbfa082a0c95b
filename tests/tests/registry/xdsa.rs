//! The instructions of xDSA, thinned: they are many, and their judge is slow. `ASSAY_XDSA=1` takes them all.

use crate::compare::{AgainstReference, assert_all};
use seeded::{cases, seed};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Options};

/// Whether nothing is left out.
fn whole() -> bool {
    std::env::var_os("ASSAY_XDSA").is_some_and(|value| value == "1")
}

/// One in so many of the operations.
fn operations(one_in: usize) -> Vec<&'static Op> {
    let every = if whole() { 1 } else { one_in };
    vectors::operations().all().filter(|op| op.id.starts_with("xdsa.")).step_by(every).collect()
}

/// The choices of options that are tried: of xDSA's instructions, which have up to 28, one in five.
pub(crate) fn option_sets(op: &Op) -> Vec<Options> {
    let every = if op.id.starts_with("xdsa.") && !whole() { 5 } else { 1 };
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
    let (count, seed) = (cases(1 << 10).div_ceil(256), seed());
    let request = Request { count, seed, ..Request::new(operations(1), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, &format!("ASSAY_SEED={seed} ASSAY_CASES={count}"));
}
