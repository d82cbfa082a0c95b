//! Random creation (text 1788 to 1855, XDSA-D67, D98): numbers of Philox words, every one a function of seed, count of instructions and
//! index. The tables are those of the default set (section 2.5 of the plan of tables, XDSA-D69).

use super::results::{Results, dyadic};
use super::{Done, Environment, Plan, Region, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use functions::real::Real;

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
        return choice(request);
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

// Plans that draw, and the interval that is drawn from (XDSA-D67).

/// A plan of an instruction that draws.
pub(in crate::xdsa::exec) fn drawing(
    reads: Vec<Region>,
    write: Region,
    work: impl FnOnce(&[Vec<u64>], &Environment<'_>) -> Result<Done, Error> + Send + 'static,
) -> Plan {
    Plan { draws: true, ..Plan::new(reads, vec![write], work) }
}

/// `u`, in steps of 2^-32 from 0 to below 1.
pub(in crate::xdsa::exec) fn unit_interval(word: u32) -> Number {
    dyadic(word.into(), -32)
}

/// MULTI_NOMIAL (text 1834, XDSA-D67, D98): sample `i` is the first category whose cumulative weight exceeds `u_i` times the total.
fn choice(request: &mut Request<'_>) -> Result<Plan, Error> {
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

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): words that a key and a counter
// decide, so that no word depends on how many are drawn (XDSA-D67).

/// Multipliers of the rounds.
const FACTORS: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];

/// What the key grows by from round to round.
const STEPS: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];

/// The four words of a counter.
fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let (mut counter, mut key) = (counter, key);
    for _ in 0..10 {
        let [c0, c1, c2, c3] = counter;
        let (high0, low0) = product(FACTORS[0], c0);
        let (high1, low1) = product(FACTORS[1], c2);
        counter = [high1 ^ c1 ^ key[0], low1, high0 ^ c3 ^ key[1], low0];
        key = [key[0].wrapping_add(STEPS[0]), key[1].wrapping_add(STEPS[1])];
    }
    counter
}

const fn product(a: u32, b: u32) -> (u32, u32) {
    let product = a as u64 * b as u64;
    ((product >> 32) as u32, product as u32)
}

/// The words of one instruction: element `i` has word `i mod 4` of the counter `(i div 4, s)`, where `s` random instructions came before.
#[derive(Clone, Copy, Debug)]
pub(in crate::xdsa::exec) struct Words {
    /// The key.
    pub(in crate::xdsa::exec) seed: u64,
    /// Random instructions that came before.
    pub(in crate::xdsa::exec) drawn: u64,
}

impl Words {
    /// Words 4 n to 4 n + 3.
    pub(in crate::xdsa::exec) fn four(&self, n: u64) -> [u32; 4] {
        let halves = |x: u64| [x as u32, (x >> 32) as u32];
        let ([n0, n1], [s0, s1]) = (halves(n), halves(self.drawn));
        philox([n0, n1, s0, s1], halves(self.seed))
    }

    /// The first words.
    pub(in crate::xdsa::exec) fn first(self, count: u64) -> impl Iterator<Item = u32> {
        (0..count.div_ceil(4)).flat_map(move |n| self.four(n)).take(count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xdsa::exec::single::{NAN, Single, fp32};
    use crate::xdsa::isa::{Operation as O, Unit};
    use rstest::rstest;

    const WORDS: [u32; 4] = [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8];

    fn fill(operation: O, unit: Unit, length: u64, [p0, p1]: [f64; 2]) -> Single {
        let fields =
            [("unit", unit.code()), ("len", length), ("p0", p0.to_bits()), ("p1", p1.to_bits())];
        Single::new(operation).set(&fields).into(&["d"])
    }

    #[test]
    fn uniform_numbers_are_words_over_2_to_the_32nd() {
        let drawn = fill(O::RandUniform, Unit::Fp64, 4, [0.0, 1.0]).one();
        let expected: Vec<u64> =
            WORDS.iter().map(|w| (f64::from(*w) / 4_294_967_296.0).to_bits()).collect();
        assert_eq!(drawn, expected);
        // low + u (high - low), exact in binary64.
        let drawn = fill(O::RandUniform, Unit::Fp64, 4, [-2.0, 6.0]).one();
        let expected: Vec<u64> =
            WORDS.iter().map(|w| (f64::from(*w) / 536_870_912.0 - 2.0).to_bits()).collect();
        assert_eq!(drawn, expected);
        // 0x66 and so on: the leading 8 bits, rounded half to even, clamped.
        let drawn = fill(O::RandUniform, Unit::Uint8, 4, [0.0, 256.0]).one();
        assert_eq!(drawn, [0x66, 0xe1, 0xbc, 0x9b]);
        assert_eq!(fill(O::RandUniform, Unit::Sint8, 2, [0.0, 256.0]).one(), [0x66, 0x7f]);
        assert_eq!(fill(O::RandUniform, Unit::Uint4, 3, [0.0, 15.0]).one(), [6, 13, 11]);
        // A range of infinity: 0 times it is no number.
        let infinite = fill(O::RandUniform, Unit::Fp32, 1, [0.0, f64::INFINITY]).one();
        assert_eq!(infinite, fp32(&[f32::INFINITY]));
        assert_eq!(fill(O::RandUniform, Unit::Fp32, 1, [f64::NAN, 1.0]).one(), [NAN]);
    }

    #[test]
    fn seed_and_count_choose_the_words() {
        let trial = fill(O::RandUniform, Unit::Uint32, 1, [0.0, 4_294_967_296.0]);
        assert_eq!(trial.one(), [u64::from(WORDS[0])]);
        let mut later = fill(O::RandUniform, Unit::Uint32, 1, [0.0, 4_294_967_296.0])
            .set(&[("seed", 0x299f_31d0_a409_3822)]);
        later.drawn = 0x0370_7344_1319_8a2e;
        // The machine's seed has no part in what has a seed of its own.
        later.settings.seed = 99;
        let words = super::Words { seed: 0x299f_31d0_a409_3822, drawn: 0x0370_7344_1319_8a2e };
        assert_eq!(later.one(), [u64::from(words.four(0)[0])]);
    }

    /// Published words: Random123, kat_vectors, philox4x32 with 10 rounds.
    #[rstest]
    #[case([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8])]
    #[case([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd])]
    #[case(
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
    )]
    fn published_words(#[case] counter: [u32; 4], #[case] key: [u32; 2], #[case] words: [u32; 4]) {
        assert_eq!(philox(counter, key), words);
    }

    #[test]
    fn a_word_has_its_place_in_the_counter() {
        let words = Words { seed: 0x299f_31d0_a409_3822, drawn: 0x0370_7344_1319_8a2e };
        assert_eq!(
            words.four(0x85a3_08d3_243f_6a88),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
        let words = Words { seed: 0, drawn: 0 };
        let six: Vec<u32> = words.first(6).collect();
        assert_eq!(six[..4], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(six[4..], philox([1, 0, 0, 0], [0; 2])[..2]);
    }
}
