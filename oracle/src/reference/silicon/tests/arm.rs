//! SIL-D26 to D30.

use super::{Sum, ask, hold, operands};

const ONE: u64 = 0x3f80;
const MINUS: u64 = 0xbf80;
// 2^-63, 2^-64, 2^-12, 2^-15.
const P63: u64 = 0x2000;
const P64: u64 = 0x1f80;
const P12: u64 = 0x3980;
const P15: u64 = 0x3800;

#[test]
fn to_odd() {
    const ID: &str = "arm.bfdot";
    let rows: &[Sum] = &[
        ("sum", ID, 2, &[(0, ONE, ONE), (1, P15, P15)], 0, 0x3f80_0001),
        ("sum with addend", ID, 2, &[(0, P15, P15)], 0x3f80_0000, 0x3f80_0001),
        ("odd stays", ID, 2, &[(0, P15, P15)], 0x3f80_0001, 0x3f80_0001),
        ("pair first", ID, 2, &[(0, P15, P15), (1, ONE, ONE)], 0xbf80_0000, 0x3400_0000),
        ("subnormal operands", ID, 2, &[(0, 0x007f, 0x7f00)], 0x807f_ffff, 0),
        ("flushed", ID, 2, &[(0, P63, P64)], 0, 0),
        ("zeros of one sign", ID, 2, &[(0, P63, 0x9f80), (1, 0, MINUS)], 0x8000_0000, 0x8000_0000),
        ("zeros of both signs", ID, 2, &[(0, P63, 0x9f80), (1, 0, MINUS)], 0, 0),
        ("zeros of both signs", ID, 2, &[(0, P63, P64), (1, 0, MINUS)], 0x8000_0000, 0),
        // 2^-126 - 2^-151 lies below before rounding.
        ("before rounding", ID, 2, &[(0, P63, P63), (1, 0x9a00, 0x1a00)], 0, 0x0080_0000),
        ("before rounding", ID, 2, &[(1, 0x9f80, P63)], 0x0080_0000, 0x0080_0000),
        ("a flushed sum", ID, 2, &[(0, 0x2040, P63), (1, 0xa000, P63)], 0, 0),
        ("x - x", ID, 2, &[(0, ONE, ONE), (1, ONE, MINUS)], 0x8000_0000, 0),
        ("2^128", ID, 2, &[(0, 0x7f00, 0x4000)], 0, 0x7f80_0000),
        ("2^128", ID, 2, &[(0, 0x5980, 0x5980)], 0x7f7f_ffff, 0x7f80_0000),
        ("below 2^128", ID, 2, &[(0, 0x5980, 0x5900)], 0x7f7f_ffff, 0x7f7f_ffff),
        ("both signs", ID, 2, &[(0, 0x7f00, 0x4000), (1, 0xff00, 0x4000)], 0, 0x7fc0_0000),
        ("NaN", ID, 2, &[(0, 0xff81, ONE)], 0, 0x7fc0_0000),
        ("infinity times zero", ID, 2, &[(0, 0x7f80, 0x0001)], 0, 0x7fc0_0000),
        (
            "in turn",
            "arm.bfmmla",
            4,
            &[(0, ONE, ONE), (2, ONE, MINUS), (3, P15, P15)],
            0xbf80_0000,
            0xbf7f_ffff,
        ),
        ("in turn", "arm.bfmmla", 4, &[(1, ONE, ONE), (3, P15, P15)], 0, 0x3f80_0001),
    ];
    hold(rows);
}

/// As `hold`, with options.
fn hold_with(rows: &[(&[(&str, &str)], Sum)]) {
    for &(options, (what, id, k, pairs, c, expected)) in rows {
        let out = ask(id, options, &operands(k, pairs, c)).out;
        assert_eq!(out, [expected], "{what}: {id} {options:?}: {:x}", out[0]);
    }
}

#[test]
fn extended() {
    const ID: &str = "arm.bfdot_ebf";
    // 1 and 2^-24; 2^-126 and -2^-151; 1 - 1.
    const TIE: &[(usize, u64, u64)] = &[(0, ONE, ONE), (1, P12, P12)];
    const TINY: &[(usize, u64, u64)] = &[(0, P63, P63), (1, 0x9a00, 0x1980)];
    const NONE: &[(usize, u64, u64)] = &[(0, ONE, ONE), (1, ONE, MINUS)];
    const SUBNORMAL: &[(usize, u64, u64)] = &[(0, P63, P64)];
    const INPUT: &[(usize, u64, u64)] = &[(0, 0x0040, ONE)];
    hold_with(&[
        (&[], ("nearest", ID, 2, TIE, 0, 0x3f80_0000)),
        (&[("rm", "rne")], ("nearest", ID, 2, TIE, 0x3400_0000, 0x3f80_0001)),
        (&[("rm", "rup")], ("up", ID, 2, TIE, 0, 0x3f80_0001)),
        (&[("rm", "rdn")], ("down", ID, 2, TIE, 0x8000_0000, 0x3f80_0000)),
        (&[("rm", "rdn")], ("down", ID, 2, TIE, 0xb400_0000, 0x3f7f_fffe)),
        (&[("rm", "rtz")], ("to zero", ID, 2, TIE, 0xa000_0000, 0x3f7f_ffff)),
        (&[], ("x - x", ID, 2, NONE, 0, 0)),
        (&[], ("x - x", ID, 2, NONE, 0x8000_0000, 0)),
        (&[("rm", "rdn")], ("x - x", ID, 2, NONE, 0x8000_0000, 0x8000_0000)),
        (&[("rm", "rdn")], ("x - x", ID, 2, NONE, 0, 0x8000_0000)),
        (&[("rm", "rdn")], ("zeros of one sign", ID, 2, &[], 0, 0)),
        (&[], ("subnormals", ID, 2, SUBNORMAL, 0, 0x0040_0000)),
        (&[("fz", "1")], ("flushed", ID, 2, SUBNORMAL, 0, 0)),
        (&[("fiz", "1")], ("only operands", ID, 2, &[(0, P63, 0xa000)], 0x00c0_0000, 0x0040_0000)),
        (&[("fiz", "1")], ("the sum is one", ID, 2, SUBNORMAL, 0, 0)),
        (&[], ("operands", ID, 2, INPUT, 0, 0x0040_0000)),
        (&[("fiz", "1")], ("operands", ID, 2, INPUT, 0, 0)),
        (&[("fz", "1")], ("before rounding", ID, 2, TINY, 0, 0)),
        (&[("fz", "1"), ("ah", "1")], ("after rounding", ID, 2, TINY, 0, 0x0080_0000)),
        (
            &[("fz", "1"), ("ah", "1")],
            ("operands kept", ID, 2, &[(0, 0x0040, 0x4000)], 0, 0x0080_0000),
        ),
        (&[("fz", "1")], ("operands", ID, 2, &[(0, 0x0040, 0x4000)], 0, 0)),
        (&[], ("NaN", ID, 2, &[(0, 0xff81, ONE)], 0, 0x7fc0_0000)),
        (&[("ah", "1")], ("NaN", ID, 2, &[(0, 0x7f81, ONE)], 0, 0xffc0_0000)),
        (&[("ah", "1")], ("infinity times zero", ID, 2, &[(0, 0x7f80, 0)], 0, 0xffc0_0000)),
        (&[("ah", "1")], ("both signs", ID, 2, &[(0, 0x7f80, ONE)], 0xff80_0000, 0xffc0_0000)),
        (&[], ("2^128", ID, 2, &[(0, 0x7f00, 0x4000)], 0, 0x7f80_0000)),
        (&[("rm", "rtz")], ("2^128", ID, 2, &[(0, 0x7f00, 0x4000)], 0, 0x7f7f_ffff)),
        (&[], ("no infinite product", ID, 2, &[(0, 0x7f00, 0x4000), (1, 0xff00, 0x4000)], 0, 0)),
        (
            &[],
            (
                "in turn",
                "arm.bfmmla_ebf",
                4,
                &[(0, ONE, ONE), (1, P12, P12), (2, P12, P12)],
                0,
                0x3f80_0000,
            ),
        ),
    ]);
}

#[test]
fn long() {
    const INEXACT: u8 = 1;
    const UNDERFLOW: u8 = 2;
    const OVERFLOW: u8 = 4;
    const INVALID: u8 = 16;
    type Row<'a> = (&'a [(&'a str, &'a str)], [u64; 3], u64, u8);
    let rows: &[Row<'_>] = &[
        (&[], [ONE, ONE, 0x3f80_0000], 0x4000_0000, 0),
        (&[], [P15, P15, 0x3f80_0000], 0x3f80_0000, INEXACT),
        (&[("rm", "rup")], [P15, P15, 0x3f80_0000], 0x3f80_0001, INEXACT),
        (&[("rm", "rup"), ("ah", "1")], [P15, P15, 0x3f80_0000], 0x3f80_0000, 0),
        (&[("rm", "rdn")], [ONE, ONE, 0xbf80_0000], 0x8000_0000, 0),
        (&[], [0x7f00, 0x4000, 0], 0x7f80_0000, OVERFLOW | INEXACT),
        (&[], [P63, P64, 0], 0x0040_0000, 0),
        (&[], [0x9a00, 0x1980, 0], 0x8000_0000, UNDERFLOW | INEXACT),
        // 2^-126 - 2^-151 is tiny before rounding.
        (&[], [0x9a00, 0x1980, 0x0080_0000], 0x0080_0000, UNDERFLOW | INEXACT),
        (&[("fz", "1")], [P63, 0x9f80, 0], 0x8000_0000, UNDERFLOW),
        (&[("fz", "1")], [0x9a00, 0x1980, 0x0080_0000], 0, UNDERFLOW),
        (&[("ah", "1")], [0x9a00, 0x1980, 0x0080_0000], 0x0080_0000, 0),
        (&[("ah", "1")], [P63, P64, 0], 0, 0),
        (&[("fiz", "1")], [0x0040, 0x4000, 1], 0, 0),
        (&[("ah", "1")], [0x0040, 0x4000, 1], 0, 0),
        (&[], [0x0040, 0x4000, 0], 0x0080_0000, 0),
        // A signalling NaN first, in the order addend, a, b.
        (&[], [0x7f81, 0x7f82, 0x7fc0_0003], 0x7fc1_0000, INVALID),
        (&[], [0x7f81, 0xff82, 0x7f80_0003], 0x7fc0_0003, INVALID),
        (&[], [0x7fc1, 0xff82, 0x7fc0_0003], 0xffc2_0000, INVALID),
        (&[], [0x7fc1, 0xffc2, 0xffc0_0003], 0xffc0_0003, 0),
        (&[], [0x7fc1, 0xffc2, 0], 0x7fc1_0000, 0),
        (&[], [0x7f80, 0, 0xffc0_0003], 0x7fc0_0000, INVALID),
        (&[], [0x7f80, 0, 0xff80_0003], 0xffc0_0003, INVALID),
        (&[], [0x7f80, 0, 0], 0x7fc0_0000, INVALID),
        (&[], [0x7f80, ONE, 0xff80_0000], 0x7fc0_0000, INVALID),
        (&[("dn", "1")], [0x7fc1, 0xffc2, 0xffc0_0003], 0x7fc0_0000, 0),
        (&[("dn", "1")], [0x7fc1, 0xff82, 0], 0x7fc0_0000, INVALID),
        (&[("ah", "1")], [0x7f80, 0, 0], 0xffc0_0000, 0),
        (&[("ah", "1")], [0x7fc1, 0xff82, 0], 0xffc2_0000, 0),
        (&[("ah", "1"), ("dn", "1")], [0x7fc1, ONE, 0], 0xffc0_0000, 0),
    ];
    for &(options, [a, b, c], code, flags) in rows {
        let outcome = ask("arm.bfmlal", options, &operands(1, &[(0, a, b)], c));
        let found = (outcome.out[0], outcome.flag.unwrap());
        assert_eq!(found, (code, flags), "{options:?} {a:x} {b:x} {c:x}: {:x}", found.0);
    }
}

#[test]
fn eight_bits() {
    const F16: &str = "arm.fdot.e4m3.e4m3.f16";
    const F32: &str = "arm.fmmla.e5m2.e4m3.f32";
    // e4m3: 1, 2^-6 2^-5, 2^-9 2^-9.
    const SUM: &[(usize, u64, u64)] = &[(0, 0x08, 0x10), (1, 1, 1)];
    const LARGE: &[(usize, u64, u64)] = &[(0, 0xfe, 0x7e)];
    hold_with(&[
        (&[], ("one rounding", F16, 2, SUM, 0x3c00, 0x3c01)),
        (&[], ("a tie", F16, 2, &[(0, 0x08, 0x10)], 0x3c00, 0x3c00)),
        (&[("lscale", "15")], ("2^-15", F16, 2, &[(0, 0x38, 0x38)], 0, 0x0200)),
        (&[("lscale", "31")], ("the low four bits", F16, 2, &[(0, 0x38, 0x38)], 0, 0x0200)),
        (&[("lscale", "15")], ("addend not scaled", F16, 2, &[], 0x3c00, 0x3c00)),
        // e5m2 2^-9.
        (&[("lscale", "127")], ("-2^-136", F32, 8, &[(7, 0x98, 0x38)], 0, 0x8000_2000)),
        (&[("lscale", "127")], ("2^-127", F32, 8, &[(7, 0x3c, 0x38)], 0, 0x0040_0000)),
        (&[], ("-0", F16, 2, &[(0, 0x80, 0x38), (1, 0x38, 0x80)], 0x8000, 0x8000)),
        (&[], ("zeros of both signs", F16, 2, &[(0, 0x80, 0x38)], 0x8000, 0)),
        (&[], ("x - x", F16, 2, &[(0, 0x38, 0x38)], 0xbc00, 0)),
        (&[], ("overflow", F16, 2, LARGE, 0, 0xfc00)),
        (&[("osm", "1")], ("overflow", F16, 2, LARGE, 0, 0xfbff)),
        (&[("osm", "1")], ("infinite addend", F16, 2, LARGE, 0x7c00, 0x7c00)),
        (
            &[("osm", "1")],
            ("infinity", "arm.fmlal.e5m2.e4m3.f16", 1, &[(0, 0x7c, 0xb8)], 0, 0xfc00),
        ),
        (&[], ("no infinity", "arm.fmlall.e4m3.e5m2.f32", 1, &[(0, 0x78, 0x3c)], 0, 0x4380_0000)),
        (&[], ("NaN", F16, 2, &[(0, 0xff, 0x38)], 0, 0x7e00)),
        (&[("ah", "1")], ("NaN", F16, 2, &[], 0x7c01, 0xfe00)),
        (&[], ("NaN", "arm.fmlall.e4m3.e5m2.f32", 1, &[(0, 0x38, 0x7d)], 0, 0x7fc0_0000)),
        (&[("ah", "1")], ("infinity times zero", F32, 8, &[(0, 0x7c, 0)], 0, 0xffc0_0000)),
        (&[], ("both signs", F32, 8, &[(0, 0x7c, 0x38), (1, 0xfc, 0x38)], 0, 0x7fc0_0000)),
        (&[], ("both signs", "arm.fmmla.e5m2.e5m2.f16", 4, &[(3, 0x7c, 0x3c)], 0xfc00, 0x7e00)),
        (
            &[],
            (
                "four",
                "arm.fdot.e5m2.e5m2.f32",
                4,
                &[(0, 0x3c, 0x3c), (3, 0x3c, 0x3c)],
                0,
                0x4000_0000,
            ),
        ),
        (&[], ("subnormals", "arm.fdot.e5m2.e5m2.f32", 4, &[(0, 1, 1)], 1, 0x2f80_0000)),
    ]);
}

#[test]
fn riscv() {
    let rows: &[(&str, [u64; 3], u64, u8)] = &[
        ("rne", [P12, P12, 0x3f80_0000], 0x3f80_0000, 1),
        ("rna", [P12, P12, 0x3f80_0000], 0x3f80_0001, 1),
        ("rup", [P15, P15, 0x3f80_0000], 0x3f80_0001, 1),
        ("rdn", [ONE, ONE, 0xbf80_0000], 0x8000_0000, 0),
        ("rtz", [0x7f00, 0x4000, 0], 0x7f7f_ffff, 5),
        ("rne", [P63, P64, 1], 0x0040_0001, 0),
        ("rne", [0x0001, 0x8001, 0], 0x8000_0000, 3),
        // Not tiny after rounding.
        ("rne", [0x9a00, 0x1980, 0x0080_0000], 0x0080_0000, 1),
        ("rne", [0x7fc1, ONE, 0], 0x7fc0_0000, 0),
        ("rne", [0x7f80, 0, 0xffff_ffff], 0x7fc0_0000, 16),
        ("rne", [ONE, ONE, 0x7f80_0001], 0x7fc0_0000, 16),
    ];
    for &(rm, [a, b, c], code, flags) in rows {
        let outcome = ask("riscv.vfwmaccbf16", &[("rm", rm)], &operands(1, &[(0, a, b)], c));
        let found = (outcome.out[0], outcome.flag.unwrap());
        assert_eq!(found, (code, flags), "{rm} {a:x} {b:x} {c:x}: {:x}", found.0);
    }
}
