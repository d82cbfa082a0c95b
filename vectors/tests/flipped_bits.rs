//! No single bit of a vector file can be flipped unnoticed.

use crate::common::Operands;
use vectors::check::{Report, Settings, Verdict, check};
use vectors::file::{Error, Format, Writer};

/// Operations of every family and kind of option; the options contain commas in some.
const SAMPLE: &[(&str, &str)] = &[
    ("mncore2.convert.d_to_h", "port=input"),
    ("mncore2.mau.fvfma", ""),
    ("mncore2.mau.hvfma", "neg=0,2 short=0,1"),
    ("mncore2.mau.dvmul", "r=1"),
    ("mncore2.mau.fvpassa", ""),
    ("mncore2.mau.hmfma", "neg=1"),
    ("mncore2.bf.hbfe", "n=7"),
    ("mncore2.rrn.l1bm4.ffadd", "e=1"),
    ("mncore2.rrn.l2bm8.fmax", "l1bset=0,2,4,6"),
    ("mncore2.rrn.mv2.lor", ""),
    ("mncore2.alu.frsqrt", ""),
    ("mncore2.alu.smax", "short=1"),
    ("mncore2.alu.hftoi", ""),
    ("mncore2.alu.lxor", ""),
    // Those that are judged as columns.
    ("ieee.f32.add", "rm=rdn"),
    ("ieee.f16.fma", "rm=rne nan=arm"),
    ("ieee.f64.sqrt", "rm=rup"),
    ("cvt.f64.f32", "rm=rtz"),
    ("posit.16.mul", ""),
];

fn settings() -> Settings {
    Settings { threads: 1, ..Settings::default() }
}

fn checked(file: &[u8], format: Format) -> Result<Report, Error> {
    check(file, format, vectors::operations(), &settings(), &mut |_| {})
}

/// Whether a digit of operands, results or flags stands there in upper case, which is the same digit.
fn same_digit(file: &[u8], at: usize) -> bool {
    let rest = file[at..].split(|b| *b == b'\n').next().unwrap_or_default();
    let rest = String::from_utf8_lossy(rest);
    let before_class = rest.contains("\"class\"") || rest.matches(',').count() >= 2;
    before_class && matches!(file[at], b'A'..=b'F')
}

#[test]
fn every_flip_is_found() {
    let (mut faults, mut altered, mut differs) = (0, 0, 0);
    let every = seeded::one_in(2);
    for (first, format) in [Format::Csv, Format::Jsonl].into_iter().enumerate() {
        let mut operands = Operands::new(17);
        for (id, options) in SAMPLE.iter().skip(first % every as usize).step_by(every as usize) {
            let Ok(op) = vectors::operations().find(id) else { panic!("no {id}") };
            let plan =
                op.plan(&op.parse_options(options.split(' ').filter(|o| !o.is_empty())).expect(id));
            let mut writer = Writer::new(format, 3);
            let mut file = writer.header();
            for _ in 0..2 {
                writer.write(&plan, &operands.of(&plan), &mut file);
            }
            let whole = checked(&file, format).expect("a good file");
            assert_eq!((whole.counts.checked, whole.counts.mismatched), (2, 0));
            for bit in 0..8 * file.len() {
                file[bit / 8] ^= 1 << (bit % 8);
                match checked(&file, format) {
                    Err(_) => faults += 1,
                    Ok(_) if same_digit(&file, bit / 8) => {}
                    Ok(report) => {
                        let text = String::from_utf8_lossy(&file).into_owned();
                        assert_eq!(report.counts.mismatched, 1, "bit {bit}:\n{text}");
                        match report.findings[0].verdict {
                            Verdict::Altered => altered += 1,
                            _ => differs += 1,
                        }
                        let told = report.to_string();
                        assert!(
                            told.starts_with("checked 2, mismatched 1, unspecified "),
                            "{told}"
                        );
                    }
                }
                file[bit / 8] ^= 1 << (bit % 8);
            }
        }
    }
    let all = [faults * every, altered * every, differs * every];
    assert!(all[0] > 10_000 && all[1] > 1000 && all[2] > 1000, "{all:?}");
}

/// A flip in an operand is not only found but named.
#[test]
fn the_flipped_bit_is_named() {
    let op = vectors::operations().find("mncore2.mau.hvfma").expect("registered");
    let plan = op.plan(&op.parse_options(["neg=0,2"]).expect("its option"));
    let mut file = Writer::new(Format::Csv, 3).header();
    // 0 times anything: the altered operand gives the same result.
    Writer::new(Format::Csv, 3).write(&plan, &[0, 0x3e00, 0x3f80_0000], &mut file);
    let text = String::from_utf8(file).expect("ASCII");
    for (from, to, field) in [
        (",3e00,", ",3e02,", "in1: 3e02, written was 3e00"),
        ("+pow2*+pow2#", "+pow2*/pow2#", "class: +zero*+pow2*/pow2, written was +zero*+pow2*+pow2"),
        ("neg=0,2", "neg=1,2", "opts: neg=1,2, written was neg=0,2"),
    ] {
        let altered = text.replace(from, to);
        assert_ne!(altered, text);
        let report = checked(altered.as_bytes(), Format::Csv).expect("a file");
        assert_eq!(report.findings[0].verdict, Verdict::Altered);
        let told = report.to_string();
        assert!(told.contains(&format!("altered   one bit of {field}\n")), "{told}");
    }
    // The mark, and the seal itself.
    let digits = text.split('#').nth(1).expect("a seal")[..4].to_owned();
    let first = digits.as_bytes()[0];
    let other = char::from(if first.is_ascii_digit() { first ^ 1 } else { b'a' + b'f' - first });
    for (from, to) in [
        ("#".to_owned(), "c".to_owned()),
        (format!("#{digits}"), format!("#{other}{}", &digits[1..])),
    ] {
        let report = checked(text.replace(&from, &to).as_bytes(), Format::Csv).expect("a file");
        assert_eq!(report.findings[0].verdict, Verdict::Altered);
    }
}
