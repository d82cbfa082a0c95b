//! Sums of many terms: how far each term lies below the largest, where a term meets two that cancel (which
//! shows the order of the stages), how much cancels, and the bits about the place of rounding.

use super::elements::{self, Elements, few, least};
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::subject::{EXTENDED, Port, Subject};
use crate::cover::tiny::{self, Tiny};
use crate::generate::code::Value;
use crate::generate::rng::Rng;
use crate::registry::Terms;
use softfloat::format::Kind;
use std::sync::Arc;

/// Places behind the result's last one that are told apart.
const BEHIND: i64 = 4;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(terms) = subject.terms.filter(|terms| terms.count() > 1) else { return Vec::new() };
    let ports = || subject.operands.iter();
    let hidden = |p: &Port| p.float.is_some() && p.format.kind == Kind::Hidden;
    let numbers = terms.shared.is_some() || ports().all(hidden);
    if subject.result.float.is_none() || !numbers {
        return Vec::new();
    }
    // Terms that lie no further apart than a result has places have no far smaller ones.
    let p = subject.result.precision();
    let (least, most) = range(subject, terms);
    if most - least < p + 16 {
        return Vec::new();
    }
    let mut all =
        vec![alignment(terms, p), cancellation(terms, p), rounding(), carry(), limits(subject)];
    all.extend(zeros(subject, terms));
    if terms.count() > 2 {
        all.push(between(terms, p));
        if !terms.product {
            all.push(cancelling_pairs(terms, elements::least(subject) as i64));
        }
    }
    all.extend(tiny(subject, terms).crosses());
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

const UNITS: &str = "the terms are whole multiples of a larger number";

/// Sums next below the smallest normal number: that, and what is missing in other terms.
fn tiny(subject: &Subject, terms: Terms) -> Tiny {
    let result = subject.result.clone();
    Tiny {
        port: subject.result.clone(),
        rounding: subject.env.rounding,
        tail: 1,
        exact: Arc::new(|view, tell| view.scene.exact.iter().for_each(tell)),
        aims: Arc::new(move |subject, real, rng| {
            let (smallest, mut parts) = tiny::parts(&result, real);
            if parts.len() >= terms.count() {
                parts = smallest.signed(!real.sign).plus(real).into_iter().collect();
            }
            parts.push(smallest);
            let mut elements = Elements::new(subject, terms);
            let first = rng.below(terms.count() as u64) as usize;
            let put = parts
                .into_iter()
                .enumerate()
                .all(|(i, part)| elements.put((first + i) % terms.count(), part, rng));
            Some(elements.aim(put, rng))
        }),
        never: Arc::new(move |subject, _, near| {
            let ports = &subject.operands;
            let factors = if terms.product { 2 } else { 1 };
            let lower =
                if ports[0].format.subnormal && terms.shared.is_some() { EXTENDED } else { 0 };
            let product = ports[..factors].iter().map(|port| port.unit() - lower).sum::<i64>();
            let addend = if terms.addend { ports[factors].unit() } else { product };
            let place = near.last + i64::from(near.quarters.trailing_zeros());
            let place = if near.more { near.last - 1 } else { place };
            (product.min(addend) > place).then_some(UNITS)
        }),
    }
}

fn places(terms: Terms) -> Vec<String> {
    let name = |i: usize| if i == terms.len { "z".to_owned() } else { i.to_string() };
    (0..terms.count()).map(name).collect()
}

/// The exponents that every term can have: the smallest and the largest.
fn range(subject: &Subject, terms: Terms) -> (i64, i64) {
    let ports = &subject.operands;
    let factors = if terms.product { 2 } else { 1 };
    let (least, most) = ports[..factors]
        .iter()
        .fold((0, 0), |(low, high), port| (low + port.emin(), high + port.emax()));
    let last = &ports[ports.len() - 1];
    match terms.addend {
        true => (least.max(last.emin()), most.min(last.emax())),
        false => (least, most),
    }
}

/// An exponent from which there is room above for terms that cancel, and for their sum.
fn middle(subject: &Subject) -> i64 {
    let r = &subject.result;
    let (least, most) = subject.terms.map_or((r.emin(), r.emax()), |terms| range(subject, terms));
    let (least, most) = (least.max(r.emin()), most.min(r.emax()));
    (most - 6).min(r.precision() + 4).min(most - r.precision() - 6).max(least + 4)
}

/// How far each term lies below the largest.
fn alignment(terms: Terms, p: i64) -> Cross {
    let far = p + BEHIND;
    let mut values: Vec<String> = (0..far).map(|d| d.to_string()).collect();
    values.push(format!(">={far}"));
    Cross {
        name: "align",
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

/// Terms that are all 0, by their signs.
fn zeros(subject: &Subject, terms: Terms) -> Option<Cross> {
    let signs = move |subject: &Subject, x: &[u64]| -> Vec<bool> {
        let mut rest = x;
        let mut signs = vec![false; terms.count()];
        for (operand, shape) in subject.plan.operands.iter().enumerate() {
            let (own, others) = rest.split_at(shape.len);
            rest = others;
            let from = if operand > 0 && shape.len == 1 { terms.len } else { 0 };
            for (i, code) in own.iter().enumerate() {
                signs[from + i] ^= code >> (shape.format.width - 1) & 1 == 1;
            }
        }
        signs
    };
    subject.operands.iter().all(|port| port.format.neg_zero).then(|| Cross {
        name: "zeros",
        what: "signs of terms that are all 0",
        axes: vec![Axis::new("signs", &["all +", "all -", "both"])],
        hits: Box::new(move |view, hit| {
            let all = &view.scene.terms;
            if !all.is_empty() && all.iter().all(Option::is_none) {
                let signs = signs(view.subject, view.elements);
                let minus = signs.iter().filter(|minus| **minus).count();
                hit(&[match minus {
                    0 => 0,
                    all if all == signs.len() => 1,
                    _ => 2,
                }]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut x = Elements::new(subject, terms).zeros(rng)?;
            let first = &subject.plan.operands[0];
            let last = x.len() - 1;
            let both = rng.below(terms.count() as u64) as usize;
            for at in 0..terms.count() {
                let minus = goal[0] == 1 || goal[0] == 2 && at == both;
                let (place, format) = match at {
                    at if at == terms.len => {
                        (last, &subject.plan.operands[subject.plan.operands.len() - 1].format)
                    }
                    at => (at, &first.format),
                };
                x[place] |= u64::from(minus) << (format.width - 1);
            }
            Some(Aim::Elements(x))
        }),
        never: Box::new(|_, _| None),
    })
}

const WHERE: [&str; 3] = ["before both", "between", "behind both"];

/// A term among two larger ones that cancel each other: what is left of it shows when it met them.
fn between(terms: Terms, p: i64) -> Cross {
    let names = places(terms);
    Cross {
        name: "order",
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

/// Bits of the exact sum about the place of rounding.
fn rounding() -> Cross {
    let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
    Cross {
        name: "round",
        what: "last bit kept, guard and sticky bit of the exact sum",
        axes: [Axis::sign("sign")].into_iter().chain(bits).collect(),
        hits: Box::new(|view, hit| {
            let Some(sum) = &view.scene.exact else { return };
            let r = &view.subject.result;
            if sum.exponent > r.emax() {
                return;
            }
            let cut = sum.cut(r.last(sum.exponent));
            let bit = usize::from;
            hit(&[bit(sum.sign), bit(cut.lsb), bit(cut.guard), bit(cut.sticky)]);
        }),
        aims: Box::new(|subject, goal, rng| {
            let terms = subject.terms?;
            let p = subject.result.precision();
            let mut elements = Elements::new(subject, terms);
            let low = middle(subject);
            let sign = goal[0] == 1;
            // 2^e, and the bits that are asked for as further terms.
            let one = |exponent: i64| Real { sign, exponent, significand: 1 << 127, more: false };
            let mut bits = vec![low];
            bits.extend((goal[1] == 1).then_some(low - (p - 1)));
            bits.extend((goal[2] == 1).then_some(low - p));
            bits.extend((goal[3] == 1).then_some(low - p - 1 - rng.below(3) as i64));
            if bits.len() > terms.count() {
                // The first has the next one's bit as well, or whatever comes.
                return Some(Aim::Any);
            }
            let first = rng.below(terms.count() as u64) as usize;
            let put = bits.iter().enumerate().all(|(i, exponent)| {
                elements.put((first + i) % terms.count(), one(*exponent), rng)
            });
            Some(elements.aim(put, rng))
        }),
        never: Box::new(|_, _| None),
    }
}

/// All places that are kept are ones: what is rounded up carries into the next power of two.
fn carry() -> Cross {
    Cross {
        name: "carry",
        what: "guard and sticky bit of an exact sum whose kept bits are all ones",
        axes: [Axis::sign("sign")].into_iter().chain(["guard", "sticky"].map(Axis::bit)).collect(),
        hits: Box::new(|view, hit| {
            let Some(sum) = &view.scene.exact else { return };
            let r = &view.subject.result;
            if !(r.emin()..r.emax()).contains(&sum.exponent) || !sum.is_ones(r.precision()) {
                return;
            }
            let cut = sum.cut(r.last(sum.exponent));
            hit(&[sum.sign, cut.guard, cut.sticky].map(usize::from));
        }),
        aims: Box::new(|subject, goal, rng| {
            let terms = subject.terms?;
            let mut elements = Elements::new(subject, terms);
            let (high, sign) = (middle(subject), goal[0] == 1);
            // Quarters of a place below the power of two.
            let quarters = 4 - 2 * goal[1] as u128 - goal[2] as u128;
            let place = high - subject.result.precision() - 2;
            let power = Real { sign, exponent: high, significand: 1 << 127, more: false };
            let rest = Value { sign: !sign, exponent: place, significand: quarters };
            let first = rng.below(terms.count() as u64) as usize;
            let second = (first + 1 + rng.below(terms.count() as u64 - 1) as usize) % terms.count();
            let put = elements.put(first, power, rng) & elements.put(second, Real::of(rest)?, rng);
            Some(elements.aim(put, rng))
        }),
        never: Box::new(|_, _| None),
    }
}

/// How many exponents on each side of a limit.
const NEAR: i64 = 2;

/// Exact sums about the ends of the range.
fn limits(subject: &Subject) -> Cross {
    let edges = [subject.result.emax(), subject.result.emin()];
    Cross {
        name: "limits",
        what: "how far the exact sum's exponent lies above the largest or the smallest of a number",
        axes: vec![
            Axis::new("limit", &["largest", "smallest"]),
            Axis::sign("sign"),
            Axis::range("above", -NEAR, NEAR),
        ],
        hits: Box::new(move |view, hit| {
            let Some(sum) = &view.scene.exact else { return };
            for (limit, edge) in edges.iter().enumerate() {
                let above = sum.exponent - edge;
                if above.abs() <= NEAR {
                    hit(&[limit, sum.sign.into(), (above + NEAR) as usize]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let terms = subject.terms?;
            let exponent = edges[goal[0]] + goal[2] as i64 - NEAR;
            let mut elements = Elements::new(subject, terms);
            let n = terms.count();
            let first = rng.below(n as u64) as usize;
            let sign = goal[1] == 1;
            let one = |exponent| Real { sign, exponent, significand: 1 << 127, more: false };
            let put = match rng.below(3) {
                0 => elements.put(first, few(subject, exponent, rng).signed(sign), rng),
                // What is left of two.
                1 => {
                    let large = one(exponent + 2).plus(&one(exponent));
                    elements.put(first, large?, rng)
                        & elements.put((first + 1) % n, one(exponent + 2).signed(!sign), rng)
                }
                _ => {
                    let up = rng.below(1 + u64::from(n.ilog2())) as i64;
                    (0..1 << up).all(|i| elements.put((first + i) % n, one(exponent - up), rng))
                }
            };
            Some(elements.aim(put, rng))
        }),
        never: Box::new(move |subject, goal| {
            let exponent = edges[goal[0]] + goal[2] as i64 - NEAR;
            beyond(subject, subject.terms?, exponent)
        }),
    }
}

/// Why no sum has this exponent.
fn beyond(subject: &Subject, terms: Terms, exponent: i64) -> Option<&'static str> {
    let ports = &subject.operands;
    let factors = &ports[..if terms.product { 2 } else { 1 }];
    let largest = factors.iter().map(Port::largest).collect::<Option<Vec<Real>>>()?;
    let largest = largest.into_iter().reduce(|a, b| a.times(&b))?;
    let addend = if terms.addend { ports.last() } else { None };
    let all = std::iter::repeat_n(largest, terms.len).chain(addend.and_then(Port::largest));
    let all: Vec<Real> = all.collect();
    if Real::total(all.iter()).is_some_and(|most| exponent > most.exponent) {
        return Some("no sum is that large");
    }
    let lower = if terms.shared.is_some() && ports[0].format.subnormal { EXTENDED } else { 0 };
    let unit: i64 = factors.iter().map(|port| port.unit() - lower).sum();
    let least = match (terms.shared, subject.env.daz) {
        (Some(_), _) => unit,
        (None, true) => factors.iter().map(Port::emin).sum(),
        (None, false) => factors.iter().map(Port::least).sum(),
    };
    let small = match addend {
        None => exponent < unit,
        // So far below all products only the addend itself.
        Some(z) => exponent < unit.min(least - z.precision()) && exponent < z.least(),
    };
    small.then_some(UNITS)
}
