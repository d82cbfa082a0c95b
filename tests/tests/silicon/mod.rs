//! The units of shipping processors against their reference in rationals, and against what a processor answered.

#[path = "../../examples/silicon/directed.rs"]
mod directed;
#[path = "../../examples/silicon/subject.rs"]
mod subject;

mod golden;
#[cfg(target_arch = "x86_64")]
mod hardware;
mod hidden;
mod observed;
mod page;

use crate::compare::{AgainstReference, Judge, assert_all};
use seeded::{Kind, seed};
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
    let (count, seed) = (Kind::Operands.cases() / 2, seed());
    let request = Request { count, seed, ..Request::new(units(), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, &format!("ASSAY_SEED={seed} {count} cases each"));
}

/// A few of the cases that `cargo xtask silicon` holds against the reference by the million.
#[test]
fn corners_random_and_directed_in_turn() {
    let (count, seed) = (Kind::Operands.cases() / 4, seed());
    let mut x = Vec::new();
    for op in units() {
        let subject = subject::Subject::new(op, count, seed).expect("a set");
        let mut judge = AgainstReference::default();
        for number in subject.corners()..subject.corners() + count {
            let plan = subject.case(number, &mut x).expect("a case");
            let wrong = judge.judge(plan, &x);
            let id = &subject.op.id;
            assert_eq!(wrong, None, "{id}, ASSAY_SEED={seed} {count} cases each, case {number}");
        }
    }
}
