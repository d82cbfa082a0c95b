//! The quick way to the open decisions of a case finds what the slow one does.

use super::compare::{Judge, asked, assert_all};
use super::operations::{corner_set, random_set};
use vectors::registry::Plan;

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
    let (set, origin) = random_set(1 << 13);
    assert_all::<QuickAgainstSlow>(&set, &origin);
}
