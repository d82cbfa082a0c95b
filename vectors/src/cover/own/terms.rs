//! Sums of many terms: how far each term lies below the largest, where a term meets two that cancel (which
//! shows the order of the stages), how much cancels, and the bits about the place of rounding.

use super::elements::{self, Elements, few, least, middle, range};
use super::{ends, grow, rounding};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{ALIGN, Axis, Cross};
use crate::cover::edge;
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::{EXTENDED, Subject};
use crate::draw::rng::Rng;
use crate::registry::Terms;

/// Places behind the result's last one that are told apart.
const BEHIND: i64 = 4;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(terms) = subject.terms.filter(|terms| terms.count() > 1) else { return Vec::new() };
    let ports = || subject.operands.iter();
    let hidden = |p: &Port| p.float.is_some() && p.format.has_hidden_bit();
    let numbers = terms.shared.is_some() || ports().all(hidden);
    if subject.result.float.is_none() || !numbers {
        return Vec::new();
    }
    let mut all: Vec<Cross> = grow::cross(subject, terms).into_iter().collect();
    all.extend(ends::zeros(subject, terms));
    all.extend(rounding::alone(subject, terms));
    // Terms that lie no further apart than a result has places have no far smaller ones.
    let p = subject.result.precision();
    let (least, most) = range(subject, terms);
    let wide = most - least >= p + 16;
    if wide || rounding::reached(subject, terms) {
        all.extend([rounding::bits(), ends::carry()]);
    }
    if !wide {
        return all;
    }
    all.extend([alignment(terms, p), cancellation(terms, p), ends::limits(subject)]);
    if terms.count() > 2 {
        all.push(between(terms, p));
        if !terms.product {
            all.push(cancelling_pairs(terms, elements::least(subject) as i64));
        }
    }
    all.extend(edge::of(&ends::edge(subject, terms)));
    all
}

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
fn alignment(terms: Terms, p: i64) -> Cross {
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
            let further = if goal[1] as i64 == far { rng.below(4) as i64 } else { 0 };
            let low = middle(subject) - rng.below(8) as i64 * i64::from(rng.one_in(2));
            let high = low + goal[1] as i64 + further;
            let (small, large) = (few(subject, low, rng), few(subject, high, rng));
            let both = elements.put(goal[0], small, rng) & elements.put(other, large, rng);
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
            let exponents = |at: usize| {
                let ports = &subject.operands;
                let least =
                    |p: &Port| p.emin() - if p.format.subnormal { p.precision() - 1 } else { 0 };
                match at {
                    at if at == terms.len => {
                        let z = &ports[ports.len() - 1];
                        (least(z), z.emax())
                    }
                    _ if terms.product => {
                        (least(&ports[0]) + least(&ports[1]), ports[0].emax() + ports[1].emax() + 1)
                    }
                    _ => (least(&ports[0]), ports[0].emax()),
                }
            };
            if let Some(reach) = shared_reach(subject, terms).filter(|_| !terms.addend) {
                return (goal[1] as i64 > reach).then_some(BLOCK);
            }
            let own = exponents(goal[0]);
            let others = (0..terms.count()).filter(|at| *at != goal[0]).map(|at| exponents(at).1);
            let top = others.max().unwrap_or(own.1);
            (top - own.0 < goal[1] as i64).then_some("the formats' numbers are not that far apart")
        }),
    }
}

const WHERE: [&str; 3] = ["before both", "between", "behind both"];

/// A term among two larger ones that cancel each other: what is left of it shows when it met them.
fn between(terms: Terms, p: i64) -> Cross {
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
            if !cancel || x.exponent - z.exponent < p.min(8) {
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
            let low = middle(subject) - rng.below(6) as i64;
            let large = few(subject, low + p.min(8) + rng.below(p as u64 + 2) as i64, rng);
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

/// The exponent of the exact sum less that of the largest term.
fn cancellation(terms: Terms, p: i64) -> Cross {
    let most = i64::from((terms.count() as u64).ilog2());
    let mut values = vec!["all".to_owned()];
    values.extend((-p..=most).map(|n| n.to_string()));
    Cross {
        name: "cancel",
        bins: UNROUNDED,
        what: "exponent of the exact sum less that of its largest term",
        axes: vec![Axis { name: "change", values }],
        hits: Box::new(move |view, hit| {
            let reals = &view.scene.terms;
            let Some(top) = reals.iter().flatten().map(|r| r.exponent).max() else { return };
            match &view.scene.exact {
                None => hit(&[0]),
                // What becomes 0 does not show how much has cancelled.
                Some(sum) if sum.exponent < view.subject.result.least() => {}
                Some(sum) if sum.exponent - top >= -p => {
                    hit(&[(sum.exponent - top + p + 1) as usize])
                }
                Some(_) => {}
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let change = goal[0] as i64 - 1 - p;
            let mut elements = Elements::new(subject, terms);
            let low = middle(subject);
            let n = terms.count();
            let put = match goal[0] {
                0 => {
                    let real = few(subject, low, rng);
                    elements.put(0, real, rng) & elements.put(n - 1, real.signed(!real.sign), rng)
                }
                // A term and its negative, and what is left.
                _ if change < 0 && n > 2 => {
                    let real = few(subject, low - change, rng);
                    let (a, b) = (rng.below(n as u64 - 1) as usize, n - 1);
                    let rest = (0..n).find(|at| *at != a && *at != b).unwrap_or(0);
                    elements.put(a, real, rng)
                        & elements.put(b, real.signed(!real.sign), rng)
                        & elements.put(rest, few(subject, low, rng), rng)
                }
                _ if change < 0 => near_each_other(&mut elements, n, low, change, rng),
                // As many ones of one sign as it takes.
                _ => {
                    let sign = rng.one_in(2);
                    let count = match change {
                        0 => 1,
                        _ => (1 << (change - 1)) + 1 + rng.below(1 << (change - 1)) as usize,
                    };
                    let near = |rng: &mut Rng| {
                        let real = few(subject, low, rng);
                        let full =
                            Real { significand: u128::MAX << (128 - least(subject)), ..real };
                        if change > 0 { full.signed(sign) } else { real.signed(sign) }
                    };
                    (0..count.min(n)).all(|at| {
                        let real = near(rng);
                        elements.put(at, real, rng)
                    })
                }
            };
            Some(elements.aim(put, rng))
        }),
        never: Box::new(|_, _| None),
    }
}

/// Puts a power of two and what is so much less or more, with the other sign.
fn near_each_other(
    elements: &mut Elements<'_>,
    count: usize,
    exponent: i64,
    change: i64,
    rng: &mut Rng,
) -> bool {
    let one = Real { sign: rng.one_in(2), exponent, significand: 1 << 127, more: false };
    let first = rng.below(count as u64) as usize;
    let near = one.plus(&one.scaled(change).signed(rng.one_in(2)));
    near.is_some_and(|near| {
        elements.put((first + 1) % count, near, rng)
            & elements.put(first, one.signed(!one.sign), rng)
    })
}

/// The same of two terms alone, whatever order the terms are added in.
fn cancelling_pairs(terms: Terms, p: i64) -> Cross {
    Cross {
        name: "cancel",
        bins: UNROUNDED,
        what: "the same of two terms beside zeros",
        axes: vec![Axis::range("change", -p, -1)],
        hits: Box::new(move |view, hit| {
            let mut reals = view.scene.terms.iter().flatten();
            let (Some(a), Some(b), None) = (reals.next(), reals.next(), reals.next()) else {
                return;
            };
            let Some(sum) = &view.scene.exact else { return };
            let at = sum.exponent - a.exponent.max(b.exponent) + p;
            if at >= 0 && sum.exponent >= view.subject.result.least() {
                hit(&[at as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut elements = Elements::new(subject, terms);
            let (low, change) = (middle(subject), goal[0] as i64 - p);
            let put = near_each_other(&mut elements, terms.count(), low, change, rng);
            Some(elements.aim(put, rng))
        }),
        never: Box::new(|_, _| None),
    }
}
