//! Where the terms of a sum stand: how far each lies below the largest, and where a term meets two that cancel, which
//! shows the order of the stages.

use super::elements::{Elements, exponents, few, lowest, middle, reach};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{ALIGN, Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::subject::{EXTENDED, Subject};
use crate::draw::rng::Rng;
use crate::registry::Terms;

/// Places behind the result's last one that are told apart.
const BEHIND: i64 = 4;

const BLOCK: &str = "the products of two blocks lie no further apart";

/// How far the products of two blocks lie apart at most.
fn shared_reach(subject: &Subject, terms: Terms) -> Option<i64> {
    terms.shared?;
    let port = &subject.operands[0];
    let lower = if port.format.subnormal { 2 * EXTENDED } else { 0 };
    Some(2 * i64::from(port.format.man_bits) - 1 + lower)
}

fn places(terms: Terms) -> Vec<String> {
    let name = |i: usize| if i == terms.len { "z".to_owned() } else { i.to_string() };
    (0..terms.count()).map(name).collect()
}

/// How far each term lies below the largest.
pub(super) fn alignment(terms: Terms, p: i64, wide: bool) -> Cross {
    let far = p + BEHIND;
    let mut values: Vec<String> = (0..far).map(|d| d.to_string()).collect();
    values.push(format!(">={far}"));
    Cross {
        name: ALIGN,
        bins: UNROUNDED,
        what: "how far each term's exponent lies below the largest",
        axes: vec![Axis { name: "term", values: places(terms) }, Axis { name: "below", values }],
        hits: Box::new(move |view, hit| {
            let reals = &view.scene.terms;
            let Some(top) = reals.iter().flatten().map(|r| r.exponent).max() else { return };
            for (at, real) in reals.iter().enumerate() {
                if let Some(real) = real {
                    hit(&[at, (top - real.exponent).min(far) as usize]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut elements = Elements::new(subject, terms);
            let other =
                (goal[0] + 1 + rng.below(terms.count() as u64 - 1) as usize) % terms.count();
            let further = if goal[1] as i64 == far && wide { rng.below(4) as i64 } else { 0 };
            let apart = goal[1] as i64 + further;
            let low = match wide {
                true => middle(subject) - rng.below(8) as i64 * i64::from(rng.one_in(2)),
                false => {
                    let own = [(0, goal[0]), (apart, other)];
                    let own = own.map(|(above, at)| (above, reach(subject, terms, at)));
                    let Some(low) = lowest(own, rng) else { return Some(Aim::Any) };
                    low
                }
            };
            let high = low + apart;
            let both = elements.put_at(goal[0], low, rng) & elements.put_at(other, high, rng);
            // Some of the others, below both.
            for at in 0..terms.count() {
                if at != goal[0] && at != other && rng.one_in(3) {
                    let real = few(subject, low - rng.below(4) as i64, rng);
                    elements.put(at, real, rng);
                }
            }
            Some(elements.aim(both, rng))
        }),
        never: Box::new(move |subject, goal| {
            if let Some(reach) = shared_reach(subject, terms).filter(|_| !terms.addend) {
                return (goal[1] as i64 > reach).then_some(BLOCK);
            }
            let least = reach(subject, terms, goal[0]).0;
            let others = (0..terms.count()).filter(|at| *at != goal[0]);
            let top = others.map(|at| reach(subject, terms, at).1).max().unwrap_or(least);
            (top - least < goal[1] as i64).then_some("the formats' numbers are not that far apart")
        }),
    }
}

/// How far below two terms that cancel a far smaller one lies at least.
fn far_below(p: i64) -> i64 {
    p.min(8)
}

/// Whether powers of two are far smaller than others, whichever terms they are.
pub(super) fn far(subject: &Subject, terms: Terms) -> bool {
    let apart = far_below(subject.result.precision());
    let last = terms.count() - 1;
    let places = [[0, 1, 2], [0, 1, last], [0, last, 1], [1, last, 0]];
    places.iter().all(|[a, b, c]| {
        let own = [(apart, *a), (apart, *b), (0, *c)];
        let own = own.map(|(above, at)| (above, exponents(subject, terms, at)));
        lowest(own, &mut Rng::new(0, 0)).is_some()
    })
}

const WHERE: [&str; 3] = ["before both", "between", "behind both"];

/// A term among two larger ones that cancel each other: what is left of it shows when it met them.
pub(super) fn between(terms: Terms, p: i64, wide: bool) -> Cross {
    let names = places(terms);
    Cross {
        name: "order",
        bins: UNROUNDED,
        what: "two terms that cancel, and where a far smaller one stands",
        axes: vec![
            Axis { name: "first", values: names.clone() },
            Axis { name: "second", values: names },
            Axis::new("smaller", &WHERE),
        ],
        hits: Box::new(move |view, hit| {
            let mut all: Vec<(usize, &Real)> = view
                .scene
                .terms
                .iter()
                .enumerate()
                .filter_map(|(i, r)| Some((i, r.as_ref()?)))
                .collect();
            all.sort_by_key(|(at, r)| (std::cmp::Reverse((r.exponent, r.significand)), *at));
            let [(a, x), (b, y), (c, z), ..] = all[..] else { return };
            let cancel =
                x.exponent == y.exponent && x.significand == y.significand && x.sign != y.sign;
            if !cancel || x.exponent - z.exponent < far_below(p) {
                return;
            }
            let (a, b) = (a.min(b), a.max(b));
            hit(&[
                a,
                b,
                if c < a {
                    0
                } else if c < b {
                    1
                } else {
                    2
                },
            ]);
        }),
        aims: Box::new(move |subject, goal, rng| {
            let (a, b) = (goal[0], goal[1]);
            let range = match goal[2] {
                0 => 0..a,
                1 => a + 1..b,
                _ => b + 1..terms.count(),
            };
            if range.is_empty() {
                return None;
            }
            let c = range.start + rng.below(range.len() as u64) as usize;
            let mut elements = Elements::new(subject, terms);
            let (low, apart) = match wide {
                true => {
                    let low = middle(subject) - rng.below(6) as i64;
                    (low, far_below(p) + rng.below(p as u64 + 2) as i64)
                }
                false => {
                    let more = rng.below(p as u64 + 2) as i64 * i64::from(rng.one_in(2));
                    let apart = far_below(p) + more;
                    let own = [(apart, a), (apart, b), (0, c)];
                    let own = own.map(|(above, at)| (above, exponents(subject, terms, at)));
                    let Some(low) = lowest(own, rng) else { return Some(Aim::Any) };
                    (low, apart)
                }
            };
            let large = few(subject, low + apart, rng);
            let put = elements.put(a, large, rng)
                & elements.put(b, large.signed(!large.sign), rng)
                & elements.put(c, few(subject, low, rng), rng);
            Some(elements.aim(put, rng))
        }),
        never: Box::new(move |_, goal| {
            if goal[0] >= goal[1] {
                return Some("the first stands before the second");
            }
            let room = [goal[0], goal[1] - goal[0] - 1, terms.count() - 1 - goal[1]][goal[2]];
            (room == 0).then_some("no term stands there")
        }),
    }
}
