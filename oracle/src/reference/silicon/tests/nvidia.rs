//! SIL-D03 to D13, D16.

use super::{Sum, hold};

// binary16: 1, -1, 1.5, and powers of two.
const ONE: u64 = 0x3c00;
const P11: u64 = 0x1000;
const P12: u64 = 0x0c00;
const P13: u64 = 0x0800;

#[test]
fn common_exponent() {
    let rows: &[Sum] = &[
        ("a product", "nvidia.ampere.mma.k8.f16.f16.f32", 8, &[(0, ONE, ONE)], 0, 0x3f80_0000),
        ("no term", "nvidia.ampere.mma.k8.f16.f16.f32", 8, &[], 0x8000_0000, 0),
        (
            "zeros of one sign",
            "nvidia.volta.mma.f16.f16.f16",
            4,
            &[(0, 0x8000, 0), (1, 0x8000, 0), (2, 0, 0x8000), (3, 0x8000, ONE)],
            0x8000,
            0,
        ),
        // 0 times 2^100, c = 2^-30.
        (
            "a zero",
            "nvidia.hopper.mma.k8.bf16.bf16.f32",
            8,
            &[(0, 0, 0x7180)],
            0x3080_0000,
            0x3080_0000,
        ),
        // 1.5^2 has x = 0: twice 2^-23 below 2.25 is one unit in the last place.
        (
            "not normalised",
            "nvidia.volta.mma.f16.f16.f32",
            4,
            &[(0, 0x3e00, 0x3e00), (1, P11, P12), (2, P11, P12)],
            0,
            0x4010_0001,
        ),
        // c = 2^-23 counts with -23, not -14: 2^-38 turns the tie.
        (
            "c of binary16",
            "nvidia.volta.mma.f16.f16.f16",
            4,
            &[(0, P12, P13), (1, 0x0001, 0x0400)],
            2,
            3,
        ),
    ];
    hold(rows);
}

#[test]
fn least_exponent() {
    // (2^-149 - 2^-157) + 2^-157.
    const SMALL: &[(usize, u64, u64)] = &[(0, 0x1a7f, 0x1a00), (1, 0x1880, 0x1800)];
    // 2^-25, a tie, and 2^-45; 2^-25 and 2^-43; 2^-25 and 2^-46; 2^-25 and 2^-47.
    const P45: &[(usize, u64, u64)] = &[(0, P12, P13), (1, 0x0001, 0x0008)];
    const P43: &[(usize, u64, u64)] = &[(0, P12, P13), (1, 0x0001, 0x0020)];
    const P42: &[(usize, u64, u64)] = &[(0, P12, P13), (1, 0x0001, 0x0040)];
    const P46: &[(usize, u64, u64)] = &[(0, P12, P13), (1, 0x0001, 0x0004)];
    const P47: &[(usize, u64, u64)] = &[(0, P12, P13), (1, 0x0001, 0x0002)];
    let rows: &[Sum] = &[
        ("-132", "nvidia.ampere.mma.k8.bf16.bf16.f32", 8, SMALL, 0, 0),
        ("-133", "nvidia.hopper.mma.k8.bf16.bf16.f32", 8, SMALL, 0, 1),
        ("-19", "nvidia.volta.mma.f16.f16.f16", 4, P43, 0, 0),
        ("-19", "nvidia.volta.mma.f16.f16.f16", 4, P42, 0, 1),
        ("-19", "nvidia.turing.mma.k4.f16.f16.f16", 4, P43, 0, 0),
        ("-19", "nvidia.turing.mma.k4.f16.f16.f16", 4, P42, 0, 1),
        ("-20", "nvidia.turing.mma.k8.f16.f16.f16", 8, P45, 0, 0),
        ("-20", "nvidia.ada.mma.k8.f16.f16.f16", 8, P45, 0, 0),
        ("-21", "nvidia.hopper.mma.k8.f16.f16.f16", 8, P45, 0, 1),
        ("-21", "nvidia.blackwell.tcgen05.k16.f16.f16.f16", 16, P46, 0, 1),
        ("-21", "nvidia.blackwell.tcgen05.k16.f16.f16.f16", 16, P47, 0, 0),
    ];
    hold(rows);
}

#[test]
fn cut() {
    // 1 and twice 2^-24; 1 and four times 2^-25; 1 - 2^-25.
    const P24: &[(usize, u64, u64)] = &[(0, ONE, ONE), (1, P12, P12), (2, P12, P12)];
    const P25: &[(usize, u64, u64)] =
        &[(0, ONE, ONE), (1, P12, P13), (2, P12, P13), (3, P12, P13), (4, P12, P13)];
    const LESS: &[(usize, u64, u64)] = &[(0, ONE, ONE), (1, 0x8c00, P13)];
    let rows: &[Sum] = &[
        ("F 23", "nvidia.volta.mma.f16.f16.f32", 4, P24, 0, 0x3f80_0000),
        ("F 23", "nvidia.turing.mma.k4.f16.f16.f32", 4, P24, 0, 0x3f80_0000),
        ("F 24", "nvidia.turing.mma.k8.f16.f16.f32", 8, P24, 0, 0x3f80_0001),
        ("F 24", "nvidia.ampere.mma.k8.f16.f16.f32", 8, P25, 0, 0x3f80_0000),
        ("F 25", "nvidia.hopper.mma.k8.f16.f16.f32", 8, P25, 0, 0x3f80_0001),
        ("F 25", "nvidia.hopper.wgmma.k16.f16.f16.f32", 16, P25, 0, 0x3f80_0001),
        ("to zero", "nvidia.ampere.mma.k8.f16.f16.f32", 8, LESS, 0, 0x3f80_0000),
        ("result to zero", "nvidia.hopper.mma.k8.f16.f16.f32", 8, LESS, 0, 0x3f7f_ffff),
        // 1 and 1.5 2^-24.
        (
            "c",
            "nvidia.ada.mma.k4.tf32.tf32.f32",
            4,
            &[(0, 0x3f80_0000, 0x3f80_0000)],
            0x33c0_0000,
            0x3f80_0000,
        ),
    ];
    hold(rows);
}

#[test]
fn ends_of_the_ranges() {
    const BF16: &str = "nvidia.hopper.mma.k8.bf16.bf16.f32";
    const F16: &str = "nvidia.hopper.mma.k8.f16.f16.f16";
    let rows: &[Sum] = &[
        ("2^128", BF16, 8, &[(0, 0x5980, 0x5980)], 0x7f7f_ffff, 0x7f80_0000),
        ("below 2^128", BF16, 8, &[(0, 0x5980, 0x5900)], 0x7f7f_ffff, 0x7f7f_ffff),
        ("-2^128", BF16, 8, &[(0, 0xff00, 0x4000)], 0, 0xff80_0000),
        (
            "no infinite product",
            BF16,
            8,
            &[(0, 0x7f00, 0x4000), (1, 0xff00, 0x4000)],
            0x3f80_0000,
            0,
        ),
        ("65520", F16, 8, &[(0, 0x4c00, ONE)], 0x7bff, 0x7c00),
        ("65519", F16, 8, &[(0, 0x4b80, ONE)], 0x7bff, 0x7bff),
        ("subnormal c", BF16, 8, &[], 0x8000_0001, 0x8000_0001),
        ("-2^-150", BF16, 8, &[(0, 0x9a00, 0x1a00)], 0, 0),
        ("-2^-26", F16, 8, &[(0, 0x8800, P13)], 0, 0),
        ("-2^-24", F16, 8, &[(0, 0x8c00, P12)], 0, 0x8001),
        ("1 - 1", F16, 8, &[(0, ONE, ONE)], 0xbc00, 0),
    ];
    hold(rows);
}

#[test]
fn special_values() {
    const F32: &str = "nvidia.ampere.mma.k8.f16.f16.f32";
    const F16: &str = "nvidia.ampere.mma.k8.f16.f16.f16";
    const TF32: &str = "nvidia.ampere.mma.k4.tf32.tf32.f32";
    let rows: &[Sum] = &[
        ("NaN", F32, 8, &[(0, 0xfe01, ONE)], 0, 0x7fff_ffff),
        ("NaN c", F16, 8, &[], 0xfe00, 0x7fff),
        ("infinity times zero", F32, 8, &[(3, 0x7c00, 0x8000)], 0x7f80_0000, 0x7fff_ffff),
        ("both signs", F32, 8, &[(0, 0x7c00, ONE)], 0xff80_0000, 0x7fff_ffff),
        ("both signs", F16, 8, &[(0, 0x7c00, ONE), (1, 0xfc00, ONE)], 0, 0x7fff),
        ("an infinity", F16, 8, &[(0, 0x7c00, 0xbc00)], ONE, 0xfc00),
        ("an infinite c", F32, 8, &[(0, ONE, ONE)], 0xff80_0000, 0xff80_0000),
        ("c of binary16", "nvidia.volta.mma.f16.f16.f32.f16", 4, &[], 0x0001, 0x3380_0000),
        ("NaN c of binary16", "nvidia.turing.mma.k4.f16.f16.f32.f16", 4, &[], 0xfc01, 0x7fff_ffff),
        ("a payload cleared", TF32, 4, &[(0, 0x7f80_0001, 0x3f80_0000)], 0, 0x7f80_0000),
        ("a payload kept", TF32, 4, &[(0, 0x7f80_2000, 0x3f80_0000)], 0, 0x7fff_ffff),
        ("cleared to zero", TF32, 4, &[(0, 0x0000_1fff, 0x7f80_0000)], 0, 0x7fff_ffff),
        ("cleared", TF32, 4, &[(0, 0xbf80_1fff, 0x3f80_1fff)], 0, 0xbf80_0000),
        (
            "e4m3 has no infinity",
            "nvidia.ada.mma.k16.e4m3.e4m3.f16",
            16,
            &[(0, 0x78, 0x38)],
            0,
            0x5c00,
        ),
        ("e4m3's NaN", "nvidia.ada.mma.k16.e4m3.e4m3.f16", 16, &[(0, 0xff, 0x38)], 0, 0x7fff),
        (
            "e5m2's infinity",
            "nvidia.ada.mma.k16.e4m3.e5m2.f32",
            16,
            &[(0, 0xb8, 0x7c)],
            0,
            0xff80_0000,
        ),
    ];
    hold(rows);
}

#[test]
fn split() {
    const PAIRS: &[(usize, u64, u64)] = &[(0, ONE, ONE), (1, P12, P12), (8, P12, P12)];
    // 1, and 2^-11 in each group.
    const TIES: &[(usize, u64, u64)] = &[(0, ONE, ONE), (1, P11, ONE), (8, P11, ONE)];
    // 2^127 twice: infinite before the second group.
    const LARGE: &[(usize, u64, u64)] = &[(0, 0x7f00, 0x4000), (8, 0xff00, 0x4000)];
    let rows: &[Sum] = &[
        ("two groups", "nvidia.ampere.mma.k16.f16.f16.f32", 16, PAIRS, 0, 0x3f80_0000),
        ("one group", "nvidia.hopper.mma.k16.f16.f16.f32", 16, PAIRS, 0, 0x3f80_0001),
        ("rounded between", "nvidia.ampere.mma.k16.f16.f16.f16", 16, TIES, 0, 0x3c00),
        ("rounded once", "nvidia.hopper.mma.k16.f16.f16.f16", 16, TIES, 0, 0x3c01),
        ("infinite between", "nvidia.ada.mma.k16.bf16.bf16.f32", 16, LARGE, 0, 0x7f80_0000),
    ];
    hold(rows);
}

#[test]
fn eight_bits() {
    // e4m3: 1, 2^-13, 2^-14.
    const SUM: &[(usize, u64, u64)] = &[(0, 0x38, 0x38), (1, 0x08, 0x04), (2, 0x04, 0x04)];
    const ADA: &str = "nvidia.ada.mma.k32.e4m3.e4m3.f32";
    let rows: &[Sum] = &[
        ("F 13", ADA, 32, SUM, 0, 0x3f80_0400),
        ("F 13", "nvidia.hopper.wgmma.k32.e4m3.e4m3.f32", 32, SUM, 0, 0x3f80_0400),
        ("F 25", "nvidia.rtxblackwell.mma.k16.e4m3.e4m3.f32", 16, SUM, 0, 0x3f80_0600),
        ("F 25", "nvidia.blackwell.tcgen05.k32.e4m3.e4m3.f32", 32, SUM, 0, 0x3f80_0600),
        ("c is cut", ADA, 32, &[], 0x3f80_07ff, 0x3f80_0400),
        ("subnormal", ADA, 32, &[], 0x8000_07ff, 0x8000_0400),
        ("zero", ADA, 32, &[], 0x8000_03ff, 0),
        ("infinity", ADA, 32, &[(0, 0xfe, 0x7e)], 0xff7f_fc00, 0xff7f_fc00),
        // The second group's 2^-13 twice, the first's 1.
        (
            "groups of 16",
            ADA,
            32,
            &[(0, 0x38, 0x38), (16, 0x08, 0x04), (31, 0x08, 0x04)],
            0,
            0x3f80_0800,
        ),
        (
            "small formats",
            "nvidia.blackwell.tcgen05.k32.e2m1.e3m2.f16",
            32,
            &[(31, 0xa, 0x0c)],
            0,
            0xbc00,
        ),
        (
            "small formats",
            "nvidia.rtxblackwell.mma.k32.e2m3.e5m2.f32",
            32,
            &[(31, 0x08, 0x3c)],
            0,
            0x3f80_0000,
        ),
    ];
    hold(rows);
}

#[test]
fn eight_bits_as_sixteen() {
    const F16: &str = "nvidia.hopper.mma.k32.e4m3.e4m3.f16";
    const F32: &str = "nvidia.blackwell.mma.k32.e4m3.e5m2.f32";
    const E5M2: &str = "nvidia.hopper.mma.k32.e5m2.e5m2.f16";
    let rows: &[Sum] = &[
        // 1 and twice 2^-11.
        ("one sum", F16, 32, &[(0, 0x38, 0x38), (1, 0x08, 0x10), (4, 0x08, 0x10)], 0, 0x3c01),
        ("two sums", F16, 32, &[(0, 0x38, 0x38), (1, 0x08, 0x10), (6, 0x08, 0x10)], 0, 0x3c00),
        // 1 and c = 1.5 2^-24.
        ("c to nearest", F32, 32, &[(0, 0x38, 0x3c)], 0x33c0_0000, 0x3f80_0001),
        // 2^-9 2^15, four times 2^-9 2^-10: 2^-9 counts as a normal number.
        (
            "exponents of binary16",
            F32,
            32,
            &[(0, 1, 0x78), (1, 1, 0x14), (4, 1, 0x14), (5, 1, 0x14), (8, 1, 0x14)],
            0,
            0x4280_0001,
        ),
        // 2^-16 2^15, twice 2^-13 2^-12: 2^-16 is subnormal in both.
        (
            "exponents of binary16",
            "nvidia.blackwell.mma.k32.e5m2.e5m2.f32",
            32,
            &[(0, 1, 0x78), (1, 0x08, 0x0c), (4, 0x08, 0x0c)],
            0,
            0x3f00_0000,
        ),
        ("x - x", F16, 32, &[(0, 0x38, 0x38)], 0xbc00, 0),
        ("-0", F16, 32, &[], 0x8000, 0),
        ("NaN c", F16, 32, &[], 0xfe01, 0x7fff),
        ("NaN c", F32, 32, &[], 0xff80_0001, 0x7fff_ffff),
        ("infinities", F16, 32, &[(0, 0x7e, 0x7e)], 0xfc00, 0x7fff),
        ("overflow stays", E5M2, 32, &[(0, 0x7b, 0x40), (2, 0xfb, 0x40)], 0, 0x7c00),
    ];
    hold(rows);
}

#[test]
fn chains() {
    const ONES: &[(usize, u64, u64)] = &[(0, D, D), (1, D, D), (2, D, D), (3, D, D)];
    const D: u64 = 0x3ff0_0000_0000_0000;
    const ID: &str = "nvidia.ampere.mma.k4.f64.f64.f64";
    const MINUS: u64 = 1 << 63;
    let rows: &[Sum] = &[
        ("2^53 + 1, four times", ID, 4, ONES, 0x4340_0000_0000_0000, 0x4340_0000_0000_0000),
        ("1 four times", ID, 4, ONES, 0, 0x4010_0000_0000_0000),
        ("NaN", ID, 4, &[(3, u64::MAX, D)], 0, 0x7ff8_0000_0000_0000),
        ("subnormal", "nvidia.hopper.mma.k16.f64.f64.f64", 16, &[(15, 1, D)], 0, 1),
        ("-0", ID, 4, &[(0, MINUS, 0), (1, MINUS, 0), (2, 0, MINUS), (3, MINUS, 0)], MINUS, MINUS),
    ];
    hold(rows);
}
