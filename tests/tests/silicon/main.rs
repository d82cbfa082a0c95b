//! The units of shipping processors against their reference in rationals, and against what a processor answered.
//!
//! `ASSAY_CASES` is the number of random cases of each operation under each choice of options, `ASSAY_SEED` their seed (1).

#[path = "../mncore2/compare.rs"]
#[allow(dead_code)]
mod compare;

mod golden;
#[cfg(target_arch = "x86_64")]
mod hardware;
mod hidden;
mod observed;
mod page;

use compare::{AgainstReference, assert_all};
use seeded::{cases, seed};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Op;

fn units() -> Vec<&'static Op> {
    vectors::operations().all().filter(|op| op.family() == "silicon").collect()
}

#[test]
fn corners() {
    let set = Set::new(&Request::new(units(), Cover::Corner)).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, "corner");
}

#[test]
fn random() {
    let (count, seed) = (cases(1 << 9), seed());
    let request = Request { count, seed, ..Request::new(units(), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, &format!("ASSAY_SEED={seed} ASSAY_CASES={count}"));
}
