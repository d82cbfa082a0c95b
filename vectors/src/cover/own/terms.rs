//! Sums of many terms: how far each term lies below the largest, where a term meets two that cancel (which
//! shows the order of the stages), how much cancels, and the bits about the place of rounding.

use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::subject::{Port, Subject};
use crate::cover::tiny::{self, Tiny};
use crate::generate::rng::Rng;
use crate::registry::Terms;
use softfloat::format::Kind;
use std::sync::Arc;

/// Places behind the result's last one that are told apart.
const BEHIND: i64 = 4;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(terms) = subject.terms.filter(|terms| terms.count() > 1) else { return Vec::new() };
    let ports = || subject.operands.iter();
    let numbers = ports().all(|p| p.float.is_some() && p.format.kind == Kind::Hidden);
    if subject.result.float.is_none() || !numbers {
        return Vec::new();
    }
    // Terms that lie no further apart than a result has places have no far smaller ones.
    let p = subject.result.precision();
    let (least, most) = range(subject, terms);
    if most - least < p + 16 {
        return Vec::new();
    }
    let mut all = vec![alignment(terms, p), cancellation(terms, p), rounding()];
    if terms.count() > 2 {
        all.push(between(terms, p));
    }
    all.extend(tiny(subject, terms).crosses());
    all
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
            Some(if put { Aim::Elements(elements.x) } else { Aim::Any })
        }),
        never: Arc::new(move |subject, _, near| {
            let unit = |port: &Port| port.emin() - (port.precision() - 1);
            let ports = &subject.operands;
            let factors = if terms.product { 2 } else { 1 };
            let product = ports[..factors].iter().map(unit).sum::<i64>();
            let addend = if terms.addend { unit(&ports[factors]) } else { product };
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

/// The elements of terms of these exponents and signs; other terms are 0.
struct Elements<'a> {
    subject: &'a Subject,
    terms: Terms,
    x: Vec<u64>,
}

impl<'a> Elements<'a> {
    fn new(subject: &'a Subject, terms: Terms) -> Self {
        Self { subject, terms, x: vec![0; subject.plan.elements()] }
    }

    /// A term `significand * 2^exponent` of a few bits; whether there is room for it.
    fn put(&mut self, at: usize, real: Real, rng: &mut Rng) -> bool {
        let ports = &self.subject.operands;
        if at == self.terms.len {
            let z = self.x.len() - 1;
            let port = &ports[ports.len() - 1];
            self.x[z] = port.toward_zero(real.value());
            return holds(port, self.x[z], &real);
        }
        if !self.terms.product {
            self.x[at] = ports[0].toward_zero(real.value());
            return holds(&ports[0], self.x[at], &real);
        }
        // A power of two is the other factor.
        let (a, b) = (&ports[0], &ports[1]);
        let within = |least: [i64; 2]| {
            let low = least[0].max(real.exponent - b.emax());
            let high = a.emax().min(real.exponent - least[1]);
            (low <= high).then_some((low, high))
        };
        let below = |port: &Port| match port.format.subnormal {
            true => port.emin() - (port.precision() - 1),
            false => port.emin(),
        };
        let room = within([a.emin(), b.emin()]).or_else(|| within([below(a), below(b)]));
        let Some((low, high)) = room else { return false };
        let own = low + rng.below((high - low + 1) as u64) as i64;
        let one = Real { sign: rng.one_in(2), exponent: own, significand: 1 << 127, more: false };
        let other = real.signed(real.sign != one.sign).scaled(-own);
        self.x[at] = a.toward_zero(one.value());
        self.x[self.terms.len + at] = b.toward_zero(other.value());
        holds(b, self.x[self.terms.len + at], &other)
    }
}

fn holds(port: &Port, code: u64, real: &Real) -> bool {
    port.value(code).and_then(Real::of).is_some_and(|held| held == *real)
}

/// The bits that every factor and addend has.
fn least(subject: &Subject) -> u64 {
    subject.operands.iter().map(Port::precision).min().unwrap_or(1).clamp(1, 60) as u64
}

/// A number of so few bits that every factor has them.
fn few(subject: &Subject, exponent: i64, rng: &mut Rng) -> Real {
    let bits = rng.below(least(subject)) as u32 + 1;
    let significand = (u128::from(rng.next()) << 64 | 1 << 127) >> (128 - bits) << (128 - bits);
    Real { sign: rng.one_in(2), exponent, significand, more: false }
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
            Some(if both { Aim::Elements(elements.x) } else { Aim::Any })
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
            Some(if put { Aim::Elements(elements.x) } else { Aim::Any })
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
                // 2^(e+1) less a little, less 2^e.
                _ if change < 0 => {
                    let one =
                        Real { sign: false, exponent: low, significand: 1 << 127, more: false };
                    let near = one.plus(&one.scaled(change).signed(rng.one_in(2)));
                    near.is_some_and(|near| {
                        elements.put(1, near, rng) & elements.put(0, one.signed(true), rng)
                    })
                }
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
            Some(if put { Aim::Elements(elements.x) } else { Aim::Any })
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
            Some(if put { Aim::Elements(elements.x) } else { Aim::Any })
        }),
        never: Box::new(|_, _| None),
    }
}
