//! The reference, which is written from the formula: pairs of 8 bits under every projection, all triples of few bits, codes
//! of 16, and corner and random cases, of formats that are not listed too.

use super::{ops, patterns, set};
use crate::compare::{AgainstReference, assert_all, assert_sampled};
use seeded::Kind;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Options};

/// Operations whose operands have so many bits together.
fn with_bits(patterns: &[&str], bits: std::ops::RangeInclusive<u32>) -> Vec<&'static Op> {
    let mut all = ops(patterns.iter().copied());
    all.retain(|op| bits.contains(&op.plan(&Options::NONE).input_bits()));
    all
}

/// Of all cases one in so many; `cargo xtask exhaustive` has all of the listed formats.
#[track_caller]
fn every_case(ops: Vec<&'static Op>, least: u64, one_in: u64) {
    let set = set(ops, Cover::Exhaustive, 0);
    assert!(set.len() >= least, "{} cases", set.len());
    assert_sampled::<AgainstReference>(&set, "exhaustive", seeded::one_in(one_in));
}

/// The same in six directions and every saturation, of those operations that project.
#[track_caller]
fn every_projection(ops: Vec<&'static Op>, least: u64, one_in: u64) {
    let directions = ["rm=rne", "rm=rna", "rm=rtz", "rm=rup", "rm=rdn", "rm=rto"];
    let saturations = ["sat=0", "sat=1", "sat=keepinf", "sat=nan"];
    for projection in directions.iter().flat_map(|rm| saturations.map(|sat| [*rm, sat])) {
        let least = if projection[1] == "sat=nan" { 0 } else { least };
        let takes = |op: &&&Op| op.parse_options(projection).is_ok();
        let own: Vec<&'static Op> = ops.iter().filter(takes).copied().collect();
        let Some(options) = own.first().map(|op| op.parse_options(projection).ok()) else {
            assert_eq!(least, 0, "{projection:?}");
            continue;
        };
        let request = Request { options, ..Request::new(own, Cover::Exhaustive) };
        let set = Set::new(&request).expect("a set");
        assert!(set.len() >= least, "{projection:?}: {} cases", set.len());
        assert_sampled::<AgainstReference>(&set, "exhaustive", seeded::one_in(one_in));
    }
}

/// Those that don't project have but one way.
#[test]
fn pairs_of_8_bits() {
    every_case(with_bits(&["p3109.*"], 0..=16), (12 * 12) << 16, 12);
}

/// Of two formats; `cargo xtask exhaustive` has all that are listed.
#[test]
fn pairs_of_8_bits_under_every_projection() {
    let patterns = ["p3109.binary8p1ue.*", "p3109.binary8p4se.*", "p3109.binary8p3uf.*"];
    every_projection(with_bits(&patterns, 0..=16), (3 * 4) << 16, 10);
}

#[test]
fn pairs_of_8_bits_that_are_not_listed() {
    every_case(with_bits(&["p3109.binary8p2se.*", "p3109.binary8p5uf.*"], 0..=16), 20 << 16, 8);
}

#[test]
fn all_triples_of_5_bits() {
    let formats = ["p3109.binary5p1se.fma", "p3109.binary5p3ue.fma", "p3109.binary5p2sf.fma"];
    every_projection(with_bits(&formats, 15..=15), 3 << 15, 1);
}

/// What section 4.5 of the report requires, in each external format: two operands of these formats, every result; the accumulating
/// operations into external ones.
#[test]
fn several_formats() {
    const OWN: [&str; 3] = ["binary8p4se", "binary8p3se", "binary4p2sf"];
    const EXTERNAL: [&str; 3] = ["f32", "f16", "bf16"];
    let results = || OWN[..2].iter().chain(&EXTERNAL);
    let pairs = || OWN.iter().flat_map(|x| OWN.iter().map(move |y| format!("{x}.{y}")));
    let mut ids: Vec<String> = Vec::new();
    for pair in pairs() {
        for name in ["add", "sub", "mul", "div"] {
            ids.extend(results().map(|to| format!("p3109.{to}.{name}.from.{pair}")));
        }
        for name in ["fma", "faa"] {
            ids.extend(EXTERNAL.map(|to| format!("p3109.{to}.{name}.from.{pair}")));
        }
    }
    for from in OWN.iter().chain(&EXTERNAL) {
        for name in ["recip", "sqrt"] {
            let all = OWN.iter().chain(&EXTERNAL);
            ids.extend(all.map(|to| format!("p3109.{to}.{name}.from.{from}")));
        }
    }
    // Without a sign or infinities, one bit of precision, of many bits, and binary64.
    ids.extend(
        [
            "binary8p3uf.sub.from.binary8p4se.binary8p1ue",
            "binary8p1ue.fma.from.binary8p3sf.binary8p4se.f32",
            "binary16p15se.faa.from.binary16p1sf.f16.bf16",
            "binary12p4ue.div.from.f64.binary8p3se",
            "f64.faa.from.f64.binary16p2ue.binary16p1sf",
            "f64.fma.from.binary16p2ue.f64.f64",
            "f64.sqrt.from.binary16p15uf",
        ]
        .map(|id| format!("p3109.{id}")),
    );
    let all = ops(ids.iter().map(String::as_str));
    assert_all::<AgainstReference>(&set(all.clone(), Cover::Corner, 0), "corner");
    assert_all::<AgainstReference>(&set(all, Cover::Random, 2 * Kind::Operands.cases()), "random");
    let small = ["f16.mul", "f16.add", "bf16.div"];
    let small = small.map(|id| format!("p3109.{id}.from.binary8p3se.binary8p4se"));
    every_projection(ops(small.iter().map(String::as_str)), 0, 40);
}

#[test]
fn conversions_of_16_bits() {
    let patterns = ["cvt.f16.binary8p*", "cvt.bf16.binary8p4ue"];
    every_projection(with_bits(&patterns, 0..=16), 13 << 16, 8);
}

#[test]
fn all_codes_of_16_bits() {
    let patterns = ["p3109.binary16p11se.sqrt", "cvt.binary16p2ue.f32", "cvt.binary16p9sf.i8"];
    every_case(with_bits(&patterns, 16..=16), 3 << 16, 1);
}

#[test]
fn corner_cases() {
    let patterns = patterns();
    let ops = ops(patterns.iter().map(String::as_str));
    assert_all::<AgainstReference>(&set(ops, Cover::Corner, 0), "corner");
}

#[test]
fn random_cases() {
    let patterns = patterns();
    let ops = ops(patterns.iter().map(String::as_str));
    assert_all::<AgainstReference>(&set(ops, Cover::Random, Kind::Operands.cases()), "random");
}

#[test]
fn by_random_bits() {
    let patterns = ["sr.f32.binary8p3se", "sr.bf16.binary8p1ue", "sr.binary12p4ue.binary5p2sf"];
    assert_all::<AgainstReference>(&set(ops(patterns), Cover::Corner, 0), "corner");
    assert_all::<AgainstReference>(
        &set(ops(patterns), Cover::Random, 4 * Kind::Operands.cases()),
        "random",
    );
}
