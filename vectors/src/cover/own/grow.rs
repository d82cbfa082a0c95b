//! How far a sum grows above the largest of its terms' exponent fields, by which hardware aligns: the room above that it wants.

use super::elements::range;
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Terms;

/// The cross of sums of numbers that have exponents of their own.
pub(super) fn cross(subject: &Subject, terms: Terms) -> Option<Cross> {
    let float = |port: &Port| port.float.is_some();
    if terms.shared.is_some() || !subject.operands.iter().all(float) {
        return None;
    }
    let most = full(subject, terms)?.exponent;
    Some(Cross {
        name: "grow",
        bins: UNROUNDED,
        what: "exponent of the exact sum above the largest exponent field of a term, of products the sum of both",
        axes: vec![Axis::sign("sign"), Axis::range("above", 0, most)],
        hits: Box::new(move |view, hit| {
            let Some(sum) = &view.scene.exact else { return };
            let Some(field) = largest(view.subject, terms, view.elements) else { return };
            let above = sum.exponent - field;
            if (0..=most).contains(&above) {
                hit(&[usize::from(sum.sign), above as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| drawn(subject, terms, goal[0] == 1, rng)),
        never: Box::new(|_, _| None),
    })
}

/// The sum of terms whose significands are all ones, with the exponent 0.
fn full(subject: &Subject, terms: Terms) -> Option<Real> {
    let ports = &subject.operands;
    let ones = |port: &Port| ones(port, 0);
    let product = match terms.product {
        true => ones(&ports[0]).times(&ones(&ports[1])),
        false => ones(&ports[0]),
    };
    let addend = terms.addend.then(|| ones(&ports[ports.len() - 1]));
    let all: Vec<Real> = std::iter::repeat_n(product, terms.len).chain(addend).collect();
    Real::total(all.iter())
}

/// A significand of ones.
fn ones(port: &Port, exponent: i64) -> Real {
    let significand = u128::MAX << (128 - port.precision().min(64));
    Real { sign: false, exponent, significand, more: false }
}

/// The largest exponent field of a term that is not 0.
fn largest(subject: &Subject, terms: Terms, x: &[u64]) -> Option<i64> {
    let ports = &subject.operands;
    let field = |port: &Port, code: u64| {
        port.value(code).and_then(Real::of).map(|real| real.exponent.max(port.emin()))
    };
    let term = |at: usize| match at {
        at if at == terms.len => field(&ports[ports.len() - 1], x[x.len() - 1]),
        at if terms.product => {
            Some(field(&ports[0], x[at])? + field(&ports[1], x[terms.len + at])?)
        }
        at => field(&ports[0], x[at]),
    };
    (0..terms.count()).filter_map(term).max()
}

/// Terms of one sign and field, some of them 0; significands of all ones, or as they come.
fn drawn(subject: &Subject, terms: Terms, sign: bool, rng: &mut Rng) -> Option<Aim> {
    let (ports, n) = (&subject.operands, terms.count());
    let (least, most) = range(subject, terms);
    let exponent = least + (most - least) / 2 + rng.below(2) as i64;
    let all = rng.one_in(3);
    let count = if all { n } else { 1 + rng.below(n as u64) as usize };
    let (full, first) = (all || rng.one_in(2), rng.below(n as u64) as usize);
    let mut x = vec![0; subject.plan.elements()];
    let code = |port: &Port, sign: bool, exponent: i64, rng: &mut Rng| {
        let tail = match full {
            true => u128::MAX,
            false => u128::from(rng.next()) << 64 >> rng.below(65),
        };
        let real = ones(port, exponent);
        let real = Real { sign, significand: real.significand & (1 << 127 | tail), ..real };
        port.toward_zero(real.value())
    };
    for at in (0..count).map(|i| (first + i) % n) {
        if at == terms.len {
            let z = x.len() - 1;
            x[z] = code(&ports[ports.len() - 1], sign, exponent, rng);
        } else if terms.product {
            let (a, b) = (&ports[0], &ports[1]);
            let (low, high) =
                (a.emin().max(exponent - b.emax()), a.emax().min(exponent - b.emin()));
            // The top exponents have no such significands in every format.
            let room = (high - low - 2).max(0) as u64;
            let own = (low + 1 + rng.below(room + 1) as i64).min(high);
            let turn = rng.one_in(2);
            x[at] = code(a, turn, own, rng);
            x[terms.len + at] = code(b, turn != sign, exponent - own, rng);
        } else {
            x[at] = code(&ports[0], sign, exponent, rng);
        }
    }
    Some(Aim::Elements(x))
}
