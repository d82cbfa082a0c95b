//! Cases of number operations in files: exceptions, several results, what the covers meet.

use crate::common::{Operands, operations};
use vectors::check::{Settings, check};
use vectors::file::{Format, Writer};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Options, Plan};

fn numbers() -> impl Iterator<Item = &'static Op> {
    operations(41).filter(|op| !op.id.starts_with("mncore2.") && !op.id.starts_with("silicon."))
}

fn plan(id: &str, options: &[&str]) -> Plan {
    let op = vectors::operations().find(id).unwrap_or_else(|e| panic!("{e}"));
    op.plan(&op.parse_options(options.iter().copied()).unwrap_or_else(|e| panic!("{e}")))
}

/// What the covers give meets every exception that an operation has.
#[test]
fn exceptions_are_met() {
    for (id, all) in [
        ("ieee.f32.add", 0b10101),
        ("ieee.f32.mul", 0b10111),
        ("ieee.f16.fma", 0b10111),
        ("ieee.f64.div", 0b11111),
        ("ieee.tf32.sqrt", 0b10001),
        ("ieee.bf16.scale_b", 0b10111),
        ("ieee.f32.log_b", 0b11000),
        ("fp8.e4m3fn.div", 0b11111),
        ("cvt.f64.f32", 0b10111),
        ("cvt.f32.e5m2", 0b10111),
        ("cvt.f32.i32", 0b10000),
        ("cvt.i64.f32", 0b00001),
        ("mx.fp8e4m3.quantize", 0b10111),
        ("mx.fp6e2m3.dot", 0b10111),
        ("int.i8.div_sat", 0b01100),
    ] {
        for cover in [Cover::Corner, Cover::Random] {
            let op = vectors::operations().find(id).unwrap();
            let request = Request { count: 30_000, ..Request::new(vec![op], cover) };
            let set = Set::new(&Request { options: Some(Options::NONE), ..request }).unwrap();
            let mut met = 0;
            set.for_each(0..set.len(), |plan, x| met |= plan.run(x).flag.unwrap_or(0));
            assert_eq!(met, all, "{id} {cover}: {met:05b}");
        }
    }
}

/// Random cases of everything are written and checked, with several results in every format.
#[test]
fn what_is_written_checks() {
    let mut operands = Operands::new(9);
    for format in [Format::Csv, Format::Jsonl] {
        let mut writer = Writer::new(format, 6);
        let mut file = writer.header();
        let mut cases = 0;
        for op in numbers() {
            for options in op.all_sets().iter().step_by(7) {
                let plan = op.plan(options);
                writer.write(&plan, &operands.of(&plan), &mut file);
                cases += 1;
            }
        }
        let report =
            check(&file[..], format, vectors::operations(), &Settings::default(), &mut |_| {})
                .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(report.to_string(), format!("checked {cases}, mismatched 0, unspecified 0\n"));
    }
}

#[test]
fn several_results() {
    let quantize = plan("mx.fp4e2m1.quantize", &[]);
    let mut x = [0u64; 32];
    (x[0], x[1], x[31]) = (0x40c0_0000, 0xbf00_0000, 0x40e0_0000);
    let zeros = "0_".repeat(29);
    let out = format!("7f;7_9_{zeros}7");
    let mut line = Vec::new();
    Writer::new(Format::TestFloat, 1).write(&quantize, &x, &mut line);
    let text = String::from_utf8(line).unwrap();
    assert!(text.ends_with(&format!(" {out} 05\n")), "{text}");
    let mut line = Vec::new();
    Writer::new(Format::Jsonl, 1).write(&quantize, &x, &mut line);
    let json = String::from_utf8(line).unwrap();
    assert!(json.contains(r#""out":["7f",["7","9","0","#), "{json}");

    let settings = Settings { op: Some(quantize.op), ..Settings::default() };
    let said = |text: &str, format| match check(
        text.as_bytes(),
        format,
        vectors::operations(),
        &settings,
        &mut |_| {},
    ) {
        Ok(report) => report.to_string(),
        Err(error) => error.to_string(),
    };
    let good = "checked 1, mismatched 0, unspecified 0\n";
    assert_eq!(said(&text, Format::TestFloat), good);
    assert_eq!(said(&json, Format::Jsonl), good);
    let at = text.find("7f;").unwrap() + 1;
    for (wrong, right) in [
        (
            text.replace("7f;", ""),
            format!("line 1, column {at}: out has 1 result, right is 2 joined by `;`"),
        ),
        (
            text.replace("7f;7_", "7f;"),
            format!("line 1, column {}: out has 31 elements, right is 32", at + 3),
        ),
        (
            text.replace("7f;7", "7f;77"),
            format!("line 1, column {}: element 0 of out has 2 digits, right is 1", at + 3),
        ),
        (text.replace("7f;7", "7;7"), format!("line 1, column {at}: out has 1 digit, right is 2")),
    ] {
        assert_eq!(said(&wrong, Format::TestFloat), right);
    }
    for (wrong, right) in [
        (json.replace(r#""7f",["#, r#"["#), "out has 1 result, right is 2 joined by `;`"),
        (json.replace(r#"["7","9","#, r#"["9","#), "out has 31 elements, right is 32"),
        (json.replace(r#"["7","#, r#"[["7"],"#), "element 0 of out is an array, right is a string"),
    ] {
        let said = said(&wrong, Format::Jsonl);
        assert!(said.ends_with(right), "{said}");
    }
    let report = said(&text.replace("7f;7_9", "7e;7_8").replace(" 05", " 01"), Format::TestFloat);
    for right in [
        "result and flags differ",
        "expected  7f  ",
        "found     7e  ",
        "expected[1]      9  ",
        "flags     expected 05 ..o.x, found 01 ....x",
    ] {
        assert!(report.contains(right), "{right}\n{report}");
    }
}

#[test]
fn flags_of_exceptions() {
    let header = "op,opts,in0,in1,out,flags,class,unspecified";
    let said = |flags: &str| {
        let file = format!("{header}\nieee.f32.add,,3f800000,00000001,3f800000,{flags},,\n");
        match check(
            file.as_bytes(),
            Format::Csv,
            vectors::operations(),
            &Settings::default(),
            &mut |_| {},
        ) {
            Ok(report) => report.to_string(),
            Err(error) => error.to_string(),
        }
    };
    let good = "checked 1, mismatched 0, unspecified 0\n";
    assert_eq!(said("01"), good);
    assert_eq!(said(""), good.replace('\n', ", flags of 1 not compared\n"));
    for flags in ["1", "20", "001", "0x", "2F"] {
        let right =
            format!("line 2, column 42: flags is `{flags}`, right is two hex digits from 00 to 1f");
        assert_eq!(said(flags), right);
    }
    let report = said("03");
    assert!(report.contains("ieee.f32.add: flags differ"), "{report}");
    assert!(report.contains("3f800000  flags 03 ...ux"), "{report}");
}

/// Two digits have room for more than 6 bits, one for more than a truth value.
#[test]
fn codes_have_no_bits_above_their_format() {
    let said = |line: &str| {
        let file = format!("op,opts,in0,in1,out,flags,class,unspecified\n{line}\n");
        match check(
            file.as_bytes(),
            Format::Csv,
            vectors::operations(),
            &Settings::default(),
            &mut |_| {},
        ) {
            Ok(report) => report.counts.to_string(),
            Err(error) => error.to_string(),
        }
    };
    let good = "checked 1, mismatched 0, unspecified 0";
    assert_eq!(said("fp6.e3m2fn.sub,,3f,3f,00,00,,"), good);
    assert_eq!(
        said("fp6.e3m2fn.sub,,40,3f,00,00,,"),
        "line 2, column 17: in0 is `40`, right is a code of 6 bits"
    );
    assert_eq!(
        said("fp6.e3m2fn.eq_quiet,,3f,3f,2,00,,"),
        "line 2, column 28: out is `2`, right is a code of 1 bit"
    );
}
