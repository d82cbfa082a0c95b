//! Random creation (text 1788 to 1855, XDSA-D67, D98): numbers of Philox words, every one a function of seed, count of instructions and
//! index. The tables are those of the default set (section 2.5 of the plan of tables, XDSA-D69).

mod choice;
mod draw;

mod philox;
#[cfg(test)]
mod tests;

pub(super) use philox::Words;

use super::results::{Results, dyadic};
use super::{Done, Environment, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use functions::real::Real;

pub(super) use draw::{drawing, unit_interval};

/// Whether it is one of the instructions here.
pub(super) const fn has(operation: Operation) -> bool {
    use Operation as O;
    matches!(
        operation,
        O::RandUniform
            | O::RandNormal
            | O::RandBernoulli
            | O::RandBernoulliB
            | O::MultiNomial
            | O::RandPerm
    )
}

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    if operation == Operation::MultiNomial {
        return choice::plan(request);
    }
    let (unit, length) = (request.unit("unit"), request.length("len"));
    request.done()?;
    let unit = if operation == Operation::RandPerm { request.index() } else { unit };
    let region = request.dense("d", unit, length);
    let fields @ [_, _, seed] = ["p0", "p1", "seed"].map(|field| request.get(field));
    let work = move |_: &[Vec<u64>], environment: &Environment<'_>| {
        let words = Words { seed, drawn: environment.drawn };
        let [p0, p1] = [fields[0], fields[1]].map(|p| Number::of(Unit::Fp64, p));
        let results = Results::new(unit, length as usize);
        Ok(match operation {
            Operation::RandUniform => uniform(words, length, &p0, &p1, results),
            Operation::RandNormal => fill(words, length, &p0, &p1, results),
            Operation::RandPerm => Done::one(permutation(words, length)),
            _ => bernoulli(words, length, &p0, results),
        })
    };
    Ok(drawing(Vec::new(), region, work))
}

/// `low + u (high - low)`
fn uniform(words: Words, length: u64, low: &Number, high: &Number, mut results: Results) -> Done {
    let range = high.sub(low);
    for word in words.first(length) {
        results.push(&low.add(&unit_interval(word).mul(&range)));
    }
    results.done()
}

/// 1 where `u < p`, else 0.
fn bernoulli(words: Words, length: u64, p: &Number, mut results: Results) -> Done {
    let [no, yes] = [0, 1].map(|n| results.round(&Number::integer(n)));
    for word in words.first(length) {
        let less = unit_interval(word).compare(p).is_some_and(std::cmp::Ordering::is_lt);
        results.push_element(if less { yes } else { no });
    }
    results.done()
}

/// The indexes in the order of their words; of equal words the lower index comes first.
fn permutation(words: Words, length: u64) -> Vec<u64> {
    let mut keys: Vec<(u32, u64)> = words.first(length).zip(0..).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, index)| index).collect()
}

// Normal numbers by the formula of Box and Muller ("A note on the generation of random normal deviates", 1958), XDSA-D67, D98:
// `p0 + p1 sqrt(-2 ln u1) cos(2 pi u2)` for even elements, the sine for odd ones.

/// So many elements; of the last pair perhaps only the first.
fn fill(
    words: Words,
    length: u64,
    mean: &Number,
    deviation: &Number,
    mut results: Results,
) -> Done {
    for n in 0..length.div_ceil(4) {
        let [a, b, c, d] = words.four(n);
        let [first, second] = [pair(a, b), pair(c, d)];
        for (deviate, _) in first.iter().chain(&second).zip(4 * n..length) {
            results.push(&mean.add(&deviation.mul(&deviate[0]).mul(&deviate[1])));
        }
    }
    results.done()
}

/// Radius and cosine, radius and sine.
fn pair(even: u32, odd: u32) -> [[Number; 2]; 2] {
    let u1 = dyadic(i128::from(even) + 1, -32);
    let radius = Number::integer(-2).mul(&u1.ln()).sqrt();
    // The angle is 2 pi u2.
    let half_turns = Real::dyadic(odd.into(), -31);
    let part = |part: Option<Real>| part.map_or(Number::Nan, Number::from);
    [[radius.clone(), part(half_turns.cos_pi())], [radius, part(half_turns.sin_pi())]]
}
