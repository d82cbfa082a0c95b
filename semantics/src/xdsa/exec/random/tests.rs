//! Random numbers from the words of seed 0, published as those of counter 0 and key 0.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, bits, fp32, nearest};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;

const WORDS: [u32; 4] = [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8];

fn fill(operation: O, unit: Unit, length: u64, [p0, p1]: [f64; 2]) -> Trial {
    let fields =
        [("unit", unit.code()), ("len", length), ("p0", p0.to_bits()), ("p1", p1.to_bits())];
    Trial::new(operation).set(&fields).into(&["d"])
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

#[test]
fn bernoulli_is_1_below_p() {
    let u1 = f64::from(WORDS[1]) / 4_294_967_296.0;
    for operation in [O::RandBernoulli, O::RandBernoulliB] {
        let ones = |p: f64| fill(operation, Unit::Uint8, 4, [p, 0.0]).one();
        assert_eq!(ones(0.5), [1, 0, 0, 0]);
        assert_eq!(ones(u1), [1, 0, 1, 1], "u < p is strict");
        assert_eq!(ones(1.0), [1; 4]);
        assert_eq!(ones(f64::INFINITY), [1; 4]);
        assert_eq!((ones(0.0), ones(-1.0), ones(f64::NAN)), (vec![0; 4], vec![0; 4], vec![0; 4]));
        assert_eq!(fill(operation, Unit::Fp16, 2, [0.5, 0.0]).one(), [0x3c00, 0]);
    }
}

#[test]
fn normal_numbers_are_those_of_box_and_muller() {
    let drawn = fill(O::RandNormal, Unit::Fp32, 3, [10.0, 2.0]).floats();
    let scale = 4_294_967_296.0;
    let pair = |even: u32, odd: u32| {
        let radius = (-2.0 * ((f64::from(even) + 1.0) / scale).ln()).sqrt();
        let angle = std::f64::consts::TAU * f64::from(odd) / scale;
        [10.0 + 2.0 * radius * angle.cos(), 10.0 + 2.0 * radius * angle.sin()]
    };
    let expected = [pair(WORDS[0], WORDS[1]), pair(WORDS[2], WORDS[3])].concat();
    nearest(&drawn, &expected[..3]);
    // Deviation 0: the mean alone, exactly; infinite: its sign is that of the deviate.
    assert_eq!(fill(O::RandNormal, Unit::Fp16, 1, [1.5, 0.0]).one(), [0x3e00]);
    let signs = fill(O::RandNormal, Unit::Fp32, 4, [0.0, f64::INFINITY]).floats();
    let expected = expected.iter().map(|x| f32::INFINITY.copysign((x - 10.0) as f32));
    assert_eq!(bits(&signs), bits(&expected.collect::<Vec<_>>()));
}

#[test]
fn permutations_sort_the_words() {
    let trial = fill(O::RandPerm, Unit::Fp64, 4, [0.0, 0.0]);
    // 0x66.., 0x9b.., 0xbc.., 0xe1..
    assert_eq!(trial.one(), [0, 3, 2, 1]);
    let mut all = fill(O::RandPerm, Unit::Uint4, 1000, [0.0, 0.0]).one();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..1000));
}

fn choose(unit: Unit, weights: &[u64], samples: u64) -> Vec<u64> {
    let sizes = [("unit", unit.code()), ("w0", weights.len() as u64), ("w1", samples)];
    Trial::new(O::MultiNomial).set(&sizes).load("p0", unit, weights).into(&["p1"]).one()
}

#[rstest]
// u is 0.399.., 0.880.., 0.735.., 0.605..
#[case(&[1.0, 1.0, 1.0, 1.0], [1, 3, 2, 2])]
#[case(&[0.0, 8.0, 0.0, 12.0, 0.0], [1, 3, 3, 3])]
#[case(&[-5.0, f32::NAN, 1.0, 0.0], [2, 2, 2, 2])]
#[case(&[9.0, f32::INFINITY, 9.0, f32::INFINITY], [1, 3, 3, 3])]
#[case(&[f32::NEG_INFINITY, 1.0], [1, 1, 1, 1])]
#[case(&[0.0, -0.0, -1.0], [2, 2, 2, 2])]
fn samples_follow_the_weights(#[case] weights: &[f32], #[case] chosen: [u64; 4]) {
    assert_eq!(choose(Unit::Fp32, &fp32(weights), 4), chosen);
}

#[test]
fn a_border_belongs_to_the_next_category() {
    // u0 = 0x6627e8d5 / 2^32: cumulative weights of exactly that do not exceed it.
    let rest = (1_u64 << 32) - u64::from(WORDS[0]);
    assert_eq!(choose(Unit::Uint32, &[WORDS[0].into(), rest], 1), [1]);
    assert_eq!(choose(Unit::Uint32, &[u64::from(WORDS[0]) + 1, rest - 1], 1), [0]);
}

#[test]
fn seed_words_of_samples() {
    let sizes = [("unit", 1), ("w0", 256), ("w1", 5), ("w2", 0xa409_3822), ("w3", 0x299f_31d0)];
    let trial = Trial::new(O::MultiNomial).set(&sizes).load("p0", Unit::Uint8, &[1; 256]);
    let words = super::Words { seed: 0x299f_31d0_a409_3822, drawn: 0 };
    let expected: Vec<u64> = words.first(5).map(|word| (word >> 24).into()).collect();
    assert_eq!(trial.into(&["p1"]).one(), expected);
}

#[test]
fn what_is_wrong() {
    let empty = fill(O::RandUniform, Unit::Fp32, 0, [0.0; 2]);
    assert_eq!(empty.run(), Err(Kind::BadLength));
    let reserved = fill(O::RandPerm, Unit::Fp32, 1, [0.0; 2]).set(&[("unit", 13)]);
    assert_eq!(reserved.run(), Err(Kind::ReservedCode));
    for sizes in [[("w0", 0), ("w1", 1)], [("w0", 1), ("w1", 0)]] {
        assert_eq!(Trial::new(O::MultiNomial).set(&sizes).run(), Err(Kind::BadDimension));
    }
    let flag = Trial::new(O::MultiNomial).set(&[("w0", 1), ("w1", 1), ("flag16", 1)]);
    assert_eq!(flag.run(), Err(Kind::ReservedBits));
    let far = fill(O::RandNormal, Unit::Fp64, u64::from(u32::MAX), [0.0; 2]);
    assert_eq!(far.run(), Err(Kind::AddressRange));
}
