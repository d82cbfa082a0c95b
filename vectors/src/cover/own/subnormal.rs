//! Subnormal numbers that decide a sum: where operands are flushed, each of them leaves a wrong one.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Terms;
use softfloat::Underflow;

const NONE: &str = "no term with such a factor is as large as a result";

/// The cross of sums of numbers that have exponents of their own.
pub(super) fn cross(subject: &Subject, terms: Terms) -> Option<Cross> {
    let ports = &subject.operands;
    let own: Vec<usize> = (0..ports.len()).filter(|at| ports[*at].format.subnormal).collect();
    if terms.shared.is_some() || subject.env.daz || own.is_empty() {
        return None;
    }
    let values = own.iter().map(|at| ["x", "y", "z"][(*at).min(2)].to_owned()).collect();
    let (hit_by, aimed_at, never_of) = (own.clone(), own.clone(), own);
    Some(Cross {
        name: "subnormal",
        bins: UNROUNDED,
        what: "the operand whose subnormal number makes the largest term",
        axes: vec![Axis { name: "operand", values }, Axis::sign("sign")],
        hits: Box::new(move |view, hit| {
            let (least, most) = results(view.subject);
            let within = |real: &Real| (least..=most).contains(&real.exponent);
            let reals = view.scene.terms.iter().enumerate();
            let reals = reals.filter_map(|(at, real)| Some((at, real.as_ref()?)));
            let largest = reals.max_by_key(|(_, real)| (real.exponent, real.significand));
            let Some((at, term)) = largest else { return };
            if !within(term) || !view.scene.exact.as_ref().is_some_and(within) {
                return;
            }
            for (i, operand) in hit_by.iter().enumerate() {
                let Some(place) = place(view.subject, terms, *operand, at) else { continue };
                let port = &view.subject.operands[*operand];
                let real = port.value(view.elements[place]).and_then(Real::of);
                if let Some(real) = real.filter(|real| real.exponent < port.emin()) {
                    hit(&[i, real.sign.into()]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            drawn(subject, terms, aimed_at[goal[0]], goal[1] == 1, rng)
        }),
        never: Box::new(move |subject, goal| {
            let operand = never_of[goal[0]];
            let (least, most) = results(subject);
            let (low, high) = match partner(subject, terms, operand) {
                None => small(&subject.operands[operand]),
                Some(other) => {
                    let (own, other) =
                        (small(&subject.operands[operand]), &subject.operands[other]);
                    (own.0 + other.least(), own.1 + other.emax() + 1)
                }
            };
            (high < least || low > most).then_some(NONE)
        }),
    })
}

/// The exponents of results other than 0.
fn results(subject: &Subject) -> (i64, i64) {
    let (r, gradual) = (&subject.result, subject.env.underflow == Underflow::Gradual);
    (if gradual { r.least() } else { r.emin() }, r.emax())
}

/// The exponents of subnormal numbers.
fn small(port: &Port) -> (i64, i64) {
    (port.least(), port.emin() - 1)
}

/// Whether an operand is the addend.
fn is_addend(subject: &Subject, terms: Terms, operand: usize) -> bool {
    terms.addend && operand + 1 == subject.operands.len()
}

/// The other factor of an operand's terms.
fn partner(subject: &Subject, terms: Terms, operand: usize) -> Option<usize> {
    (terms.product && !is_addend(subject, terms, operand)).then(|| 1 - operand)
}

/// Where an operand's number of a term stands among the elements.
fn place(subject: &Subject, terms: Terms, operand: usize, at: usize) -> Option<usize> {
    match (at == terms.len, is_addend(subject, terms, operand)) {
        (true, true) => Some(subject.plan.elements() - 1),
        (false, false) => Some(operand * terms.len + at),
        _ => None,
    }
}

/// A subnormal number alone, times a power of two where it is a factor.
fn drawn(
    subject: &Subject,
    terms: Terms,
    operand: usize,
    sign: bool,
    rng: &mut Rng,
) -> Option<Aim> {
    let (port, mut x) = (&subject.operands[operand], vec![0; subject.plan.elements()]);
    let (low, high) = small(port);
    let exponent = low + rng.below((high - low + 1) as u64) as i64;
    let at = match is_addend(subject, terms, operand) {
        true => terms.len,
        false => rng.below(terms.len as u64) as usize,
    };
    let significand = 1 << 127 | u128::from(rng.next()) << 63 >> rng.below(64);
    let real = Real { sign, exponent, significand, more: false };
    x[place(subject, terms, operand, at)?] = port.toward_zero(real.value());
    if let Some(other) = partner(subject, terms, operand) {
        let ((least, most), factor) = (results(subject), &subject.operands[other]);
        let (low, high) = (factor.emin().max(least - exponent), factor.emax().min(most - exponent));
        let Some(room) = u64::try_from(high - low + 1).ok().filter(|room| *room > 0) else {
            return Some(Aim::Any);
        };
        let exponent = low + rng.below(room) as i64;
        let power = Real { sign: rng.one_in(2), exponent, significand: 1 << 127, more: false };
        x[place(subject, terms, other, at)?] = factor.toward_zero(power.value());
    }
    Some(Aim::Elements(x))
}
