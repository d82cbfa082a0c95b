//! Round trips over all that the table covers.

use super::step;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use seeded::{Level, level};
use semantics::mncore2::code::{BITS, Field, Table, Trust, Word, canonical, encode};
use semantics::mncore2::isa::{Statement, Step};
use semantics::mncore2::text::{decode, parse, parse_line};
use std::collections::BTreeSet;

/// The words of the statements that are covered and the ways to write their operands, in the
/// language's grammar; what the language refuses falls out.
const MAU: &[(&str, usize)] = &[
    ("dvfmau", 3),
    ("dvfmad", 3),
    ("dvmulu", 2),
    ("dvmuld", 2),
    ("dvadd", 2),
    ("dvpassa", 1),
    ("fvfma", 3),
    ("fvmul", 2),
    ("fvadd", 2),
    ("fvpassa", 1),
    ("hvfma", 3),
    ("hvmul", 2),
    ("hvadd", 2),
    ("hvpassa", 1),
];
const MATRIX: &[(&str, usize)] = &[
    ("dmfmau", 2),
    ("dmfmad", 2),
    ("dmmulu", 1),
    ("dmmuld", 1),
    ("fmfma", 2),
    ("fmmul", 1),
    ("gmfma", 2),
    ("gmmul", 1),
    ("hmfma", 2),
    ("hmmul", 1),
];
const ALU: &[&str] = &[
    "lpassa", "ipassa", "spassa", "dpassa", "fpassa", "hpassa", "drsqrt", "frsqrt", "hrsqrt",
    "dbfn", "fbfn", "gbfn", "hbfn/9", "hbfe/9",
];

fn address() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec!["", "l", "ll"]);
    let bank = prop::sample::select(vec!["m", "n", "r", "s"]);
    let end = prop::sample::select(vec!["", "v", "v0", "v4", "v8", "v12"]);
    (words, bank, prop_oneof![0u32..8, 0u32..130, 0u32..4096], end)
        .prop_map(|(words, bank, a, end)| format!("${words}{bank}{a}{end}"))
}

fn input() -> impl Strategy<Value = String> {
    let forward = prop::sample::select(vec!["$t", "$lt", "$llt", "$mauf", "$aluf", "$mreadf"]);
    let source = prop_oneof![2 => address(), 1 => forward.prop_map(String::from)];
    let sign = prop::sample::select(vec!["", "", "-"]);
    let suffix = prop::sample::select(vec!["", "", "", "r"]);
    (sign, source, suffix).prop_map(|(sign, source, suffix)| format!("{sign}{source}{suffix}"))
}

fn outputs() -> impl Strategy<Value = String> {
    let mask = prop_oneof![
        3 => Just(String::new()),
        1 => Just("/1000".to_owned()),
        1 => (0u32..16).prop_map(|m| format!("/{m:04b}")),
        1 => (1u32..16).prop_map(|m| format!("/$imr{m}")),
        1 => (1u32..16).prop_map(|m| format!("/$imr{m}p")),
    ];
    let place = prop_oneof![4 => address(), 1 => Just("$t".to_owned())];
    let one = (place, mask).prop_map(|(place, mask)| format!("{place}{mask}"));
    prop_oneof![1 => Just("$nowrite".to_owned()), 6 => prop::collection::vec(one, 1..3).prop_map(|v| v.join(" "))]
}

fn expression() -> impl Strategy<Value = String> {
    let ins = || prop::collection::vec(input(), 3);
    let side = || prop::sample::select(vec!["$lx", "$ly", "$llx", "$lly"]);
    let payload = any::<u32>().prop_map(|w| format!("ui\"{w}\""));
    prop_oneof![
        4 => (prop::sample::select(MAU), ins(), outputs())
            .prop_map(|((word, n), i, o)| format!("{word} {} {o}", i[..n].join(" "))),
        3 => (prop::sample::select(MATRIX), side(), ins(), outputs())
            .prop_map(|((word, n), m, i, o)| format!("{word} {m} {} {o}", i[..n].join(" "))),
        3 => (prop::sample::select(ALU), input(), outputs())
            .prop_map(|(word, i, o)| format!("{word} {i} {o}")),
        2 => (prop::sample::select(vec!["imm", "immu"]), payload, outputs())
            .prop_map(|(word, payload, o)| format!("{word} {payload} {o}")),
        2 => (prop::sample::select(vec!["d", "f", "g", "h"]), input(), side(), 0u32..16)
            .prop_map(|(p, i, m, row)| format!("{p}mwrite {i} {m}{row}")),
        1 => (prop::sample::select(vec!["d", "f", "g", "h"]), side(), 0u32..16)
            .prop_map(|(p, m, row)| format!("{p}mread {m}{row} $nowrite")),
        1 => (prop::sample::select(vec!["l1bmm@0", "l1bmrdfadd"]), input(), 0u32..2048)
            .prop_map(|(word, i, a)| format!("{word} {i} $lb{}", 4 * a)),
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(expression(), 1..3).prop_map(|exprs| exprs.join("; "))
}

/// The step of a line that the language has and a step can hold.
fn legal(text: &str) -> Option<Step> {
    parse(text).ok()?;
    match parse_line(text) {
        Ok(Some(Statement::Step(step))) => Some(step),
        _ => None,
    }
}

/// Encoding and decoding are inverse on the canonical statements, under both kinds of trust.
fn round_trip(step: &Step) -> Option<Word> {
    let word = encode(step, Trust::Inferred).ok()?;
    let own = canonical(step);
    assert_eq!(canonical(&own), own, "{step}: the canonical statement is not canonical");
    assert_eq!(decode(&word).as_ref(), Ok(&own), "{step}");
    assert_eq!(encode(&own, Trust::Inferred), Ok(word), "{step}: its canonical statement");
    // What is observed stays so in its canonical form; of an inferred precision another may be observed.
    if let Ok(observed) = encode(step, Trust::Observed) {
        assert_eq!(encode(&own, Trust::Observed), Ok(observed), "{step}");
        assert_eq!(observed, word, "{step}");
        let inferred = Table::known().decode(&word).unwrap().inferred;
        assert!(inferred.is_empty(), "{step}: {inferred:?}");
    }
    assert_eq!(word.to_string().parse(), Ok(word));
    Some(word)
}

/// Every field of the table with a code, every code: some statement of this list has it. The quick level stops once all are reached.
#[test]
fn statements_reach_every_code() {
    let mut reached = BTreeSet::new();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = line();
    let mut missing = coded();
    for drawn in 0..80_000 {
        if drawn % 1000 == 0 {
            missing.retain(|code| !reached.contains(code));
            if missing.is_empty() && level() == Level::Quick {
                break;
            }
        }
        let text = strategy.new_tree(&mut runner).unwrap().current();
        let Some(step) = legal(&text) else { continue };
        let Some(word) = round_trip(&step) else { continue };
        for field in Field::ALL {
            let value = Table::known().get(&word, *field);
            if value != Table::known().entry(*field).idle {
                reached.insert((*field, value));
            }
        }
    }
    missing.retain(|code| !reached.contains(code));
    assert_eq!(missing, []);
}

/// Every field of the table with a code, and each of its codes but the idle one.
fn coded() -> Vec<(Field, u32)> {
    let codes = |field: &Field| {
        let (field, entry) = (*field, Table::known().entry(*field));
        let own = entry.codes.iter().filter(|code| code.value != entry.idle);
        own.map(move |code| (field, code.value))
    };
    Field::ALL.iter().flat_map(codes).collect()
}

/// Statements whose words get every bit inverted, one at a time.
const FLIPPED: &[&str] = &[
    "nop",
    "fvadd $lr0v $ls0v $lr8v",
    "dvfmau $lm0v $ln0v $mauf $lr0v",
    "hmwrite $llm0vr $lx4; hbfe/9 $llm0v $nowrite",
    "imm f\"0.1\" $lr6v $ls0v/1000",
    "lpassa $mreadf $lm0v $ln0v",
    "dmfmad $lx $lm0v -$mauf $t",
    "gmread $ly4 $nowrite",
    "dmread $ly0 $nowrite",
    "l1bmm@0 $lm16v $lb8",
    "l1bmrdfadd $mauf $lb8; gbfn $lm0v $ls0v",
    "dmwrite -$aluf $lx0; dvpassa $lr0v $llm0v",
];

#[test]
fn every_flipped_bit_is_read_or_refused_by_name() {
    let mut read = 0;
    for text in FLIPPED {
        let word = encode(&step(text), Trust::Observed).expect(text);
        for offset in 0..BITS {
            let flipped = word.flipped(offset);
            match decode(&flipped) {
                Ok(step) => {
                    read += 1;
                    assert_eq!(encode(&step, Trust::Inferred), Ok(flipped), "{text} {offset}");
                    assert_eq!(canonical(&step), step, "{text} {offset}");
                }
                Err(unknown) => {
                    let place = unknown.field.as_str();
                    let known = Field::of_name(place).is_some() || place.starts_with("unknown off");
                    assert!(known, "{text} {offset}: {unknown}");
                    assert_eq!(
                        flipped.get(unknown.range.offset, unknown.range.width),
                        unknown.value,
                        "{text} {offset}: {unknown}"
                    );
                }
            }
        }
    }
    assert!(read > 400, "{read}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_round_trip(text in line()) {
        if let Some(step) = legal(&text) {
            round_trip(&step);
        }
    }

    /// Any word is refused, or is the word of its statement.
    #[test]
    fn any_fields(
        text in prop::sample::select(FLIPPED),
        changes in prop::collection::vec((prop::sample::select(Field::ALL), any::<u32>()), 1..5),
    ) {
        let mut word = encode(&step(text), Trust::Observed).unwrap();
        for (field, value) in changes {
            let range = Table::known().entry(field).range;
            word = word.with(range.offset, range.width, value);
        }
        if let Ok(step) = decode(&word) {
            prop_assert_eq!(encode(&step, Trust::Inferred), Ok(word));
        }
    }
}
