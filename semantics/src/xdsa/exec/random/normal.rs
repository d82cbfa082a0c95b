//! Normal numbers by the formula of Box and Muller ("A note on the generation of random normal deviates", 1958), XDSA-D67, D98:
//! `p0 + p1 sqrt(-2 ln u1) cos(2 pi u2)` for even elements, the sine for odd ones.

use super::philox::Words;
use crate::xdsa::exec::Done;
use crate::xdsa::exec::results::{Results, dyadic};
use crate::xdsa::number::Number;
use functions::real::Real;

/// So many elements; of the last pair perhaps only the first.
pub(super) fn fill(
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
