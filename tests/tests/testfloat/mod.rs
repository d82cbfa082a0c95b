//! Streams as Berkeley's `testfloat_gen` writes them, made by Berkeley SoftFloat 3e itself: our
//! reading of TestFloat's names, options, columns and flags accepts them, and finds an error in
//! each of their columns.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use berkeley::{Function as Berkeley, Rules};
use softfloat::{Env, Rounding, Tininess};
use std::fmt::Write;
use vectors::check::{Settings as Check, check};
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::testfloat::{Function, Settings};

/// Functions by TestFloat's names.
const FUNCTIONS: [&str; 17] = [
    "f16_add",
    "f16_mulAdd",
    "f16_eq_signaling",
    "f32_sub",
    "f32_mul",
    "f32_mulAdd",
    "f32_div",
    "f32_rem",
    "f32_sqrt",
    "f32_lt",
    "f32_le_quiet",
    "f32_roundToInt",
    "f32_to_f16",
    "f32_to_i32",
    "f64_to_ui64",
    "f64_mulAdd",
    "i64_to_f64",
];

/// The modes by TestFloat's options.
const MODES: [(&str, Rounding); 6] = [
    ("-rnear_even", Rounding::NearestEven),
    ("-rnear_maxMag", Rounding::NearestAway),
    ("-rminMag", Rounding::TowardZero),
    ("-rmin", Rounding::Down),
    ("-rmax", Rounding::Up),
    ("-rodd", Rounding::ToOdd),
];

/// The lines of a function under a mode, in upper case.
fn stream(set: &Set, cases: u64, berkeley: &Berkeley, rules: Rules) -> String {
    let digits = berkeley.result.bits().div_ceil(4) as usize;
    let mut text = String::new();
    set.for_each(0..cases, |plan, x| {
        let (result, flags) = berkeley.answer(rules, x);
        for (shape, code) in plan.operands.iter().zip(x) {
            write!(text, "{code:0w$X} ", w = shape.digits()).unwrap();
        }
        writeln!(text, "{result:0digits$X} {flags:02X}").unwrap();
    });
    text
}

/// The mismatches that our check of a function's lines finds.
fn mismatches(function: &Function, settings: &Settings, lines: &str) -> u64 {
    let op = vectors::operations().find(&function.id).unwrap();
    let known: Vec<&str> = op.options.iter().map(|o| o.row.name).collect();
    let words = settings.options(function, &known);
    let options = op.parse_options(words.iter().map(String::as_str)).unwrap();
    let how = Check {
        op: Some(op),
        options,
        tolerance: settings.tolerance(),
        threads: 1,
        ..Check::default()
    };
    let report =
        check(lines.as_bytes(), Format::TestFloat, vectors::operations(), &how, &mut |_| {})
            .unwrap();
    assert_eq!(report.counts.checked, lines.lines().count() as u64);
    report.counts.mismatched
}

#[test]
fn berkeleys_streams_are_accepted_and_errors_in_them_found() {
    for name in FUNCTIONS {
        let berkeley = Berkeley::named(name).unwrap();
        let function = Function::find(name).unwrap();
        let op = vectors::operations().find(&function.id).unwrap();
        let plain = op.parse_options([]).unwrap();
        let set = |cover| {
            let request = Request::new(vec![op], cover);
            Set::new(&Request { options: Some(plain), count: 2000, ..request }).unwrap()
        };
        for (word, mode) in MODES {
            for before in [false, true] {
                let tininess = if before { Tininess::Before } else { Tininess::After };
                let rules = Rules::new(&Env { tininess, ..Env::IEEE.rounding(mode) }, before);
                let mut settings = Settings::default();
                settings.take(word, None).unwrap();
                let when = if before { "-tininessbefore" } else { "-tininessafter" };
                settings.take(when, None).unwrap();
                // Exactness goes along, to halve the combinations.
                settings.take(if before { "-exact" } else { "-notexact" }, None).unwrap();
                for set in [set(Cover::Corner), set(Cover::Random)] {
                    let cases = set.len().min(3000);
                    let lines = stream(&set, cases, berkeley, rules);
                    assert_eq!(mismatches(&function, &settings, &lines), 0, "{name} {word} {when}");
                    // The build has the rules of RISC-V, ours without options.
                    let strict =
                        Settings { check_nans: true, check_ints: true, ..settings.clone() };
                    assert_eq!(mismatches(&function, &strict, &lines), 0, "{name} {word} {when}");
                }
            }
        }
        let lines = stream(&set(Cover::Random), 50, berkeley, Rules::new(&Env::IEEE, false));
        found(&function, &lines);
    }
}

/// A flipped bit in the result and in the flags of a line is found.
fn found(function: &Function, lines: &str) {
    let strict = Settings { check_nans: true, check_ints: true, ..Settings::default() };
    let line = lines.lines().nth(7).unwrap();
    let fields: Vec<&str> = line.split(' ').collect();
    for column in [fields.len() - 2, fields.len() - 1] {
        let mut wrong: Vec<String> = fields.iter().map(|f| (*f).to_owned()).collect();
        let code = u64::from_str_radix(fields[column], 16).unwrap() ^ 1;
        wrong[column] = format!("{code:0w$X}", w = fields[column].len());
        let text = lines.replacen(line, &wrong.join(" "), 1);
        assert_eq!(mismatches(function, &strict, &text), 1, "{function}: {}", wrong.join(" "));
    }
}
