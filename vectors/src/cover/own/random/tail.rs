//! What lies behind the bits that the word meets: it is cut off, or rounds them, before they meet.

use super::{Cross, Look, Rule, SOURCE, Subject};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::Axis;
use crate::draw::rng::Rng;

const BEHIND: [&str; 4] = ["0", "0..1/2", "1/2", "1/2..1"];

/// Of sums that are next to a carry.
fn goal(rule: Rule, look: &Look) -> Option<[usize; 3]> {
    let carries = match look.sum() {
        sum if sum == rule.ones() => 0,
        sum if sum == rule.ones() + 1 => 1,
        _ => return None,
    };
    Some([(look.met & 1) as usize, look.behind, carries])
}

pub(super) fn cross(rule: Rule) -> Cross {
    let found = move |subject: &Subject, wanted: &[usize], rng: &mut Rng| {
        let is = |look: &Look| goal(rule, look).is_some_and(|goal| goal[..] == *wanted);
        let to = &subject.result;
        let last = if to.is_fixed() { to.unit() } else { to.last(to.emin()) };
        let p = to.precision();
        let top = if to.is_fixed() { 0 } else { to.last(0.clamp(to.emin(), to.emax())) };
        let all = [(false, 1, last), (false, 1 << (p - 1), top)];
        rule.found(subject, &all, &is, rng)
    };
    Cross {
        name: "behind",
        bins: UNROUNDED,
        what: "the last bit that meets the word, parts of it behind it, and whether they carry or just do not",
        axes: vec![
            Axis::bit("last"),
            Axis::new("behind", &BEHIND),
            Axis::new("carries", &["no", "yes"]),
        ],
        hits: Box::new(move |view, hit| {
            let look = rule.seen(view.subject, view.elements);
            if let Some(goal) = look.and_then(|look| goal(rule, &look)) {
                hit(&goal);
            }
        }),
        aims: Box::new(move |subject, wanted, rng| {
            found(subject, wanted, rng).map(|case| case.aim(subject))
        }),
        never: Box::new(move |subject, wanted| {
            let none = found(subject, wanted, &mut Rng::new(0, 0)).is_none();
            none.then_some(SOURCE)
        }),
    }
}
