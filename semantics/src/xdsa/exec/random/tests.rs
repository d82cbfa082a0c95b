//! Random numbers from the words of seed 0, published as those of counter 0 and key 0.

use crate::xdsa::exec::single::{NAN, Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};

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
