//! RISC-V's rules for OFP8 (NUM-D93) against Spike of 25 June 2026, whose answers stand in `data/ofp8-spike.csv`: the conversions of
//! Zvfofp8min, in five directions, saturating or not, and all codes to bfloat16. No line of it is computed here.

use oracle::reference;
use vectors::registry::Options;

#[test]
fn spike_answers_alike() {
    let mut rows = csv::Reader::from_path("data/ofp8-spike.csv").expect("Spike's answers");
    let mut count = 0;
    for row in rows.records() {
        let row = row.expect("a row");
        let op = vectors::operations().find(&row[0]).expect("an operation");
        let options = op.parse_options(row[1].split(' ')).expect("options");
        let [x, out, flags] = [2, 3, 4].map(|i| u64::from_str_radix(&row[i], 16).expect("hex"));
        let found = op.plan(&options).run(&[x]);
        assert_eq!((found.out(), found.flag), (&[out][..], Some(flags as u8)), "{row:?}");
        let pairs = options.pairs();
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let right = reference::evaluate(&op.id, &pairs, &[vec![x]]).expect("a reference");
        assert_eq!(
            (right.out, right.flag),
            (vec![out], Some(flags as u8)),
            "the reference: {row:?}"
        );
        count += 1;
    }
    assert_eq!(count, 2912);
}

/// What the preset chooses: OFP8's rule where a format is OFP8's, the rule of RISC-V elsewhere; the default is the same everywhere.
#[test]
fn the_preset_of_riscv_is_that_of_the_formats() {
    for (id, right) in [
        ("cvt.f32.e5m2", "nan=ofp8"),
        ("cvt.e4m3fn.bf16", "nan=ofp8"),
        ("sr.f32.e4m3fn", "nan=ofp8"),
        ("cvt.f128.e5m2", "nan=ofp8"),
        ("cvt.f32.e4m3fnuz", ""),
        ("cvt.f32.f16", ""),
        ("fp8.e5m2.add", ""),
    ] {
        let op = vectors::operations().find(id).expect("an operation");
        let preset = op.parse_options(["preset=riscv"]).expect("a preset");
        assert_eq!(preset.to_string(), right, "{id}");
        assert_eq!(op.parse_options([]).expect("options"), Options::NONE, "{id}");
    }
}

/// Codes beside Spike's: other sources, wide ones, random bits, NaN of OFP8 that would signal.
#[test]
fn other_conversions_follow() {
    for (asked, out, flags) in [
        ("cvt.f32.e5m2 nan=ofp8 ffc00000", 0x7f, 0x00),
        ("cvt.f32.e5m2 nan=ofp8 7f800001", 0x7f, 0x10),
        ("cvt.f16.e4m3fn nan=ofp8 fc00", 0x7f, 0x00),
        ("cvt.f64.e4m3fn nan=ofp8 c08f400000000000", 0x7f, 0x05),
        ("cvt.e5m2.f16 nan=ofp8 fd", 0x7e00, 0x00),
        ("cvt.e5m2.f16 fd", 0x7e00, 0x10),
        ("cvt.e5m2.e4m3fn nan=ofp8 fd", 0x7f, 0x00),
        ("cvt.e5m2.e4m3fn nan=ofp8 fc", 0x7f, 0x00),
        ("cvt.f16.e4m3fn fc00", 0xff, 0x10),
        ("cvt.f32.e5m2 ffc00000", 0x7e, 0x00),
        ("sr.f32.e4m3fn nan=ofp8 c4800000 00", 0x7f, 0x05),
        ("sr.f32.e4m3fn nan=ofp8 ff800000 00", 0x7f, 0x00),
    ] {
        let words: Vec<&str> = asked.split(' ').collect();
        let (options, codes): (Vec<&str>, Vec<&str>) =
            words[1..].iter().partition(|word| word.contains('='));
        let op = vectors::operations().find(words[0]).expect("an operation");
        let options = op.parse_options(options).expect("options");
        let x: Vec<u64> =
            codes.iter().map(|code| u64::from_str_radix(code, 16).expect("a code")).collect();
        let found = op.plan(&options).run(&x);
        assert_eq!((found.out(), found.flag), (&[out][..], Some(flags)), "{asked}");
    }
}
