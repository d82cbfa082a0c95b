//! Every operation of the registry has a reference, and agrees with it.
//!
//! `ASSAY_CASES` is the number of random cases of each operation, `ASSAY_SEED` their seed (1). The
//! operations of MN-Core have a target of their own, with more cases.

#[path = "../../reference/mod.rs"]
#[allow(dead_code)]
mod reference;

#[path = "../mncore2/compare.rs"]
#[allow(dead_code)]
mod compare;

mod integers;
mod sums;

use compare::{AgainstReference, assert_all};
use vectors::generate::{Cover, Request, Set};
use vectors::registry::{self, Op};

/// A number from the environment, or a default.
fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

fn of_numbers() -> Vec<&'static Op> {
    registry::all().iter().filter(|op| !op.id.starts_with("mncore2.")).collect()
}

/// One case of each operation under each choice of options.
#[test]
fn nothing_is_without_reference() {
    let mut without = Vec::new();
    for op in registry::all() {
        for options in op.option_sets() {
            let plan = op.plan(&options);
            let pairs = options.pairs();
            let pairs: Vec<(&str, &str)> =
                pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let operands: Vec<Vec<u64>> =
                plan.operands.iter().map(|shape| vec![0; shape.len]).collect();
            if reference::evaluate(&op.id, &pairs, &operands).is_none() {
                without.push(format!("{} {options}", op.id));
            }
        }
    }
    let first = without.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(without.is_empty(), "{} without a reference, the first:\n{first}", without.len());
}

#[test]
fn corners() {
    let set = Set::new(&Request::new(of_numbers(), Cover::Corner)).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, "corner");
}

#[test]
fn random() {
    let (count, seed) = (setting("ASSAY_CASES", 1 << 10), setting("ASSAY_SEED", 1));
    let request = Request { count, seed, ..Request::new(of_numbers(), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, &format!("ASSAY_SEED={seed} ASSAY_CASES={count}"));
}
