//! MULTI_NOMIAL (text 1834, XDSA-D67, D98): sample `i` is the first category whose cumulative weight exceeds `u_i` times the total.

use super::draw::{drawing, unit_interval};
use super::philox::Words;
use crate::xdsa::Error;
use crate::xdsa::exec::{Done, Environment, Plan, Request};
use crate::xdsa::isa::Unit;
use crate::xdsa::number::Number;

pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let [categories, samples] = ["w0", "w1"].map(|field| request.size(field));
    request.done()?;
    let seed = request.get("w2") | request.get("w3") << 32;
    let weights = request.dense("p0", unit, categories);
    let write = request.dense("p1", request.index(), samples);
    let work = move |read: &[Vec<u64>], environment: &Environment<'_>| {
        let words = Words { seed, drawn: environment.drawn };
        let cumulative = cumulative(unit, read.first().map_or(&[], Vec::as_slice));
        let chosen = words.first(samples).map(|word| choose(&cumulative, word));
        Ok(Done::one(chosen.collect()))
    };
    Ok(drawing(vec![weights], write, work))
}

/// The sums of the weights up to each category. Where a weight is infinite, such weights are 1 and all others 0.
fn cumulative(unit: Unit, weights: &[u64]) -> Vec<Number> {
    let weights: Vec<Number> = weights.iter().map(|weight| Number::of(unit, *weight)).collect();
    let infinite = |weight: &Number| matches!(weight, Number::Infinite { negative: false });
    let any_infinite = weights.iter().any(infinite);
    let weight = |weight: &Number| {
        if any_infinite {
            Number::integer(infinite(weight).into())
        } else if weight.is_nan() || weight.is_negative() {
            Number::integer(0)
        } else {
            weight.clone()
        }
    };
    let running = weights.iter().scan(Number::integer(0), |sum, next| {
        *sum = sum.add(&weight(next));
        Some(sum.clone())
    });
    running.collect()
}

fn choose(cumulative: &[Number], word: u32) -> u64 {
    let Some(total) = cumulative.last() else { return 0 };
    let point = unit_interval(word).mul(total);
    let below = |sum: &Number| sum.compare(&point).is_none_or(std::cmp::Ordering::is_le);
    // A total of 0 gives the last category.
    cumulative.partition_point(below).min(cumulative.len() - 1) as u64
}
