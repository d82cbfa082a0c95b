//! SIL-D17 to D21, and the chains.

use super::{Sum, hold};

const ONE: u64 = 0x3c00;
const P12: u64 = 0x0c00;
// 1 as bfloat16.
const BF: u64 = 0x3f80;

#[test]
fn cdna1() {
    const F16: &str = "amd.cdna1.mfma.k4.f16.f16.f32";
    const BF16: &str = "amd.cdna1.mfma.k2.bf16.bf16.f32";
    let rows: &[Sum] = &[
        ("subnormals", F16, 4, &[(0, 1, 1)], 0, 0x2780_0000),
        ("one rounding", F16, 4, &[(0, ONE, ONE), (1, P12, P12), (2, 1, 1)], 0, 0x3f80_0001),
        (
            "one rounding",
            F16,
            4,
            &[(0, 0x6c00, 0x6c00), (1, ONE, ONE), (2, ONE, ONE), (3, ONE, ONE)],
            0,
            0x4b80_0002,
        ),
        (
            "-0",
            F16,
            4,
            &[(0, 0x8000, 0), (1, 0x8000, 0), (2, 0x8000, 0), (3, 0x8000, 0)],
            0x8000_0000,
            0,
        ),
        ("NaN", F16, 4, &[(0, 0xfe01, ONE)], 0, 0x7fc0_0000),
        ("infinity times zero", F16, 4, &[(0, 0x7c00, 0)], 0, 0x7fc0_0000),
        ("infinity", F16, 4, &[(0, 0x7c00, 0xbc00)], 0, 0xff80_0000),
        ("no infinite product", BF16, 2, &[(0, 0x7f00, 0x4000), (1, 0xff00, 0x4000)], 0, 0),
        ("to minus zero", BF16, 2, &[(0, 0x9a00, 0x1980)], 0, 0x8000_0000),
        ("subnormal c", BF16, 2, &[], 1, 1),
        (
            "groups of two",
            "amd.cdna1.mfma.k4.bf16.bf16.f32",
            4,
            &[(0, BF, BF), (1, BF, BF), (2, BF, BF)],
            0x4b80_0000,
            0x4b80_0002,
        ),
    ];
    hold(rows);
}

#[test]
fn cdna2() {
    const F16: &str = "amd.cdna2.mfma.k4.f16.f16.f32";
    const BF16: &str = "amd.cdna2.mfma.k2.bf16.bf16.f32";
    let rows: &[Sum] = &[
        ("subnormal factors", F16, 4, &[(0, 0x83ff, ONE)], 0x8000_0000, 0),
        ("infinity times subnormal", F16, 4, &[(0, 0x7c00, 0x03ff)], 0, 0x7fc0_0000),
        ("least normal factors", F16, 4, &[(0, 0x8400, 0x0400)], 0, 0xb180_0000),
        ("subnormal factors", BF16, 2, &[(0, 0x007f, 0x7f00)], 0, 0),
        ("subnormal c", F16, 4, &[], 0x807f_ffff, 0),
        ("least normal c", F16, 4, &[], 0x8080_0000, 0x8080_0000),
        (
            "pairs",
            F16,
            4,
            &[(0, 0x6c00, 0x6c00), (1, ONE, ONE), (2, ONE, ONE), (3, ONE, ONE)],
            0,
            0x4b80_0001,
        ),
        ("c last", F16, 4, &[(0, ONE, ONE), (1, ONE, ONE)], 0x4b80_0000, 0x4b80_0001),
        ("a step flushed", BF16, 2, &[(0, 0x2000, 0x1f80)], 0, 0),
        // -1.5 2^-126 + 2^-126.
        ("a zero of its sign", BF16, 2, &[(0, 0x2000, 0x2000)], 0x80c0_0000, 0x8000_0000),
        ("infinite products", BF16, 2, &[(0, 0x7f00, 0x4000), (1, 0xff00, 0x4000)], 0, 0x7fc0_0000),
        ("an infinite product", BF16, 2, &[(0, 0x7f00, 0x4000)], 0xff7f_ffff, 0x7f80_0000),
        (
            "groups of four",
            "amd.cdna2.mfma_1k.k4.bf16.bf16.f32",
            4,
            &[(0, BF, BF), (2, BF, BF)],
            0x4b80_0000,
            0x4b80_0001,
        ),
        (
            "groups of two",
            "amd.cdna2.mfma.k4.bf16.bf16.f32",
            4,
            &[(0, BF, BF), (2, BF, BF)],
            0x4b80_0000,
            0x4b80_0000,
        ),
    ];
    hold(rows);
}

#[test]
fn cdna3() {
    const F16: &str = "amd.cdna3.mfma.k8.f16.f16.f32";
    const BF16: &str = "amd.cdna3.mfma.k4.bf16.bf16.f32";
    const XF32: &str = "amd.cdna3.mfma.k4.xf32.xf32.f32";
    const BOTH: &[(usize, u64, u64)] = &[(0, 0x7f00, 0x4000), (1, 0xff00, 0x4000)];
    // 2^-24 and 2^-48 or its negative.
    const ABOVE: &[(usize, u64, u64)] = &[(0, P12, P12), (1, 1, 1)];
    const BELOW: &[(usize, u64, u64)] = &[(0, P12, P12), (1, 0x8001, 1)];
    let rows: &[Sum] = &[
        ("products are cut", F16, 8, &[(0, ONE, ONE), (1, 0x8c00, 0x0800)], 0, 0x3f80_0000),
        ("c goes down", F16, 8, &[(0, ONE, ONE)], 0xa180_0000, 0x3f7f_ffff),
        ("c goes down", F16, 8, &[(0, ONE, ONE)], 0x2180_0000, 0x3f80_0000),
        ("the sum goes down", F16, 8, ABOVE, 0x3f80_0000, 0x3f80_0000),
        ("the sum goes down", F16, 8, BELOW, 0x3f80_0001, 0x3f80_0001),
        ("a tie", F16, 8, ABOVE, 0x3f80_0001, 0x3f80_0002),
        ("a zero factor", BF16, 4, &[(0, 0, 0x7180), (1, 0x3080, BF)], 0, 0x3080_0000),
        ("2^128", BF16, 4, &[(0, 0xff00, 0x4000)], 0x3f80_0000, 0xff80_0000),
        ("both signs", BF16, 4, BOTH, 0, 0x7fc0_0000),
        ("c before", BF16, 4, BOTH, 0xff80_0000, 0xff80_0000),
        ("NaN before", BF16, 4, &[(0, 0x7f80, 0)], 0, 0x7fc0_0000),
        ("sum beyond", BF16, 4, &[(0, 0x7f00, BF), (1, 0x7f00, BF)], 0, 0x7f80_0000),
        ("to minus zero", BF16, 4, &[(0, 0x9a00, 0x1980)], 0, 0x8000_0000),
        ("c alone", BF16, 4, &[], 0x8000_0001, 0x8000_0001),
        ("-0", BF16, 4, &[(0, 0x8000, BF)], 0x8000_0000, 0),
        ("cleared", XF32, 4, &[(0, 0x3f80_1fff, 0x3f80_0000)], 0, 0x3f80_0000),
        ("a payload cleared", XF32, 4, &[(0, 0x7f80_0001, 0x3f80_0000)], 0, 0x7f80_0000),
        (
            "groups of four",
            "amd.cdna3.mfma.k8.xf32.xf32.f32",
            8,
            &[(0, 0x3f80_0000, 0x3f80_0000), (4, 0x3f80_0000, 0x3f80_0000)],
            0x4b80_0000,
            0x4b80_0000,
        ),
        (
            "groups of eight",
            "amd.cdna3.mfma.k16.f16.f16.f32",
            16,
            &[(0, ONE, ONE), (7, ONE, ONE), (8, ONE, ONE)],
            0x4b80_0000,
            0x4b80_0002,
        ),
    ];
    hold(rows);
}

#[test]
fn cdna3_eight_bits() {
    const ID: &str = "amd.cdna3.mfma.k16.e5m2fnuz.e5m2fnuz.f32";
    let rows: &[Sum] = &[
        // 1 and -2^-26.
        ("on one side", ID, 16, &[(0, 0x40, 0x40), (2, 0x8c, 0x0c)], 0, 0x3f80_0000),
        ("on both sides", ID, 16, &[(0, 0x40, 0x40), (1, 0x8c, 0x0c)], 0, 0x3f7f_ffff),
        ("c = -2^-25", ID, 16, &[(0, 0x40, 0x40)], 0xb300_0000, 0x3f7f_ffff),
        ("c = -2^-26", ID, 16, &[(0, 0x40, 0x40)], 0xb280_0000, 0x3f80_0000),
        ("NaN", ID, 16, &[(0, 0x80, 0x40)], 0, 0x7fc0_0000),
        ("no infinity", ID, 16, &[(0, 0x7f, 0x40)], 0, 0x4760_0000),
        ("c alone", ID, 16, &[], 0x8000_0001, 0x8000_0001),
        (
            "in any mix",
            "amd.cdna3.mfma.k32.e4m3fnuz.e5m2fnuz.f32",
            32,
            &[(0, 0x40, 0x40), (31, 0xc0, 0x44)],
            0,
            0xbf80_0000,
        ),
    ];
    hold(rows);
}

#[test]
fn places_and_groups() {
    const ALIGNED: &str = "amd.cdna3.mfma.k4.f16.f16.f32";
    const SIDES: &str = "amd.cdna3.mfma.k32.e5m2fnuz.e5m2fnuz.f32";
    const C: u64 = 0x4b80_0000;
    // 2^-24 and 2^-31 or 2^-32.
    const P31: &[(usize, u64, u64)] = &[(0, P12, P12), (1, 0x0100, 0x0200)];
    const P32: &[(usize, u64, u64)] = &[(0, P12, P12), (1, 0x0100, 0x0100)];
    let rows: &[Sum] = &[
        ("31 places", ALIGNED, 4, P31, 0x3f80_0000, 0x3f80_0001),
        ("31 places", ALIGNED, 4, P32, 0x3f80_0000, 0x3f80_0000),
        ("the even side", SIDES, 32, &[(0, 0x8c, 0x0c), (1, 0x40, 0x40)], 0, 0x3f7f_ffff),
        ("16", SIDES, 32, &[(0, 0x40, 0x40), (16, 0x40, 0x40)], C, C),
        ("16", SIDES, 32, &[(0, 0x40, 0x40), (15, 0x40, 0x40)], C, C + 1),
        ("8", "amd.cdna3.mfma.k8.bf16.bf16.f32", 8, &[(0, BF, BF), (7, BF, BF)], C, C + 1),
        ("8", "amd.cdna3.mfma.k16.bf16.bf16.f32", 16, &[(0, BF, BF), (8, BF, BF)], C, C),
        ("4", "amd.cdna1.mfma.k8.f16.f16.f32", 8, &[(0, ONE, ONE), (4, ONE, ONE)], C, C),
        ("2", "amd.cdna1.mfma.k4.bf16.bf16.f32", 4, &[(0, BF, BF), (2, BF, BF)], C, C),
    ];
    hold(rows);
}

#[test]
fn chains() {
    const F: u64 = 0x3f80_0000;
    const ONES: &[(usize, u64, u64)] = &[(0, F, F), (1, F, F), (2, F, F), (3, F, F)];
    let rows: &[Sum] = &[
        (
            "2^24 + 1, four times",
            "amd.cdna1.mfma.k4.f32.f32.f32",
            4,
            ONES,
            0x4b80_0000,
            0x4b80_0000,
        ),
        ("subnormals", "amd.cdna2.mfma.k4.f32.f32.f32", 4, &[(3, F, 1)], 1, 2),
        ("NaN", "amd.cdna3.mfma.k4.f32.f32.f32", 4, &[], 0xffff_ffff, 0x7fc0_0000),
        ("NaN", "amd.cdna2.mfma.k4.f64.f64.f64", 4, &[], u64::MAX, 0x7ff8_0000_0000_0000),
    ];
    hold(rows);
}
