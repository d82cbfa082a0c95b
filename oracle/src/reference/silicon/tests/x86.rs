//! SIL-D22 to D25, and what a processor answered.

use super::{Sum, ask, hold};

/// The answers of a Zen 4.
const OBSERVED: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/vdpbf16ps.csv"));

#[test]
fn observed() {
    let mut counts = [0; 3];
    for row in csv::Reader::from_reader(OBSERVED.as_bytes()).records() {
        let row = row.unwrap();
        let word = |at: usize| u64::from_str_radix(&row[at], 16).unwrap();
        let pair = |at: usize| vec![word(at) & 0xffff, word(at) >> 16];
        let (at, operands) = match &row[0] {
            "vdpbf16ps" => (0, vec![pair(2), pair(3), vec![word(1)]]),
            "vcvtneps2bf16" => (1, vec![vec![word(2)]]),
            _ => (2, vec![vec![word(2)], vec![word(3)]]),
        };
        counts[at] += 1;
        let out = ask(&format!("x86.{}", &row[0]), &[], &operands).out;
        let code = out.iter().rev().fold(0, |code, &half| code << 16 | half);
        assert_eq!(code, word(4), "{row:?}: {code:x}");
    }
    assert_eq!(counts, [1600, 200, 200]);
}

#[test]
fn pairs() {
    const ID: &str = "x86.vdpbf16ps";
    let rows: &[Sum] = &[
        // The odd product cancels acc before the even one comes.
        ("odd first", ID, 2, &[(0, 0x3380, 0x3f80), (1, 0xbf80, 0x3f80)], 0x3f80_0000, 0x3380_0000),
        (
            "two roundings",
            ID,
            2,
            &[(0, 0x3380, 0x3f80), (1, 0x3380, 0x3f80)],
            0x3f80_0000,
            0x3f80_0000,
        ),
        ("a0", ID, 2, &[(0, 0x7f81, 0x7fc2), (1, 0x7fc3, 0x7fc4)], 0x7fc5_0000, 0x7fc1_0000),
        ("b0", ID, 2, &[(0, 0, 0xff82), (1, 0x7fc3, 0x7fc4)], 0x7fc5_0000, 0xffc2_0000),
        ("a1", ID, 2, &[(1, 0x7fc3, 0x7fc4)], 0x7fc5_0000, 0x7fc3_0000),
        ("b1", ID, 2, &[(1, 0x7f80, 0x7fc4)], 0x7fc5_0000, 0x7fc4_0000),
        ("acc", ID, 2, &[(0, 0x7f80, 0)], 0x7f80_0001, 0x7fc0_0001),
        ("invalid", ID, 2, &[(1, 0x7f80, 0)], 0, 0xffc0_0000),
        ("invalid twice", ID, 2, &[(0, 0x7f80, 0), (1, 0x7f80, 0)], 0, 0xffc0_0000),
        ("subnormal operands", ID, 2, &[(0, 0x007f, 0x7f00)], 0x807f_ffff, 0),
        ("-0", ID, 2, &[(0, 0x8000, 0x3f80), (1, 0x8000, 0x3f80)], 0x8000_0001, 0x8000_0000),
        ("t is flushed", ID, 2, &[(0, 0x1f80, 0x2000), (1, 0x1f80, 0x2000)], 0, 0),
        // 2^-126 - 2^-151 rounds up; 2^-126 - 2^-149 stays below.
        ("rounds up", ID, 2, &[(1, 0x9a00, 0x1980)], 0x0080_0000, 0x0080_0000),
        ("stays below", ID, 2, &[(1, 0x9a00, 0x1a80)], 0x0080_0000, 0),
        (
            "stays below",
            ID,
            2,
            &[(0, 0x8000, 0x3f80), (1, 0x1a00, 0x1a80)],
            0x8080_0000,
            0x8000_0000,
        ),
    ];
    hold(rows);
}

#[test]
fn conversions() {
    let rows = [
        (0x007f_ffff, 0),
        (0x807f_ffff, 0x8000),
        (0x0080_0000, 0x0080),
        (0x7f80_0001, 0x7fc0),
        (0xffa1_0000, 0xffe1),
        (0x3f80_8000, 0x3f80),
        (0x3f81_8000, 0x3f82),
        (0x3f80_8001, 0x3f81),
        (0x7f7f_8000, 0x7f80),
        (0xff80_0000, 0xff80),
    ];
    for (word, half) in rows {
        assert_eq!(ask("x86.vcvtneps2bf16", &[], &[vec![word]]).out, [half], "{word:x}");
        let both = ask("x86.vcvtne2ps2bf16", &[], &[vec![word], vec![0x3f80_0000]]);
        assert_eq!(both.out, [0x3f80, half], "{word:x}");
    }
}

#[test]
fn tiles() {
    const BF16: &str = "x86.tdpbf16ps";
    const F16: &str = "x86.tdpfp16ps";
    const TF32: &str = "x86.tmmultf32ps";
    const LARGE: (usize, u64, u64) = (0, 0x4b80, 0x3f80);
    const ONE: u64 = 0x3f80;
    const F: u64 = 0x3f80_0000;
    let rows: &[Sum] = &[
        ("even and odd", BF16, 32, &[LARGE, (2, ONE, ONE), (31, ONE, ONE)], F, 0x4b80_0000),
        ("even and odd", BF16, 32, &[LARGE, (29, ONE, ONE), (31, ONE, ONE)], F, 0x4b80_0002),
        ("C last", BF16, 32, &[(0, ONE, ONE), (31, ONE, ONE)], 0x4b80_0000, 0x4b80_0001),
        ("even before odd", BF16, 32, &[(1, 0xffc2, ONE), (2, 0x7f81, ONE)], 0, 0x7fc1_0000),
        ("C before t", BF16, 32, &[(0, 0x7fc1, ONE)], 0xff80_0001, 0xffc0_0001),
        ("a, b, sum", BF16, 32, &[(0, 0x7fc1, ONE), (2, 0x7fc3, 0x7fc2)], 0, 0x7fc3_0000),
        ("sum last", BF16, 32, &[(0, 0x7fc1, ONE), (2, ONE, 0x7fc2)], 0, 0x7fc2_0000),
        ("invalid", BF16, 32, &[(0, 0x7f80, 0)], 0, 0xffc0_0000),
        ("infinities", BF16, 32, &[(0, 0x7f80, ONE)], 0xff80_0000, 0xffc0_0000),
        ("subnormals", BF16, 32, &[(0, 0x007f, 0x7f00)], 0x807f_ffff, 0),
        ("flushed", BF16, 32, &[(0, 0x1f80, 0x2000), (1, 0x9f80, 0x2000)], 0x8000_0000, 0),
        ("binary16's subnormals", F16, 32, &[(30, 1, 0x3c00)], 0, 0x3380_0000),
        ("binary16's NaN", F16, 32, &[(30, 0xfc01, 0x3c00)], 0, 0xffc0_2000),
        ("cleared", TF32, 16, &[(15, 0x3f80_1fff, F)], 0, F),
        ("made quiet first", TF32, 16, &[(15, 0x7f80_0001, F)], 0, 0x7fc0_0000),
        ("subnormal factors", TF32, 16, &[(0, 0x0000_2000, 0x7180_0000)], 0, 0x2d80_0000),
        ("subnormal C", TF32, 16, &[(0, 0x2000_0000, 0x2000_0000)], 1, 0x0080_0001),
        ("flushed", TF32, 16, &[(0, 0x0000_2000, F)], 0x8000_0001, 0x8000_0000),
        ("t before C", TF32, 16, &[(3, 0x7fc0_2000, F)], 0xffc0_0001, 0x7fc0_2000),
        ("in turn", TF32, 16, &[(0, 0x4b80_0000, F), (1, F, F), (2, F, F)], 0, 0x4b80_0000),
    ];
    hold(rows);
}

#[test]
fn integers() {
    const PAIRS: &[(usize, u64, u64)] =
        &[(0, 0xff, 0x80), (1, 0xff, 0x80), (2, 0xff, 0x80), (3, 0xff, 0x80)];
    const WORDS: &[(usize, u64, u64)] = &[(0, 0x8000, 0x8000), (1, 0x8000, 0x8000)];
    // 255, or -1, by 128, or -128, in the last byte.
    const LAST: &[(usize, u64, u64)] = &[(63, 0xff, 0x80)];
    let rows: &[Sum] = &[
        ("-130560", "x86.vpdpbusd", 4, PAIRS, 0, 0xfffe_0200),
        ("wraps", "x86.vpdpbusd", 4, PAIRS, 0x8000_0000, 0x7ffe_0200),
        ("saturates", "x86.vpdpbusds", 4, PAIRS, 0x8000_0000, 0x8000_0000),
        ("wraps", "x86.vpdpwssd", 2, WORDS, 0, 0x8000_0000),
        ("saturates", "x86.vpdpwssds", 2, WORDS, 0, 0x7fff_ffff),
        ("saturates once", "x86.vpdpwssds", 2, WORDS, 0xffff_ffff, 0x7fff_ffff),
        (
            "saturates once",
            "x86.vpdpwssds",
            2,
            &[(0, 0x7fff, 0x7fff), (1, 0x8000, 0x7fff)],
            0x7fff_ffff,
            0x7fff_8000,
        ),
        ("-1 by -128", "x86.tdpbssd", 64, LAST, 1, 129),
        ("-1 by 128", "x86.tdpbsud", 64, LAST, 1, 0xffff_ff81),
        ("255 by -128", "x86.tdpbusd", 64, LAST, 1, 0xffff_8081),
        ("255 by 128", "x86.tdpbuud", 64, LAST, 1, 32641),
        ("wraps", "x86.tdpbuud", 64, LAST, 0xffff_ffff, 32639),
    ];
    hold(rows);
}
