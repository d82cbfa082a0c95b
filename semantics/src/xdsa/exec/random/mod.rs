//! Random creation (text 1788 to 1855, XDSA-D67, D98): numbers of Philox words, every one a function of seed, count of instructions and
//! index. The tables are those of the default set (section 2.5 of the plan of tables, XDSA-D69).

mod choice;
mod draw;
mod normal;
mod philox;
#[cfg(test)]
mod tests;

pub(super) use philox::Words;

use super::results::Results;
use super::{Done, Environment, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
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
            Operation::RandNormal => normal::fill(words, length, &p0, &p1, results),
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
