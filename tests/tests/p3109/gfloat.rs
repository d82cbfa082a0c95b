//! Against what gfloat says (`tests/data/p3109`, made by the script beside the tables): values of all codes, projections of all these
//! values into all formats of 8 bits, and drawn cases of other widths. The reference is held against the same tables.

use oracle::reference::engine::{self, Facts};
use softfloat::format::P3109;
use softfloat::p3109::rules;
use softfloat::stochastic::{Fraction, Random};
use softfloat::{Format, Overflow, Rounding, Value, convert_any, stochastic};
use std::collections::BTreeMap;

const CODES: &str = include_str!("../../data/p3109/codes.csv");
const PROJECTIONS: &str = include_str!("../../data/p3109/projections.csv");
const CASES: &str = include_str!("../../data/p3109/cases.csv");

/// `binary8p3se`.
fn kind(name: &str) -> P3109 {
    let (widths, kind) = name.trim_start_matches("binary").split_at(name.len() - 8);
    let (width, precision) = widths.split_once('p').expect("width and precision");
    P3109 {
        width: width.parse().expect("a width"),
        precision: precision.parse().expect("a precision"),
        signed: kind.starts_with('s'),
        extended: kind.ends_with('e'),
    }
}

fn format(name: &str) -> Format {
    kind(name).format().expect("a format")
}

fn facts(name: &str) -> Facts {
    let P3109 { width, precision, signed, extended } = kind(name);
    engine::p3109s(width, precision, signed, extended)
}

/// `-0x1.8p+3`, `inf`, `nan`.
fn value(text: &str) -> f64 {
    let (sign, rest) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let Some((mantissa, exponent)) = rest.trim_start_matches("0x").split_once('p') else {
        return text.parse().expect("an infinity or NaN");
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).expect("hex digits");
    let exponent: i32 = exponent.parse().expect("an exponent");
    sign * digits as f64 * 2f64.powi(exponent - 4 * fraction.len() as i32)
}

/// The formats of 8 bits, each with its values.
fn formats() -> Vec<(&'static str, Vec<f64>)> {
    let rows = CODES.lines().skip(1).map(|line| {
        let (name, values) = line.split_once(',').expect("two columns");
        (name, values.split(' ').map(value).collect::<Vec<_>>())
    });
    let all: Vec<_> = rows.collect();
    assert_eq!((all.len(), all.iter().filter(|(_, v)| v.len() == 256).count()), (30, 30));
    all
}

/// The same number, no zero being negative; or both NaN.
fn same(ours: Value<u64>, theirs: f64) -> bool {
    match ours {
        Value::Nan { .. } => theirs.is_nan(),
        Value::Infinite { sign } => theirs.is_infinite() && sign == (theirs < 0.0),
        Value::Finite(u) => {
            let magnitude = u.significand as f64 * 2f64.powi(u.exponent);
            u.sign == theirs.is_sign_negative() && magnitude == theirs.abs()
        }
    }
}

/// The same of the reference.
fn same_there(reference: &engine::Value, theirs: f64) -> bool {
    match reference {
        engine::Value::Nan { .. } => theirs.is_nan(),
        engine::Value::Infinite { sign } => theirs.is_infinite() && *sign == (theirs < 0.0),
        engine::Value::Finite { sign, .. } => {
            *sign == theirs.is_sign_negative() && reference.signed().to_f64() == theirs
        }
    }
}

#[test]
fn values_of_all_codes() {
    for (name, values) in formats() {
        let (format, facts) = (format(name), facts(name));
        for (code, theirs) in (0..).zip(values) {
            assert!(same(format.decode(code), theirs), "{name} {code:02x}: {theirs}");
            let reference = engine::decode(&facts, code);
            assert!(same_there(&reference, theirs), "{name} {code:02x}: {theirs}, {reference:?}");
        }
    }
}

const DIRECTIONS: [(&str, Rounding, engine::Rounding); 5] = [
    ("rne", Rounding::NearestEven, engine::Rounding::NearestEven),
    ("rna", Rounding::NearestAway, engine::Rounding::NearestAway),
    ("rtz", Rounding::TowardZero, engine::Rounding::TowardZero),
    ("rup", Rounding::Up, engine::Rounding::Up),
    ("rdn", Rounding::Down, engine::Rounding::Down),
];

/// A direction by its name, as model and reference have it.
fn direction(name: &str) -> (Rounding, engine::Rounding) {
    let found = DIRECTIONS.iter().find(|row| row.0 == name);
    found.map(|row| (row.1, row.2)).unwrap_or_else(|| panic!("no direction {name}"))
}

/// Of formats without infinities gfloat has what drafts of July 2026 have: NaN (P3109-O1).
const fn overflow(sat: bool) -> (Overflow, engine::Overflow) {
    match sat {
        true => (Overflow::Saturate, engine::Overflow::Saturate),
        false => (Overflow::Nan, engine::Overflow::Nan),
    }
}

/// The codes of a row, `7e 7f*3`.
fn expanded(runs: &str) -> Vec<u64> {
    let run = |text: &str| {
        let (code, count) = text.split_once('*').unwrap_or((text, "1"));
        let code = u64::from_str_radix(code, 16).expect("a code");
        std::iter::repeat_n(code, count.parse().expect("a count"))
    };
    runs.split(' ').flat_map(run).collect()
}

/// Every value of every format of 8 bits into every such format, in every direction and saturation.
#[test]
fn projections_of_all_values() {
    let formats = formats();
    let every = formats.iter().flat_map(|(name, values)| {
        (0..).zip(values).map(move |(code, value)| (*name, code, *value))
    });
    // In the order of values, whose bits count backwards below 0; each with the codes that stand for it.
    let key = |value: f64| match value.to_bits() as i64 {
        _ if value.is_nan() => i64::MAX,
        bits if bits < 0 => i64::MIN - bits,
        bits => bits,
    };
    let mut sources: BTreeMap<i64, (f64, Vec<(Format, u64)>)> = BTreeMap::new();
    for (name, code, value) in every {
        sources.entry(key(value)).or_insert((value, vec![])).1.push((format(name), code));
    }
    let mut compared = 0;
    for line in PROJECTIONS.lines().skip(1) {
        let [name, rm, sat, runs] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (to, facts, codes) = (format(name), facts(name), expanded(runs));
        let ((ours, reference), (limit, reference_limit)) = (direction(rm), overflow(sat == "1"));
        let rules = rules(ours, limit);
        let env = engine::Env {
            rounding: reference,
            overflow: reference_limit,
            ..engine::Env::default()
        };
        let asked =
            sources.values().filter(|(value, _)| to.sign || value.is_nan() || *value >= 0.0);
        assert_eq!(asked.clone().count(), codes.len(), "{name}");
        for ((value, all), theirs) in asked.zip(codes) {
            for (from, code) in all {
                let found = convert_any(from, &to, &rules, *code).bits;
                assert_eq!(found, theirs, "{name} {rm} {sat}: {value} of {}", from.name);
                compared += 1;
            }
            let exact = match value {
                v if v.is_nan() => {
                    engine::Value::Nan { sign: false, signalling: false, payload: 0 }
                }
                v if v.is_infinite() => engine::Value::Infinite { sign: *v < 0.0 },
                v => engine::Value::Finite {
                    sign: *v < 0.0,
                    magnitude: oracle::Rational::from_f64(v.abs()).expect("a finite number"),
                },
            };
            let found = engine::encode(&facts, &exact, None, &env).0;
            assert_eq!(found, theirs, "the reference, {name} {rm} {sat}: {value}");
        }
    }
    assert!(compared > 2_000_000, "{compared}");
}

/// Drawn numbers of other formats, through the operations: `cvt` and, by random bits, `sr`.
#[test]
fn drawn_cases() {
    let mut counts = [0, 0];
    for line in CASES.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [from, to, how, sat, operands, result] = fields[..] else { panic!("{line}") };
        let code = |text: &str| u64::from_str_radix(text, 16).expect("hex digits");
        let theirs = code(result);
        let source = if from.starts_with("binary") { Some(format(from)) } else { None };
        let by_name = |name: &str| *Format::by_name(name).expect("a format of the table");
        let source = source.unwrap_or_else(|| match from {
            "f16" => by_name("ieee_binary16"),
            "f32" => by_name("ieee_binary32"),
            other => by_name(other),
        });
        let limit = overflow(sat == "1").0;
        let found = match how.split_once('/') {
            None => {
                counts[0] += 1;
                convert_any(&source, &format(to), &rules(direction(how).0, limit), code(operands))
            }
            Some((tail, bits)) => {
                counts[1] += 1;
                let tail = match tail {
                    "cut" => Fraction::Cut,
                    "halfup" => Fraction::HalfUp,
                    "even" => Fraction::HalfEven,
                    _ => Fraction::HalfOdd,
                };
                let (operand, word) = operands.split_once(' ').expect("a number and a word");
                let bits = bits.parse().expect("a number of bits");
                let random = Random::new(bits, code(word), tail).expect("a word of so many bits");
                let rules = rules(Rounding::NearestEven, limit);
                stochastic::convert_any(&source, &format(to), &rules, code(operand), random)
            }
        };
        let to = format(to);
        let code = code(operands.split(' ').next().unwrap_or_default());
        let negative = match source.decode::<u64>(code) {
            Value::Finite(u) => u.sign && u.significand != 0,
            Value::Infinite { sign } => sign,
            Value::Nan { .. } => false,
        };
        // Without a sign gfloat has NaN for all of these; the report has 0 for some.
        let report = !to.sign && negative && theirs == to.canonical_nan().expect("a NaN");
        assert!(found.bits == theirs || report && found.bits == 0, "{line}: {:x}", found.bits);
    }
    assert!(counts.iter().all(|count| *count > 1500), "{counts:?}");
}
