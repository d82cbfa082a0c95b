//! The table of formats against the facts of `data/formats.csv` and the numbers that the
//! specifications print.

use oracle::reference::engine;
use rstest::rstest;
use softfloat::block::{self, BlockFormat, Scale};
use softfloat::format;
use softfloat::{Format, Value};
use std::collections::{BTreeMap, BTreeSet};
use tests::bridge::Pair;

type Row = BTreeMap<String, String>;

fn rows() -> Vec<Row> {
    let text = include_str!("../../data/formats.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Result<Vec<Row>, _> = reader.deserialize().collect();
    rows.expect("the facts are a table")
}

fn is_block(row: &Row) -> bool {
    row["max_finite_hex"].contains(':')
}

fn number(row: &Row, column: &str) -> u32 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {}", row["name"]))
}

fn yes(row: &Row, column: &str) -> bool {
    row[column] == "yes"
}

fn code(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a code")
}

#[test]
fn every_row_has_its_format() {
    let rows = rows();
    let named = |blocks| -> BTreeSet<&str> {
        rows.iter().filter(|row| is_block(row) == blocks).map(|row| row["name"].as_str()).collect()
    };
    let scalars: BTreeSet<&str> = format::ALL.iter().map(|f| f.name).collect();
    assert_eq!(named(false), scalars);
    let factor = |f: &&BlockFormat| matches!(f.scale, Scale::Factor(_));
    let mx: BTreeSet<&str> = block::ALL.iter().filter(factor).map(|f| f.name).collect();
    assert_eq!(named(true), mx);
    // The elements of a block with a common exponent have rows of their own.
    let common = block::ALL.iter().filter(|f| !factor(f));
    assert!(common.clone().all(|f| Format::by_name(f.name) == Some(&f.element)));
    assert_eq!(common.count(), format::ALL.iter().filter(|f| f.shares_exponent()).count());
    println!("{} scalar formats, {} of blocks", scalars.len(), mx.len());
}

#[test]
fn scalar_facts() {
    for row in rows().iter().filter(|row| !is_block(row)) {
        let name = row["name"].as_str();
        let f = Format::by_name(name).unwrap();
        assert_eq!(f.width, number(row, "width"), "{name}");
        assert_eq!(u32::from(f.sign), number(row, "sign"), "{name}");
        assert_eq!(f.exp_bits, number(row, "exp_bits"), "{name}");
        assert_eq!(f.width, u32::from(f.sign) + f.exp_bits + f.man_bits + f.pad, "{name}");
        // The facts count the ignored bits of a pseudo single as mantissa (s. 4.4).
        let ignored = if name == "mncore2_bf_pseudo_single" { 5 } else { 0 };
        assert_eq!(f.man_bits + ignored, number(row, "man_bits"), "{name}");
        assert_eq!(f.bias as u32, number(row, "bias"), "{name}");
        assert_eq!(f.has_infinity(), yes(row, "has_inf"), "{name}");
        assert_eq!(f.has_nan(), yes(row, "has_nan"), "{name}");
        assert_eq!(f.neg_zero, yes(row, "has_neg_zero"), "{name}");
        assert_eq!(f.subnormal, yes(row, "has_subnormal"), "{name}");
        assert_eq!(f.max_finite(), code(&row["max_finite_hex"]), "{name}");
        assert_eq!(f.min_normal(), code(&row["min_normal_hex"]), "{name}");
    }
}

/// The NaN codes of a row, `0x7D-0x7F;0xFD-0xFF (canonical 0x7E)`, are just the codes that
/// decode as NaN.
#[test]
fn nan_codes() {
    for row in rows().iter().filter(|row| !is_block(row)) {
        let pair = Pair::named(&row["name"]);
        assert_eq!(pair.format.canonical_nan(), pair.facts.canonical_nan, "{}", row["name"]);
        let (codes, canonical) = match row["nan_codes"].split_once(" (canonical ") {
            Some((codes, canonical)) => (codes, Some(code(canonical.trim_end_matches(')')))),
            None => (row["nan_codes"].as_str(), None),
        };
        assert!(canonical.is_none_or(|c| pair.format.canonical_nan() == Some(c)), "{row:?}");
        if pair.format.width > 16 {
            continue;
        }
        let ranges = codes.split(';').filter(|range| !range.is_empty());
        let listed: BTreeSet<u64> = ranges
            .flat_map(|range| {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                code(first)..=code(last)
            })
            .collect();
        let is_nan = |&code: &u64| matches!(pair.format.decode::<u64>(code), Value::Nan { .. });
        assert_eq!(pair.codes().filter(is_nan).collect::<BTreeSet<_>>(), listed, "{}", row["name"]);
    }
}

#[test]
fn block_facts() {
    for row in rows().iter().filter(|row| is_block(row)) {
        let name = row["name"].as_str();
        let f = BlockFormat::by_name(name).unwrap();
        let Scale::Factor(scale) = f.scale else { panic!("{name} has a factor") };
        assert_eq!((f.len, f.width()), (32, number(row, "width")), "{name}");
        assert_eq!(scale, *Format::by_name("e8m0").unwrap(), "{name}");
        assert_eq!(u32::from(f.element.sign), number(row, "sign"), "{name}");
        assert_eq!(f.element.exp_bits, number(row, "exp_bits"), "{name}");
        assert_eq!(f.element.man_bits, number(row, "man_bits"), "{name}");
        assert_eq!(f.element.bias as u32, number(row, "bias"), "{name}");
        assert_eq!(f.element.has_infinity(), yes(row, "has_inf"), "{name}");
        assert_eq!(f.element.neg_zero, yes(row, "has_neg_zero"), "{name}");
        assert_eq!(f.element.subnormal, yes(row, "has_subnormal"), "{name}");
        let split = |text: &str| text.split_once(':').map(|(a, b)| (code(a), code(b)));
        let largest = (scale.max_finite(), f.element.max_finite());
        assert_eq!(split(&row["max_finite_hex"]), Some(largest), "{name}");
        let smallest = (scale.min_normal(), f.element.min_normal());
        assert_eq!(split(&row["min_normal_hex"]), Some(smallest), "{name}");
    }
}

/// The largest and the smallest normal number as the specifications print them.
#[rstest]
#[case("ieee_binary16", 65504.0, 6.103515625e-5)]
#[case("ieee_binary32", 3.4028234663852886e38, 1.1754943508222875e-38)]
#[case("ieee_binary64", f64::MAX, f64::MIN_POSITIVE)]
#[case("bf16", 3.3895313892515355e38, 1.1754943508222875e-38)]
#[case("fp8_e4m3_ocp", 448.0, 0.015625)]
#[case("fp8_e5m2_ocp", 57344.0, 6.103515625e-5)]
#[case("fp8_e4m3_fnuz", 240.0, 0.0078125)]
#[case("fp8_e5m2_fnuz", 57344.0, 3.0517578125e-5)]
#[case("fp6_e3m2", 28.0, 0.25)]
#[case("fp6_e2m3", 7.5, 1.0)]
#[case("fp4_e2m1", 6.0, 1.0)]
#[case("e8m0", 1.7014118346046923e38, 5.877471754111438e-39)]
#[case("mxint8_elem", 1.984375, 0.015625)]
#[case("mxint4_elem", 1.75, 0.25)]
#[case("mncore2_half", 4290772992.0, 9.313225746154785e-10)]
fn printed_limits(#[case] name: &str, #[case] largest: f64, #[case] smallest: f64) {
    let pair = Pair::named(name);
    let number = |code| match engine::decode(&pair.facts, code) {
        engine::Value::Finite { magnitude, .. } => magnitude.to_f64(),
        other => panic!("{other:?}"),
    };
    assert_eq!(number(pair.format.max_finite()), largest);
    assert_eq!(number(pair.format.min_normal()), smallest);
}

/// Widths that make no format are refused, all others have their limits at the right place.
#[test]
fn custom_widths() {
    let mut count = 0;
    for (e, m) in (0..20).flat_map(|e| (0..70).map(move |m| (e, m))) {
        let valid = (2..=15).contains(&e) && m >= 1 && 1 + e + m <= 64;
        let made = Format::ieee(e, m);
        assert_eq!(made.is_ok(), valid, "{e} {m}");
        let Ok(f) = made else { continue };
        let facts = engine::custom(e, m);
        assert_eq!((f.width, f.bias, f.has_signalling()), (facts.width, facts.bias, true));
        assert_eq!((f.max_finite(), f.min_normal()), (facts.max_finite, facts.min_normal));
        assert_eq!(f.canonical_nan(), facts.canonical_nan);
        count += 1;
    }
    println!("{count} custom formats");
}
