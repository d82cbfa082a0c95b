//! The operations on numbers as the registry has them: ids, options, flags, several results.

mod common;

use common::Operands;
use std::collections::HashSet;
use vectors::check::{Settings, check};
use vectors::class::Class;
use vectors::file::{Format, Writer};
use vectors::generate::{Cover, Request, Set};
use vectors::registry::{self, FlagKind, LookupError, Op, Options, Plan};

fn numbers() -> impl Iterator<Item = &'static Op> {
    registry::all().iter().filter(|op| !op.id.starts_with("mncore2."))
}

fn plan(id: &str, options: &[&str]) -> Plan {
    let op = registry::find(id).unwrap_or_else(|e| panic!("{e}"));
    op.plan(&op.parse_options(options.iter().copied()).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn what_is_listed() {
    let ids: HashSet<&str> = registry::all().iter().map(|op| op.id.as_str()).collect();
    assert_eq!(ids.len(), registry::all().len(), "an id stands twice");
    for (system, count) in
        [("ieee.", 5 * 42), ("fp8.", 4 * 42), ("fp6.", 2 * 42), ("fp4.", 42), ("mx.", 7 * 3)]
    {
        assert_eq!(ids.iter().filter(|id| id.starts_with(system)).count(), count, "{system}");
    }
    // Thirteen floating-point formats to each other; twelve from and to ten integer formats.
    assert_eq!(ids.iter().filter(|id| id.starts_with("cvt.")).count(), 13 * 12 + 2 * 12 * 10);
    // Twice 64 bits are too many.
    assert_eq!(ids.iter().filter(|id| id.starts_with("int.")).count(), 10 * 22 - 2);
    for op in numbers() {
        assert_eq!(op.flags, FlagKind::Exceptions, "{}", op.id);
        let plan = op.plan(&Options::NONE);
        assert_eq!(plan.operands.len(), op.operands.len(), "{}", op.id);
        assert!(std::ptr::eq(registry::find(&op.id).expect("listed"), op));
    }
}

#[test]
fn formats_that_are_not_listed() {
    for (id, x, out, flags) in [
        // 1 + 2^-39.
        ("ieee.e6m9.add", &[0x3e00, 0x0001][..], 0x3e00, 0x01),
        ("ieee.e2m1.mul", &[0x3, 0x3], 0x4, 0x01),
        ("ieee.e15m48.sqrt", &[0x4000_0000_0000_0000], 0x3fff_6a09_e667_f3bd, 0x01),
        ("cvt.f32.i13", &[0xc59c_4000], 0x1000, 0x10),
        ("cvt.u5.f16", &[0x1f], 0x4fc0, 0x00),
        ("cvt.e6m9.f16", &[0x3e00], 0x3c00, 0x00),
        ("int.i13.add_sat", &[0x0fff, 0x0001], 0x0fff, 0x04),
    ] {
        let outcome = plan(id, &[]).run(x);
        assert_eq!((outcome.out(), outcome.flag), (&[out][..], Some(flags)), "{id}");
        // Always the same one, and no pattern finds it.
        assert!(std::ptr::eq(registry::find(id).unwrap(), registry::find(id).unwrap()));
        assert!(registry::all().iter().all(|op| op.id != id));
        assert!(registry::select(&format!("{id},mncore2.mau.fvfma,{id}")).unwrap().len() == 2);
    }
    for id in [
        "ieee.e1m3.add",
        "ieee.e16m3.add",
        "ieee.e8m56.add",
        "ieee.e08m23.add",
        "ieee.e8m0.add",
        "ieee.i8.add",
        "cvt.f32.f32",
        "cvt.i8.i9",
        "cvt.f32.i3",
        "cvt.f32.u65",
        "cvt.e8m0.i8",
        "ieee.e6m9.add.x",
        "int.u64.mul_wide",
        "int.e6m9.add_sat",
        "ieee.f32",
        "",
    ] {
        assert!(matches!(registry::find(id), Err(LookupError::Unknown { .. })), "{id}");
    }
}

#[test]
fn options_that_mean_nothing_are_told() {
    for (id, option, right) in [
        (
            "ieee.f32.add",
            "sat",
            "ieee.f32.add has no option `sat`: its results have infinities, and overflow follows IEEE 754, 7.4",
        ),
        (
            "cvt.f32.bf16",
            "sat=1",
            "cvt.f32.bf16 has no option `sat`: its results have infinities, and overflow follows IEEE 754, 7.4",
        ),
        (
            "fp6.e3m2fn.mul",
            "sat",
            "fp6.e3m2fn.mul has no option `sat`: its results are finite alone, and always saturate",
        ),
        ("fp4.e2m1fn.div", "nan=sse", "fp4.e2m1fn.div has no option `nan`: its format has no NaN"),
        ("cvt.f32.e2m1fn", "nan=arm", "cvt.f32.e2m1fn has no option `nan`: its format has no NaN"),
        ("ieee.f16.le_quiet", "rm=rup", "ieee.f16.le_quiet has no option `rm`: it never rounds"),
        ("ieee.f16.remainder", "rm=rup", "ieee.f16.remainder has no option `rm`: it never rounds"),
        ("cvt.f16.f32", "rm=rtz", "cvt.f16.f32 has no option `rm`: it never rounds"),
        (
            "cvt.f32.i32",
            "sat",
            "cvt.f32.i32 has no option `sat`: integers out of range are what `int` says",
        ),
        (
            "ieee.f32.total_order",
            "daz",
            "ieee.f32.total_order has no option `daz`: it orders all codes as they are",
        ),
        (
            "mx.fp4e2m1.quantize",
            "overflow=ieee",
            "mx.fp4e2m1.quantize has no option `overflow`: its elements are finite alone, and always saturate",
        ),
        (
            "ieee.f32.add",
            "exact",
            "ieee.f32.add has no option `exact`; it takes rm, tininess, nan, ftz, daz",
        ),
        (
            "ieee.f32.add",
            "rm=up",
            "option rm of ieee.f32.add does not take `up`; right is rne, rna, rtz, rup, rdn or rto",
        ),
        (
            "ieee.f32.add",
            "rm",
            "option rm of ieee.f32.add does not take ``; right is rne, rna, rtz, rup, rdn or rto",
        ),
        (
            "ieee.f32.add",
            "nan=x86",
            "option nan of ieee.f32.add does not take `x86`; right is riscv, sse, arm, armdn or ieee",
        ),
        (
            "fp8.e4m3fn.add",
            "sat=2",
            "option sat of fp8.e4m3fn.add does not take `2`; right is 0 or 1",
        ),
        ("int.i8.add_sat", "rm=rtz", "int.i8.add_sat has no option `rm`; it takes none"),
    ] {
        let op = registry::find(id).unwrap();
        assert_eq!(op.parse_options([option]).expect_err(option).to_string(), right);
    }
}

#[test]
fn options_have_one_spelling() {
    let op = registry::find("fp8.e4m3fn.fma").unwrap();
    let words = ["sat", "daz=1", "rm=rto", "ftz", "nan=ieee", "tininess=before"];
    let options = op.parse_options(words).unwrap();
    let text = "rm=rto tininess=before nan=ieee ftz=1 daz=1 sat=1";
    assert_eq!(options.to_string(), text);
    assert_eq!(op.parse_options(text.split(' ')), Ok(options));
    assert_eq!(op.parse_options(["rm=rne", "sat=0", "nan=riscv"]).unwrap().to_string(), "");
    assert!(op.takes(&options) && !registry::find("ieee.f32.fma").unwrap().takes(&options));
}

/// A selection of options is one: few, each value of each option, each direction with each tininess.
#[test]
fn options_are_spanned() {
    for op in numbers() {
        let sets = op.option_sets();
        assert!((1..=128).contains(&sets.len()), "{}: {}", op.id, sets.len());
        assert_eq!(sets.first(), Some(&Options::NONE), "{}", op.id);
        let unique: HashSet<String> = sets.iter().map(Options::to_string).collect();
        assert_eq!(unique.len(), sets.len(), "{}", op.id);
        assert!(sets.iter().all(|o| op.takes(o)), "{}", op.id);
        for spec in &op.options {
            for word in &spec.words()[1..] {
                assert!(unique.contains(&format!("{}={word}", spec.name)), "{} {word}", op.id);
            }
        }
        let names: Vec<&str> = op.options.iter().map(|o| o.name).collect();
        if names.contains(&"rm") && names.contains(&"tininess") {
            assert!(unique.contains("rm=rto tininess=before"), "{}", op.id);
        }
    }
}

/// Each class that an operand's format has is among the corner cases.
#[test]
fn corners_are_of_every_class() {
    for op in numbers().filter(|op| !op.id.starts_with("int.")) {
        let request = Request::new(vec![op], Cover::Corner);
        let set = Set::new(&Request { options: Some(Options::NONE), ..request }).expect("a set");
        let plan = op.plan(&Options::NONE);
        let mut seen = vec![HashSet::new(); plan.operands.len()];
        set.for_each(0..set.len(), |_, x| {
            let mut rest = x;
            for (seen, shape) in seen.iter_mut().zip(&plan.operands) {
                let (own, others) = rest.split_at(shape.len);
                seen.extend(own.iter().map(|c| Class::of(&shape.format, *c)));
                rest = others;
            }
        });
        for (seen, shape) in seen.iter().zip(&plan.operands).filter(|(_, s)| s.format.width <= 8) {
            let all: HashSet<Class> =
                (0..1u64 << shape.format.width).map(|c| Class::of(&shape.format, c)).collect();
            assert_eq!(seen, &all, "{}", op.id);
        }
        for (seen, _) in seen
            .iter()
            .zip(&plan.operands)
            .filter(|(_, s)| s.format.exp_bits > 0 && s.format.width > 8)
        {
            use Class::{
                Infinite, Large, Normal, Power, QuietNan, SignallingNan, Small, Subnormal, Zero,
            };
            for class in
                [Zero, Subnormal, Small, Power, Normal, Large, Infinite, QuietNan, SignallingNan]
            {
                assert!(seen.contains(&class), "{} is never {class:?}", op.id);
            }
        }
    }
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
            let op = registry::find(id).unwrap();
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
        let mut writer = Writer::new(format, 5);
        let mut file = writer.header();
        let mut cases = 0;
        for op in numbers() {
            for options in op.option_sets().iter().step_by(7) {
                let plan = op.plan(options);
                writer.write(&plan, &operands.of(&plan), &mut file);
                cases += 1;
            }
        }
        let report = check(&file[..], format, &Settings::default(), &mut |_| {})
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
    let said = |text: &str, format| match check(text.as_bytes(), format, &settings, &mut |_| {}) {
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
        match check(file.as_bytes(), Format::Csv, &Settings::default(), &mut |_| {}) {
            Ok(report) => report.to_string(),
            Err(error) => error.to_string(),
        }
    };
    let good = "checked 1, mismatched 0, unspecified 0\n";
    assert_eq!((said("01").as_str(), said("").as_str()), (good, good));
    for flags in ["1", "20", "001", "0x", "1F"] {
        let right =
            format!("line 2, column 42: flags is `{flags}`, right is two hex digits from 00 to 1f");
        assert_eq!(said(flags), right);
    }
    let report = said("03");
    assert!(report.contains("ieee.f32.add: flags differ"), "{report}");
    assert!(report.contains("3f800000  flags 03 ...ux"), "{report}");
}
