//! Cases whose unrounded result is a number: of operations by lanes from the result backwards, of lists as a product or a few terms
//! beside zeros.

use super::{Aim, Real, Subject};
use crate::cover::port::Port;
use crate::cover::solve;
use crate::draw::rng::Rng;
use crate::registry::Terms;

/// A case of this result.
pub(super) fn aim(subject: &Subject, real: Real, rng: &mut Rng) -> Aim {
    match subject.terms {
        None => Aim::Result(real),
        Some(terms) => list(subject, terms, &real, rng),
    }
}

fn list(subject: &Subject, terms: Terms, real: &Real, rng: &mut Rng) -> Aim {
    let mut x = vec![0; subject.plan.elements()];
    let first = rng.below(terms.len as u64) as usize;
    if terms.product {
        let [a, b] = solve::factors(subject, real, rng);
        (x[first], x[terms.len + first]) = (a, b);
        return Aim::Elements(x);
    }
    let port = &subject.operands[0];
    let Some(pieces) = pieces(port, real, terms.len).or_else(|| bits(port, real, terms.len)) else {
        return Aim::Any;
    };
    for (at, piece) in pieces.into_iter().enumerate() {
        x[(first + at) % terms.len] = piece;
    }
    Aim::Elements(x)
}

/// The posit nearest to a number, that nearest to what is left, and so on, so many at most.
fn pieces(port: &Port, real: &Real, most: usize) -> Option<Vec<u64>> {
    let (mut rest, mut all) = (Some(*real), Vec::new());
    while let Some(left) = rest {
        let code = port.toward_zero(left.value());
        let own = port.value(code).and_then(Real::of)?;
        all.push(code);
        rest = left.plus(&own.signed(!own.sign));
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// A number's bits, each as often as it takes where it is no posit itself; so many at most.
fn bits(port: &Port, real: &Real, most: usize) -> Option<Vec<u64>> {
    let mut all = Vec::new();
    for bit in (0..128).filter(|bit| real.significand << bit >> 127 == 1) {
        let power = |down: i64| Real {
            exponent: real.exponent - bit - down,
            significand: 1 << 127,
            ..*real
        };
        let code = |down: i64| {
            let code = port.toward_zero(power(down).value());
            (port.value(code).and_then(Real::of) == Some(power(down))).then_some(code)
        };
        let down = (0..3).find(|down| code(*down).is_some())?;
        all.extend(vec![code(down)?; 1 << down]);
    }
    (all.len() <= most).then_some(all)
}
