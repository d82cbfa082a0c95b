//! Fused multiply-add: every triple of the narrowest formats, random triples of FP8.

use crate::known::{Known, every_direction, every_nan};
use crate::operands::draw;
use crate::random::{Draw, Random, cases};
use oracle::reference::ieee::Operation;
use rstest::rstest;
use tests::bridge::Pair;

fn triples(f: &Pair) {
    let (directions, nans) = (every_direction(), every_nan());
    let mut known = Known::new(f, &directions);
    let mut with_nan = Known::new(f, &nans);
    for a in f.codes() {
        for b in f.codes() {
            for c in f.codes() {
                known.check(Operation::Fma, &[a, b, c]);
                with_nan.check(Operation::Fma, &[a, b, c]);
            }
        }
    }
    println!("{} results in {}", known.count + with_nan.count, f.facts.name);
}

#[rstest]
fn every_triple(#[values("fp6_e3m2", "fp6_e2m3", "fp4_e2m1")] name: &str) {
    triples(&Pair::named(name));
}

/// Formats like IEEE's, so that infinities and NaN come in every place.
#[rstest]
#[case(2, 1)]
#[case(3, 1)]
#[case(2, 2)]
#[case(3, 2)]
fn every_triple_with_nan(#[case] exp_bits: u32, #[case] man_bits: u32) {
    triples(&Pair::custom(exp_bits, man_bits));
}

#[rstest]
fn random_triples(
    #[values("fp8_e4m3_fnuz", "fp8_e5m2_fnuz", "fp8_e4m3_ocp", "fp8_e5m2_ocp")] name: &str,
) {
    let f = Pair::named(name);
    let (directions, nans) = (every_direction(), every_nan());
    let mut known = Known::new(&f, &directions);
    let mut with_nan = Known::new(&f, &nans);
    let mut random = Random::of_run();
    for _ in 0..4 * cases() {
        // Any codes, as often as near a hard case.
        let mut x = draw(&mut random, Operation::Fma, &f.format);
        if random.below(2) == 0 {
            x.iter_mut().for_each(|code| *code = random.next() & 0xff);
        }
        known.check(Operation::Fma, &x);
        with_nan.check(Operation::Fma, &x);
    }
}
