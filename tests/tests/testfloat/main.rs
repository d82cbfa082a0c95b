//! Streams as Berkeley's `testfloat_gen` writes them, made by Berkeley SoftFloat 3e itself: our
//! reading of TestFloat's names, options, columns and flags accepts them, and finds an error in
//! each of their columns.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]
#![allow(unsafe_code)] // foreign functions

use softfloat_sys as c;
use std::fmt::Write;
use vectors::check::{Settings as Check, check};
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::testfloat::{Function, Settings};

/// A function of Berkeley SoftFloat: operands, rounding mode, exactness.
type Oracle = unsafe fn(&[u64], u8, bool) -> u64;

fn h(x: u64) -> c::float16_t {
    c::float16_t { v: x as u16 }
}

fn s(x: u64) -> c::float32_t {
    c::float32_t { v: x as u32 }
}

fn d(x: u64) -> c::float64_t {
    c::float64_t { v: x }
}

/// Functions with their digits: of each operand and the result.
const FUNCTIONS: [(&str, usize, Oracle); 17] = [
    ("f16_add", 4, |x, _, _| unsafe { c::f16_add(h(x[0]), h(x[1])).v.into() }),
    ("f16_mulAdd", 4, |x, _, _| unsafe { c::f16_mulAdd(h(x[0]), h(x[1]), h(x[2])).v.into() }),
    ("f16_eq_signaling", 1, |x, _, _| unsafe { c::f16_eq_signaling(h(x[0]), h(x[1])).into() }),
    ("f32_sub", 8, |x, _, _| unsafe { c::f32_sub(s(x[0]), s(x[1])).v.into() }),
    ("f32_mul", 8, |x, _, _| unsafe { c::f32_mul(s(x[0]), s(x[1])).v.into() }),
    ("f32_mulAdd", 8, |x, _, _| unsafe { c::f32_mulAdd(s(x[0]), s(x[1]), s(x[2])).v.into() }),
    ("f32_div", 8, |x, _, _| unsafe { c::f32_div(s(x[0]), s(x[1])).v.into() }),
    ("f32_rem", 8, |x, _, _| unsafe { c::f32_rem(s(x[0]), s(x[1])).v.into() }),
    ("f32_sqrt", 8, |x, _, _| unsafe { c::f32_sqrt(s(x[0])).v.into() }),
    ("f32_lt", 1, |x, _, _| unsafe { c::f32_lt(s(x[0]), s(x[1])).into() }),
    ("f32_le_quiet", 1, |x, _, _| unsafe { c::f32_le_quiet(s(x[0]), s(x[1])).into() }),
    ("f32_roundToInt", 8, |x, r, e| unsafe { c::f32_roundToInt(s(x[0]), r, e).v.into() }),
    ("f32_to_f16", 4, |x, _, _| unsafe { c::f32_to_f16(s(x[0])).v.into() }),
    ("f32_to_i32", 8, |x, r, e| unsafe { c::f32_to_i32(s(x[0]), r, e) as u32 as u64 }),
    ("f64_to_ui64", 16, |x, r, e| unsafe { c::f64_to_ui64(d(x[0]), r, e) as u64 }),
    ("f64_mulAdd", 16, |x, _, _| unsafe { c::f64_mulAdd(d(x[0]), d(x[1]), d(x[2])).v }),
    ("i64_to_f64", 16, |x, _, _| unsafe { c::i64_to_f64(x[0] as i64).v }),
];

/// The modes by TestFloat's options and by number.
const MODES: [(&str, u8); 6] = [
    ("-rnear_even", c::softfloat_round_near_even),
    ("-rnear_maxMag", c::softfloat_round_near_maxMag),
    ("-rminMag", c::softfloat_round_minMag),
    ("-rmin", c::softfloat_round_min),
    ("-rmax", c::softfloat_round_max),
    ("-rodd", c::softfloat_round_odd),
];

/// The lines of a function under a mode, in upper case.
fn stream(set: &Set, cases: u64, digits: usize, oracle: Oracle, mode: u8, before: bool) -> String {
    let tininess = match before {
        true => c::softfloat_tininess_beforeRounding,
        false => c::softfloat_tininess_afterRounding,
    };
    let mut text = String::new();
    set.for_each(0..cases, |plan, x| {
        // SAFETY: plain functions of C on thread-local bytes.
        let (result, flags) = unsafe {
            c::softfloat_detectTininess_write_helper(tininess);
            c::softfloat_roundingMode_write_helper(mode);
            c::softfloat_exceptionFlags_write_helper(0);
            (oracle(x, mode, before), c::softfloat_exceptionFlags_read_helper())
        };
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
    let known: Vec<&str> = op.options.iter().map(|o| o.name).collect();
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
    for (name, digits, oracle) in FUNCTIONS {
        let function = Function::find(name).unwrap();
        let op = vectors::operations().find(&function.id).unwrap();
        let plain = op.parse_options([]).unwrap();
        let set = |cover| {
            let request = Request::new(vec![op], cover);
            Set::new(&Request { options: Some(plain), count: 2000, ..request }).unwrap()
        };
        for (word, mode) in MODES {
            for before in [false, true] {
                let mut settings = Settings::default();
                settings.take(word, None).unwrap();
                let when = if before { "-tininessbefore" } else { "-tininessafter" };
                settings.take(when, None).unwrap();
                // Exactness goes along, to halve the combinations.
                settings.take(if before { "-exact" } else { "-notexact" }, None).unwrap();
                for set in [set(Cover::Corner), set(Cover::Random)] {
                    let cases = set.len().min(3000);
                    let lines = stream(&set, cases, digits, oracle, mode, before);
                    assert_eq!(mismatches(&function, &settings, &lines), 0, "{name} {word} {when}");
                    // The build has the rules of RISC-V, ours without options.
                    let strict =
                        Settings { check_nans: true, check_ints: true, ..settings.clone() };
                    assert_eq!(mismatches(&function, &strict, &lines), 0, "{name} {word} {when}");
                }
            }
        }
        let lines = stream(&set(Cover::Random), 50, digits, oracle, MODES[0].1, false);
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
