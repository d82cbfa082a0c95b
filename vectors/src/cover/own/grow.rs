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

// Sums of integers: how wide an accumulator has to be.

/// The cross of sums of integers and of products of integers: how far the exact sum grows above the largest term that there is.
pub(super) fn of_integers(subject: &Subject) -> Option<Cross> {
    let terms = subject.terms.filter(|terms| terms.len > 1 && terms.shared.is_none())?;
    let whole = if terms.product { &subject.operands[..2] } else { &subject.operands[..1] };
    if !whole.iter().all(Port::is_fixed) {
        return None;
    }
    let ends = [false, true].map(|sign| largest_of_sign(whole, terms, sign));
    // Exponents of one such term and of all.
    let reach = ends.map(|end| {
        let one = end.and_then(|(_, term)| term)?;
        let all = Real::total(vec![one; terms.len].iter())?;
        Some((one.exponent, all.exponent - one.exponent))
    });
    let most = reach.iter().flatten().map(|(_, most)| *most).max()?;
    let ports = whole.to_vec();
    Some(Cross {
        name: "grow",
        bins: UNROUNDED,
        what: "exponent of the exact sum, the addend aside, above the largest term of its sign",
        axes: vec![Axis::sign("sign"), Axis::range("above", 0, most)],
        hits: Box::new(move |view, hit| {
            let term = |at: usize| {
                let first = ports[0].value(view.elements[at]).and_then(Real::of)?;
                match terms.product {
                    false => Some(first),
                    true => {
                        let second = ports[1].value(view.elements[terms.len + at]);
                        Some(first.times(&second.and_then(Real::of)?))
                    }
                }
            };
            let all: Vec<Real> = (0..terms.len).filter_map(term).collect();
            let Some(sum) = Real::total(all.iter()) else { return };
            let Some((one, most)) = reach[usize::from(sum.sign)] else { return };
            let above = sum.exponent - one;
            if (0..=most).contains(&above) {
                hit(&[usize::from(sum.sign), above as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let (codes, term) = ends[goal[0]]?;
            let (term, one) = (term?, reach[goal[0]]?.0);
            let fits = |count: &usize| {
                Real::total(vec![term; *count].iter())
                    .is_some_and(|sum| sum.exponent - one == goal[1] as i64)
            };
            // All terms, where that is what is asked for.
            let count = (1..=terms.len).rev().find(fits)?;
            let first = rng.below(terms.len as u64) as usize;
            let mut x = vec![0; subject.plan.elements()];
            for at in (0..count).map(|i| (first + i) % terms.len) {
                x[at] = codes[0];
                if terms.product {
                    x[terms.len + at] = codes[1];
                }
            }
            Some(Aim::Elements(x))
        }),
        never: Box::new(move |_, goal| {
            let far = reach[goal[0]].is_none_or(|(_, most)| goal[1] as i64 > most);
            far.then_some("no sum of so many terms has this sign and is so large")
        }),
    })
}

/// The codes of the largest term of a sign, and that term; nothing where no term has the sign.
fn largest_of_sign(ports: &[Port], terms: Terms, sign: bool) -> Option<([u64; 2], Option<Real>)> {
    let ends = |port: &Port| {
        let top = port.format.max_finite();
        if port.format.sign { vec![top, top + 1] } else { vec![top] }
    };
    let second = if terms.product { ends(&ports[1]) } else { vec![0] };
    let pairs = ends(&ports[0]).into_iter().flat_map(|a| second.iter().map(move |b| [a, *b]));
    let term = |codes: &[u64; 2]| {
        let first = ports[0].value(codes[0]).and_then(Real::of)?;
        match terms.product {
            false => Some(first),
            true => Some(first.times(&ports[1].value(codes[1]).and_then(Real::of)?)),
        }
    };
    let own = pairs.map(|codes| (codes, term(&codes)));
    own.filter(|(_, term)| term.is_some_and(|term| term.sign == sign))
        .max_by_key(|(_, term)| term.map(|term| (term.exponent, term.significand)))
}
