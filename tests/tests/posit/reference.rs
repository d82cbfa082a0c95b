//! The reference, which is written from the formula: all codes and pairs of 8 bits, codes of 16, and corner and random
//! cases of posits that are not listed. `tests/registry` has those of the listed ones.

use super::{PATTERNS, ops, set};
use crate::compare::{AgainstReference, assert_all, assert_sampled};
use seeded::{Kind, one_in};
use vectors::part::Cover;
use vectors::registry::{Op, Options};

/// Operations whose operands have so many bits together.
fn with_bits(patterns: &[&str], bits: std::ops::RangeInclusive<u32>) -> Vec<&'static Op> {
    let mut all = ops(patterns.iter().copied());
    all.retain(|op| bits.contains(&op.plan(&Options::NONE).input_bits()));
    all
}

/// Of all cases one in so many; `cargo xtask exhaustive` has all of the listed posits.
#[track_caller]
fn every_case(ops: Vec<&'static Op>, least: u64, one_in: u64) {
    let set = set(ops, Cover::Exhaustive, 0);
    assert!(set.len() >= least, "{} cases", set.len());
    assert_sampled::<AgainstReference>(&set, "exhaustive", seeded::one_in(one_in));
}

#[test]
fn all_pairs_of_8_bits() {
    every_case(with_bits(&["posit.8.*", "posit.8e0.*"], 0..=16), 20 << 16, 1);
}

#[test]
fn codes_of_16_bits() {
    every_case(with_bits(&["posit.16.*", "posit.16e1.*"], 0..=16), 16 << 16, 4);
}

#[test]
fn conversions_of_16_bits() {
    let patterns = ["cvt.posit*.*", "cvt.*.posit*", "cvt.posit16e1.*", "cvt.*.posit8e0"];
    every_case(with_bits(&patterns, 0..=16), 5_000_000, 8);
}

#[test]
fn all_triples_of_5_bits() {
    every_case(with_bits(&["posit.5e0.fma", "posit.5e2.fma"], 15..=15), 2 << 15, 1);
}

#[test]
fn corner_cases() {
    assert_sampled::<AgainstReference>(&set(ops(PATTERNS), Cover::Corner, 0), "corner", one_in(4));
}

#[test]
fn random_cases() {
    let count = Kind::Operands.cases();
    assert_all::<AgainstReference>(&set(ops(PATTERNS), Cover::Random, count), "random");
}
