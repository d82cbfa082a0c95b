//! What is written is read: every operation, every choice of options, every format.

use crate::common::{Operands, operations};
use softfloat::Value;
use std::collections::HashSet;
use vectors::check::{Settings, check};
use vectors::file::seal::Seal;
use vectors::file::{self, Format, Parser, Writer, class_words, sealed_class};
use vectors::registry::Plan;

fn plans() -> impl Iterator<Item = Plan> {
    operations(41)
        .step_by(seeded::one_in(2) as usize)
        .flat_map(|op| op.all_sets().into_iter().map(|o| op.plan(&o)))
}

/// Whether one of the codes is a NaN of the result's format.
fn has_nan<'a>(plan: &Plan, mut codes: impl Iterator<Item = &'a u64>) -> bool {
    let format = plan.result().format;
    codes.any(|&code| matches!(format.decode(code), Value::Nan { .. }))
}

#[test]
fn lines_say_their_cases() {
    let mut operands = Operands::new(3);
    // Arrays are no lines (tests/npy.rs).
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Npy) {
        let mut writer = Writer::new(format, 6);
        let mut whole = Parser::new(format, vectors::operations(), None);
        if whole.has_header() {
            whole.header(writer.header().trim_ascii_end()).expect("the header");
        }
        for plan in plans().filter(|plan| file::names(format, plan)) {
            if format.is_bare() {
                whole = Parser::new(format, vectors::operations(), Some(plan.clone()));
            }
            for _ in 0..4 {
                let x = operands.of(&plan);
                let mut line = Vec::new();
                writer.write(&plan, &x, &mut line);
                let outcome = plan.run(&x);
                let open = plan.open_decisions(&x, outcome.out());
                let text = String::from_utf8(line).expect("ASCII");
                let line = text.strip_suffix('\n').expect("a whole line");
                let case = whole.line(line.as_bytes()).unwrap_or_else(|e| panic!("{line}{e}"));
                if format == Format::Fptest && has_nan(&plan, x.iter().chain(outcome.out())) {
                    // Its lines don't say the payload of a NaN: the line is what stays the same.
                    let mut again = Vec::new();
                    Writer::new(format, 6).write(case.plan, case.x, &mut again);
                    assert_eq!(again, text.as_bytes());
                    continue;
                }
                assert_eq!((case.x, case.out, case.flag), (&x[..], outcome.out(), outcome.flag));
                assert_eq!((&case.plan.op.id, case.plan.options), (&plan.op.id, plan.options));
                if format.is_of_one() {
                    let none = if format == Format::Memh { Seal::Placeless } else { Seal::None };
                    assert_eq!((&*case.class(), case.unspecified, case.seal), ("", "", none));
                } else {
                    assert_eq!(case.unspecified, open.join(" "));
                    assert_eq!(case.class(), sealed_class(&plan, &x, &open));
                    assert!(case.class().starts_with(&(class_words(&plan, &x) + "#")));
                    assert_eq!(case.seal, Seal::Whole);
                }
            }
        }
    }
}

/// A string; elements joined by `_`.
fn joined(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Array(all) => all.iter().map(joined).collect::<Vec<_>>().join("_"),
        value => value.as_str().expect("a string").to_owned(),
    }
}

/// The column of a field; several results are joined by `;`.
fn column(name: &str, value: &serde_json::Value, results: usize) -> String {
    match value {
        serde_json::Value::Array(all) if name == "out" && results > 1 => {
            all.iter().map(joined).collect::<Vec<_>>().join(";")
        }
        value => joined(value),
    }
}

/// Another reader of CSV and of JSON finds the same fields.
#[test]
fn other_readers_agree() {
    let mut operands = Operands::new(5);
    let mut csv = Writer::new(Format::Csv, 6).header();
    let mut json = Vec::new();
    for plan in plans() {
        let x = operands.of(&plan);
        Writer::new(Format::Csv, 6).write(&plan, &x, &mut csv);
        Writer::new(Format::Jsonl, 6).write(&plan, &x, &mut json);
    }
    let mut csv = csv::Reader::from_reader(&csv[..]);
    let names = csv.headers().expect("a header").clone();
    let mut lines = 0;
    let json = String::from_utf8(json).expect("ASCII");
    for ((record, object), plan) in csv.records().zip(json.lines()).zip(plans()) {
        let record = record.expect("as many fields as the header");
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(object).expect("an object");
        for (name, text) in names.iter().zip(&record) {
            let results = plan.results.len();
            let other = object.get(name).map_or_else(String::new, |v| column(name, v, results));
            assert_eq!(text, other, "{name}");
        }
        lines += 1;
    }
    assert_eq!(lines, plans().count());
}

/// One file of everything checks, on any number of threads.
#[rstest::rstest]
fn a_file_of_everything_checks(#[values(Format::Csv, Format::Jsonl)] format: Format) {
    let mut operands = Operands::new(11);
    let mut writer = Writer::new(format, 6);
    let mut file = writer.header();
    let (mut cases, mut open) = (0, 0);
    for plan in plans() {
        for _ in 0..seeded::Kind::Operands.cases() / 32 {
            let x = operands.of(&plan);
            writer.write(&plan, &x, &mut file);
            open += u64::from(!plan.provenance(&x).open().is_empty());
            cases += 1;
        }
    }
    for threads in [1, 2, 3] {
        let settings = Settings { threads, ..Settings::default() };
        let mut calls = 0;
        let report =
            check(&file[..], format, vectors::operations(), &settings, &mut |_| calls += 1)
                .unwrap_or_else(|e| panic!("{e}"));
        assert!(calls > 1, "more than one chunk");
        assert_eq!(
            report.to_string(),
            format!("checked {cases}, mismatched 0, unspecified {open}\n")
        );
        assert_eq!(
            report.by_op.len(),
            plans().map(|plan| &plan.op.id).collect::<HashSet<_>>().len()
        );
    }
}
