//! Sums about the ends of the range: next below the smallest normal number, about the largest, of zeros
//! alone; and those whose rounding carries.

use super::elements::{Elements, few, ladder, middle, range};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::edge::{self, Edge};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::{EXTENDED, Subject};
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::{Terms, split};
use std::sync::Arc;

const UNITS: &str = "the terms are whole multiples of a larger number";

const LARGE: &str = "no sum is that large";

/// Sums about the ends of the range: a number there, and what is missing in other terms.
pub(super) fn edge(subject: &Subject, terms: Terms) -> Edge {
    Edge {
        port: subject.result.clone(),
        rounding: subject.env.rounding,
        tail: 1,
        exact: Arc::new(|view, tell| view.scene.exact.iter().for_each(tell)),
        aims: Arc::new(move |subject, real, rng| {
            let pieces = pieces(subject, terms, real, rng);
            let mut ways = vec![halves(&pieces), pieces];
            if real.exponent >= subject.result.emax() {
                ways.insert(0, powers(subject, real));
            }
            let mut aim = Aim::Any;
            while let (Aim::Any, Some(pieces)) = (&aim, ways.pop()) {
                aim = made(subject, terms, &pieces, rng);
            }
            Some(aim)
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
            let wanted = Value { sign: false, exponent: near.last, significand: near.quarters };
            let size = |real: Real| (real.exponent, real.significand);
            let (wanted, most) = (Real::of(wanted)?, most(subject, terms)?);
            let all = near.more && size(wanted) == size(most) && !most.more;
            let large = size(wanted) > size(most) || all;
            let unit = product.min(addend) > place;
            large.then_some(LARGE).or(unit.then_some(UNITS))
        }),
    }
}

/// A case of these terms, one behind the other.
fn made(subject: &Subject, terms: Terms, pieces: &[Real], rng: &mut Rng) -> Aim {
    let (mut elements, n) = (Elements::new(subject, terms), terms.count());
    let first = rng.below(n as u64) as usize;
    let put = pieces.len() <= n
        && pieces.iter().enumerate().all(|(i, piece)| elements.put((first + i) % n, *piece, rng));
    elements.aim(put, rng)
}

/// Each piece but the largest in two halves, for terms whose powers of two end below it.
fn halves(pieces: &[Real]) -> Vec<Real> {
    let largest = pieces.iter().map(|piece| piece.exponent).max();
    let parts = |piece: &Real| match Some(piece.exponent) == largest {
        true => vec![*piece],
        false => vec![piece.scaled(-1); 2],
    };
    pieces.iter().flat_map(parts).collect()
}

/// Narrow terms do not hold the largest number: twice its leading bit, and what is too much.
fn powers(subject: &Subject, real: &Real) -> Vec<Real> {
    let exponent = subject.result.emax();
    let power = Real { exponent, significand: 1 << 127, more: false, ..*real };
    let rest = power.scaled(1).signed(!real.sign).plus(real);
    [power, power].into_iter().chain(rest).collect()
}

/// Terms whose sum is a number at an end of the range.
fn pieces(subject: &Subject, terms: Terms, real: &Real, rng: &mut Rng) -> Vec<Real> {
    let result = &subject.result;
    let (end, mut parts) = edge::parts(result, real);
    if let Some(rest) = parts.first().filter(|_| rng.one_in(4)) {
        // However little more or less.
        let (least, most) = range(subject, terms);
        let exponent = least + rng.below((most - least + 1).max(1) as u64) as i64;
        return vec![end, Real { exponent: exponent.min(rest.exponent), ..*rest }];
    }
    if parts.len() >= terms.count() {
        parts = end.signed(!real.sign).plus(real).into_iter().collect();
    }
    parts.push(end);
    parts
}

/// Terms that are all 0, by their signs: alike, or one alone otherwise than the others.
pub(super) fn zeros(subject: &Subject, terms: Terms) -> Option<Cross> {
    let signs = move |subject: &Subject, x: &[u64]| -> Vec<bool> {
        let mut signs = vec![false; terms.count()];
        for (operand, (shape, own)) in split(&subject.plan.operands, x).enumerate() {
            let from = if operand > 0 && shape.len == 1 { terms.len } else { 0 };
            for (i, code) in own.iter().enumerate() {
                signs[from + i] ^= code >> (shape.format.width - 1) & 1 == 1;
            }
        }
        signs
    };
    let n = terms.count();
    let name = |at: usize| if at == terms.len { "z".to_owned() } else { at.to_string() };
    let alone = |sign: &'static str| (0..n).map(move |at| format!("{sign} at {} alone", name(at)));
    let mut values = vec!["all +".to_owned(), "all -".to_owned()];
    values.extend(alone("-").chain(alone("+")));
    subject.operands.iter().all(|port| port.format.neg_zero).then(|| Cross {
        name: "zeros",
        bins: UNROUNDED,
        what: "signs of terms that are all 0",
        axes: vec![Axis { name: "signs", values }],
        hits: Box::new(move |view, hit| {
            let all = &view.scene.terms;
            if !all.is_empty() && all.iter().all(Option::is_none) {
                let signs = signs(view.subject, view.elements);
                let minus = signs.iter().filter(|minus| **minus).count();
                if minus == 0 || minus == n {
                    hit(&[usize::from(minus == n)]);
                }
                for (count, first, sign) in [(1, 2, true), (n - 1, 2 + n, false)] {
                    let alone = signs.iter().position(|own| *own == sign);
                    if let Some(at) = alone.filter(|_| minus == count) {
                        hit(&[first + at]);
                    }
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut x = Elements::new(subject, terms).zeros(rng)?;
            let first = &subject.plan.operands[0];
            let last = x.len() - 1;
            for at in 0..n {
                let minus = match goal[0].checked_sub(2) {
                    None => goal[0] == 1,
                    Some(alone) if alone < n => at == alone,
                    Some(alone) => at != alone - n,
                };
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

/// All places that are kept are ones: what is rounded up carries into the next power of two.
pub(super) fn carry() -> Cross {
    Cross {
        name: "carry",
        bins: UNROUNDED,
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
            let (p, n) = (subject.result.precision(), terms.count() as u64);
            let (places, high) = ladder(subject, terms, &[0, -p - 2], rng).unwrap_or_else(|| {
                let first = rng.below(n);
                let second = (first + 1 + rng.below(n - 1)) % n;
                (vec![first as usize, second as usize], middle(subject))
            });
            let sign = goal[0] == 1;
            // Quarters of a place below the power of two.
            let quarters = 4 - 2 * goal[1] as u128 - goal[2] as u128;
            let power = Real { sign, exponent: high, significand: 1 << 127, more: false };
            let rest = Value { sign: !sign, exponent: high - p - 2, significand: quarters };
            let rest = Real::of(rest)?;
            let put = elements.put(places[0], power, rng) & elements.put(places[1], rest, rng);
            Some(elements.aim(put, rng))
        }),
        never: Box::new(|_, _| None),
    }
}

/// How many exponents on each side of a limit.
const NEAR: i64 = 2;

/// Exact sums about the ends of the range.
pub(super) fn limits(subject: &Subject) -> Cross {
    let edges = [subject.result.emax(), subject.result.emin()];
    Cross {
        name: "limits",
        bins: UNROUNDED,
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
            let put = match rng.below(4) {
                // As many of the largest.
                3 => {
                    let count = 1 + rng.below(n as u64) as usize;
                    let mut all = (0..count).map(|i| elements.put_largest((first + i) % n, sign));
                    all.all(|put| put.is_some())
                }
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

/// The largest sum.
fn most(subject: &Subject, terms: Terms) -> Option<Real> {
    let ports = &subject.operands;
    let factors = &ports[..if terms.product { 2 } else { 1 }];
    let largest = factors.iter().map(Port::largest).collect::<Option<Vec<Real>>>()?;
    let largest = largest.into_iter().reduce(|a, b| a.times(&b))?;
    let addend = if terms.addend { ports.last() } else { None };
    let all = std::iter::repeat_n(largest, terms.len).chain(addend.and_then(Port::largest));
    let all: Vec<Real> = all.collect();
    Real::total(all.iter())
}

/// Why no sum has this exponent.
fn beyond(subject: &Subject, terms: Terms, exponent: i64) -> Option<&'static str> {
    if most(subject, terms)?.exponent < exponent {
        return Some(LARGE);
    }
    let ports = &subject.operands;
    let factors = &ports[..if terms.product { 2 } else { 1 }];
    let addend = if terms.addend { ports.last() } else { None };
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
