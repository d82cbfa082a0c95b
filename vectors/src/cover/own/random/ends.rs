//! Numbers that a carry takes out of their range: from 0, from the subnormal numbers, into the next exponent, beyond the largest.

use super::{Cross, Look, Port, Rule, SOURCE, Subject};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::Axis;
use crate::cover::exact::Real;
use crate::draw::rng::Rng;

/// What is kept before the carry.
const ENDS: [&str; 4] = ["zero", "ones", "max", "submax"];

/// The largest number in units of its last place.
fn largest(port: &Port) -> u128 {
    let places = |real: Real| real.places(port.last(port.emax()));
    port.largest().and_then(places).map_or(0, |(whole, _)| whole)
}

/// The end that a number stands at, given whether it has the largest exponent.
fn end(port: &Port, look: &Look, top: bool) -> Option<usize> {
    let p = port.precision();
    match look.kept {
        0 => Some(0),
        kept if look.below => (kept == (1 << (p - 1)) - 1).then_some(3),
        kept if top && kept == largest(port) => Some(2),
        kept => (kept == (1 << p) - 1).then_some(1),
    }
}

/// A number at an end: whole places, and the exponent of the last one.
fn at(port: &Port, end: usize) -> (u128, i64) {
    let p = port.precision();
    let (emin, emax) = (port.emin(), port.emax());
    match end {
        0 => (0, port.last(emin)),
        1 => ((1 << p) - 1, port.last(emin.midpoint(emax))),
        2 => (largest(port), port.last(emax)),
        _ => ((1 << (p - 1)) - 1, port.last(emin)),
    }
}

pub(super) fn cross(subject: &Subject, rule: Rule) -> Option<Cross> {
    if subject.result.is_fixed() {
        return None;
    }
    let goal = move |port: &Port, look: &Look, top: bool| {
        let carries = usize::from(look.sum() > rule.ones());
        end(port, look, top).map(|end| [usize::from(look.sign), end, carries])
    };
    let found = move |subject: &Subject, wanted: &[usize], rng: &mut Rng| {
        let port = &subject.result;
        let (kept, last) = at(port, wanted[1]);
        let top = last == port.last(port.emax());
        let is = |look: &Look| goal(port, look, top).is_some_and(|goal| goal[..] == *wanted);
        rule.found(subject, &[(wanted[0] == 1, kept, last)], &is, rng)
    };
    let ends = if subject.result.has_subnormal() { &ENDS[..] } else { &ENDS[..3] };
    Some(Cross {
        name: "limits",
        bins: UNROUNDED,
        what: "what is kept at the ends of each range, and whether random bits carry it out of it",
        axes: vec![
            Axis::sign("sign"),
            Axis::new("kept", ends),
            Axis::new("carries", &["no", "yes"]),
        ],
        hits: Box::new(move |view, hit| {
            let Some(look) = rule.seen(view.subject, view.elements) else { return };
            let real = view.subject.operands[0].value(view.elements[0]).and_then(Real::of);
            let port = &view.subject.result;
            let top = real.is_some_and(|real| real.exponent == port.emax());
            if let Some(goal) = goal(port, &look, top) {
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
    })
}
