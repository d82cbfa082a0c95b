//! The quick way to the open decisions of a case finds what the slow one does.

use crate::compare::{AgainstReference, Judge, asked, assert_all};
use seeded::{Kind, seed};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Plan};

/// [`Plan::open_decisions`] and [`Plan::provenance`] agree.
#[derive(Default)]
struct QuickAgainstSlow;

impl Judge for QuickAgainstSlow {
    fn judge(&mut self, plan: &Plan, x: &[u64]) -> Option<String> {
        let quick = plan.open_decisions(x, plan.run(x).out());
        let slow = plan.provenance(x).open();
        (quick != slow).then(|| format!("{}\n  quick {quick:?}\n  slow  {slow:?}", asked(plan, x)))
    }
}

#[test]
fn corners_are_open_alike() {
    assert_all::<QuickAgainstSlow>(&corner_set(), "corner");
}

#[test]
fn random_cases_are_open_alike() {
    let (set, origin) = random_set(Kind::Code.cases() / 8);
    assert_all::<QuickAgainstSlow>(&set, &origin);
}

// Every operation under every choice of options: corners, random cases, and every code where there
// are few.

/// Operands of at most so many bits are enumerated here.
const FEW_BITS: u32 = 20;

/// The operations of MN-Core; those on numbers of other formats have tests of their own.
fn operations() -> Vec<&'static Op> {
    vectors::operations().all().filter(|op| op.id.starts_with("mncore2.")).collect()
}

pub(crate) fn random_set(count: u64) -> (Set, String) {
    let (count, seed) = (count, seed());
    let set = Set::new(&Request { count, seed, ..Request::new(operations(), Cover::Random) });
    (set.expect("a set"), format!("ASSAY_SEED={seed} {count} cases each"))
}

pub(crate) fn corner_set() -> Set {
    Set::new(&Request::new(operations(), Cover::Corner)).expect("a set")
}

#[test]
fn corners() {
    assert_all::<AgainstReference>(&corner_set(), "corner");
}

#[test]
fn random() {
    let (set, origin) = random_set(Kind::Code.cases());
    assert_all::<AgainstReference>(&set, &origin);
}

#[test]
fn every_code_of_few_bits() {
    let mut choices = 0;
    for op in operations() {
        for options in op.option_sets() {
            if op.plan(&options).input_bits() > FEW_BITS {
                continue;
            }
            let request = Request::new(vec![op], Cover::Exhaustive);
            let set = Set::new(&Request { options: Some(options), ..request }).expect("a set");
            assert_all::<AgainstReference>(&set, "exhaustive");
            choices += 1;
        }
    }
    // 12 of the ALU, 2 conversions; `hvpassa` and extended `fvpassa` with their options.
    assert_eq!(choices, 20, "choices of operation and options");
}
