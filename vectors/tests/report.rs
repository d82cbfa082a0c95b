//! What a check counts, groups and tells.

use crate::common::Operands;
use vectors::check::{Policy, Report, Settings, Verdict, check};
use vectors::file::{Error, Format, Writer};
use vectors::registry::Answers;

const HEADER: &str = "op,opts,in0,in1,in2,out,flags,class,unspecified\n";

fn checked(lines: &str, settings: &Settings) -> Report {
    let file = format!("{HEADER}{lines}");
    check(file.as_bytes(), Format::Csv, vectors::operations(), settings, &mut |_| {})
        .unwrap_or_else(|e| panic!("{e}"))
}

fn told(lines: &str) -> String {
    checked(lines, &Settings::default()).to_string()
}

#[test]
fn a_mismatch_is_told_in_full() {
    assert_eq!(
        told("mncore2.mau.fvfma,neg=2,49800008,49800008,53800000,4a000012,0,,\n"),
        "\
checked 1, mismatched 1, unspecified 0
mismatches: 1 in results

mismatches by operation and classes of operands:
         1  mncore2.mau.fvfma  +norm*+norm*+pow2  first in line 2

line 2: mncore2.mau.fvfma neg=2: result and flag differ
  x         49800008  + e=93 m=000008  0x1.00001p+20  1048577  norm
  y         49800008  + e=93 m=000008  0x1.00001p+20  1048577  norm
  z         53800000  + e=a7 m=000000  0x1p+40  1099511627776  pow2
  expected  4a000010  flag 1  + e=94 m=000010  0x1.00002p+21  2097156  norm
  found     4a000012  flag 0  + e=94 m=000012  0x1.000024p+21  2097156.5  norm
  xor       00000002  1 bit, 2 ulp
  assay explain mncore2.mau.fvfma neg=2 49800008 49800008 53800000
"
    );
}

#[test]
fn elements_that_are_alike_are_told_once() {
    let zeros = "_0000".repeat(13);
    let line = format!("mncore2.bf.hbfe,n=9,3e00_3f00_be00{zeros},,,3f00_3f80_bf00{zeros},1,,\n");
    let report = checked(&line, &Settings::default());
    let text = report.to_string();
    let findings = text.split_once("\n\nline").expect("a finding").1;
    assert_eq!(
        findings,
        " 2: mncore2.bf.hbfe n=9: result and flag differ
  x[0]             3e00  + e=1f m=000  0x1p+0  1  pow2
  x[1]             3f00  + e=1f m=100  0x1.8p+0  1.5  norm
  x[2]             be00  - e=1f m=000  -0x1p+0  -1  pow2
  x[3-15]          0000  + e=00 m=000  0x0p+0  0  zero
  expected[3-15]   3e00  + e=1f m=000  0x0p+0  0  zero
  found[3-15]      0000  + e=00 m=000  0x0p+0  0  zero
  xor[3-15]        3e00  5 bits
  flag      expected 0, found 1
"
        .to_owned()
            + &format!("  {}\n", report.findings[0].command())
    );
}

/// Infinity times zero: the product is zero by decision MN-D12 only.
#[test]
fn policies_for_open_cases() {
    let wrong = "mncore2.mau.fvmul,,7f800000,00000000,,7f800000,1,,\n";
    let right = "mncore2.mau.fvmul,,7f800000,00000000,,00000000,1,,MN-D12\n";
    let summary = |policy, lines: &str| {
        let settings = Settings { unspecified: policy, ..Settings::default() };
        let report = checked(lines, &settings);
        (report.counts.to_string(), report.findings.iter().map(|f| f.verdict).collect::<Vec<_>>())
    };
    let (one, none) =
        ("checked 1, mismatched 1, unspecified 1", "checked 1, mismatched 0, unspecified 1");
    assert_eq!(summary(Policy::Insist, wrong), (one.to_owned(), vec![Verdict::Differs]));
    assert_eq!(summary(Policy::Report, wrong), (none.to_owned(), vec![Verdict::Unspecified]));
    // Any result will do, so none is compared.
    let skipped = format!("{none}, compared 0");
    assert_eq!(summary(Policy::Skip, wrong), (skipped.clone(), vec![]));
    assert_eq!(summary(Policy::Skip, right), (skipped, vec![]));
    for policy in [Policy::Insist, Policy::Report] {
        assert_eq!(summary(policy, right), (none.to_owned(), vec![]));
    }
    let text = told(wrong);
    assert!(text.contains("  hangs on  MN-D12; the file says nothing\n"), "{text}");
    assert!(text.contains("  matches if inf_times_zero=inf (MN-D12)\n"), "{text}");
    // Under the other answer, the other result is right.
    let answers =
        Answers::read(["inf_times_zero=inf"], vectors::operations(), None).expect("a question");
    let settings = Settings { answers, ..Settings::default() };
    assert!(!settings.answers.are_decided());
    assert_eq!(checked(wrong, &settings).counts.to_string(), none);
    assert_eq!(checked(right, &settings).counts.to_string(), one);
}

/// A negative value that becomes +0: its flag is open (MN-D15), its bits are not.
#[test]
fn an_open_flag_leaves_only_the_flag_open() {
    let line = |out, flag| format!("mncore2.mau.fvmul,,80800000,00800000,,{out},{flag},,\n");
    let counts = |policy, line: String| {
        let settings = Settings { unspecified: policy, ..Settings::default() };
        checked(&line, &settings).counts.to_string()
    };
    for policy in [Policy::Insist, Policy::Report, Policy::Skip] {
        let mismatched = |n: u8| {
            let skipped = if n == 0 && policy == Policy::Skip { ", compared 0" } else { "" };
            format!("checked 1, mismatched {n}, unspecified 1{skipped}")
        };
        assert_eq!(counts(policy, line("00000000", 1)), mismatched(0));
        assert_eq!(counts(policy, line("80000000", 1)), mismatched(1));
        let insist = u8::from(policy == Policy::Insist);
        assert_eq!(counts(policy, line("00000000", 0)), mismatched(insist));
    }
}

#[test]
fn recorded_decisions_are_compared() {
    let text = told("mncore2.mau.fvmul,,3f800000,3f800000,,3f800000,1,,MN-D12\n");
    assert!(text.contains("unspecified does not name the decisions it hangs on\n"), "{text}");
    assert!(text.contains("  hangs on  nothing; the file says MN-D12\n"), "{text}");
    assert!(text.starts_with("checked 1, mismatched 1, unspecified 0\n"), "{text}");
}

/// A flag that the file does not record is not compared, and the summary says so; a case that was
/// written with its seal was written with its flag, too.
#[test]
fn absent_flags_are_told() {
    let line = "mncore2.alu.imax,,80000000,00000001,,00000001,0,observed,\n";
    let blank = line.replace(",0,", ",,");
    assert_eq!(told(line), "checked 1, mismatched 0, unspecified 0\n");
    let right = "checked 1, mismatched 0, unspecified 0, flags of 1 not compared\n";
    assert_eq!(told(&blank), right);
    // What has no flag lacks none.
    let without = "mncore2.rrn.l2bm2.hfadd,,3e00_3e00,,,4000,,,\n";
    assert_eq!(told(without), "checked 1, mismatched 0, unspecified 0\n");

    let plan = vectors::operations()
        .find("mncore2.mau.fvmul")
        .expect("registered")
        .plan(&Default::default());
    for (format, column) in [(Format::Csv, ":2:47"), (Format::Jsonl, ":1:97")] {
        let mut writer = Writer::new(format, 2);
        let mut file = writer.header();
        writer.write(&plan, &[0x3f80_0000; 2], &mut file);
        let text = String::from_utf8(file).expect("ASCII");
        let blank = text.replace(",1,", ",,").replace("\"1\"", "\"\"");
        assert_ne!(blank, text);
        let said = |settings: &Settings| match check(
            blank.as_bytes(),
            format,
            vectors::operations(),
            settings,
            &mut |_| {},
        ) {
            Ok(report) => report.counts.to_string(),
            Err(Error::Line { line, fault }) => {
                format!(":{line}:{} {}", fault.column.unwrap_or(0), fault.what)
            }
            Err(error) => error.to_string(),
        };
        let right = format!("{column} flags is empty, right is 0 or 1");
        assert_eq!(said(&Settings::default()), right);
        let without = Settings { flags: false, ..Settings::default() };
        let right = "checked 1, mismatched 0, unspecified 0, flags of 1 not compared";
        assert_eq!(said(&without), right);
    }
}

/// Without flags, other flags are no mismatch, and other results are one of the result alone.
#[test]
fn flags_that_are_not_compared() {
    let without = Settings { flags: false, ..Settings::default() };
    let line = "mncore2.mau.fvmul,,3f800000,3f800000,,3f800000,0,,\n";
    let report = checked(line, &without);
    let right = "checked 1, mismatched 0, unspecified 0, flags of 1 not compared\n";
    assert_eq!(report.to_string(), right);
    let report = checked(&line.replace(",3f800000,0,", ",3f800001,0,"), &without);
    assert!(report.to_string().contains("line 2: mncore2.mau.fvmul: result differs\n"), "{report}");
    let text = told(line);
    assert!(text.contains("line 2: mncore2.mau.fvmul: flag differs\n"), "{text}");
}

/// Results of a model with one wrong bit in some operands' cases, over many chunks.
#[test]
fn reports_do_not_depend_on_threads() {
    let mut operands = Operands::new(23);
    let mut writer = Writer::new(Format::Csv, 3);
    let mut file = writer.header();
    for id in ["mncore2.mau.fvfma", "mncore2.mau.hvadd", "mncore2.alu.fmax"] {
        let op = vectors::operations().find(id).expect("registered");
        let plan = op.plan(&op.option_sets()[0]);
        for i in 0..10_000 {
            let start = file.len();
            writer.write(&plan, &operands.of(&plan), &mut file);
            if i % 7 == 0 {
                let line = String::from_utf8_lossy(&file[start..]).into_owned();
                let out = start + line.match_indices(',').nth(5).expect("a field").0 - 1;
                file[out] = if file[out] == b'0' { b'8' } else { b'0' };
            }
        }
    }
    let report = |threads, max_report| {
        let settings = Settings { threads, max_report, ..Settings::default() };
        check(&file[..], Format::Csv, vectors::operations(), &settings, &mut |_| {})
            .expect("a good file")
    };
    let one = report(1, 10);
    assert_eq!((one.counts.checked, one.counts.mismatched), (30_000, 3 * 1429));
    assert_eq!(one.by_op.iter().map(|(_, c)| c.mismatched).collect::<Vec<_>>(), [1429; 3]);
    let lines: Vec<u64> = one.findings.iter().map(|f| f.line).collect();
    assert_eq!(lines, (0..10).map(|i| 2 + 7 * i).collect::<Vec<_>>());
    let groups = one.groups.rarest_first();
    assert!(groups.windows(2).all(|w| (!w[0].open, w[0].count) <= (!w[1].open, w[1].count)));
    assert_eq!(groups.iter().map(|g| g.count).sum::<u64>(), one.counts.mismatched);
    let text = one.to_string();
    assert!(text.ends_with("\n4277 more are not shown\n"), "{text}");
    for threads in [2, 3, 8] {
        assert_eq!(report(threads, 10).to_string(), text);
    }
    assert_eq!(report(2, usize::MAX).findings.len(), 3 * 1429);
    assert!(report(2, 0).findings.is_empty());
}

#[test]
fn only_the_operation_asked_for() {
    let lines = "mncore2.mau.fvmul,,3f800000,3f800000,,3f800001,1,,\n\
                 mncore2.alu.imax,,80000000,00000001,,00000001,0,,\n";
    let op = vectors::operations().find("mncore2.alu.imax").ok();
    let report = checked(lines, &Settings { op, ..Settings::default() });
    assert_eq!(report.counts.to_string(), "checked 1, mismatched 0, unspecified 0");
    assert_eq!((report.passed_over, report.lines), (1, 3));
}
