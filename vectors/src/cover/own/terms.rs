//! Sums of many terms: which crosses they have, and how much cancels.

use super::elements::{self, Elements, few, least, middle, range};
use super::{align, ends, grow, rounding, subnormal};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Axis, Cross};
use crate::cover::edge;
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Terms;

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
    all.extend(subnormal::cross(subject, terms));
    all.extend(rounding::alone(subject, terms));
    // Terms that lie no further apart than a result has places have no far smaller ones.
    let p = subject.result.precision();
    let (least, most) = range(subject, terms);
    let wide = most - least >= p + 16;
    if !wide && terms.shared.is_some() {
        return all;
    }
    if wide || rounding::reached(subject, terms) {
        all.extend([rounding::bits(), ends::carry()]);
    }
    all.push(align::alignment(terms, p, wide));
    if wide || most - least >= p + 4 {
        all.push(cancellation(terms, p));
    }
    all.push(ends::limits(subject));
    if terms.count() > 2 && (wide || align::far(subject, terms)) {
        all.push(align::between(terms, p, wide));
    }
    if terms.count() > 2 && wide && !terms.product {
        all.push(cancelling_pairs(terms, elements::least(subject) as i64));
    }
    all.extend(edge::of(&ends::edge(subject, terms)));
    all
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
