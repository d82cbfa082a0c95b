//! The rows of NVIDIA's table: what is kept of a product beside a larger term, and how far a group reaches.

use super::{Sum, hold};

/// Ids with one number format that has 2^-12, K, g, F.
const UNITS: &[(&str, &str, usize, usize, i32)] = &[
    ("volta.mma", "f16.f16.f32", 4, 4, 23),
    ("turing.mma.k8", "f16.f16.f32", 8, 8, 24),
    ("turing.mma.k4", "f16.f16.f32", 4, 4, 23),
    ("ampere.mma.k16", "f16.f16.f32", 16, 8, 24),
    ("ampere.mma.k16", "bf16.bf16.f32", 16, 8, 24),
    ("ampere.mma.k8", "tf32.tf32.f32", 8, 4, 24),
    ("ada.mma.k8", "f16.f16.f32", 8, 8, 24),
    ("ada.mma.k8", "bf16.bf16.f32", 8, 8, 24),
    ("ada.mma.k4", "tf32.tf32.f32", 4, 4, 24),
    ("hopper.mma.k16", "f16.f16.f32", 16, 16, 25),
    ("hopper.mma.k16", "bf16.bf16.f32", 16, 16, 25),
    ("hopper.mma.k8", "tf32.tf32.f32", 8, 8, 25),
    ("blackwell.mma.k4", "tf32.tf32.f32", 4, 4, 25),
    ("rtxblackwell.mma.k8", "bf16.bf16.f32", 8, 8, 25),
    ("hopper.wgmma.k16", "f16.f16.f32", 16, 16, 25),
    ("hopper.wgmma.k16", "bf16.bf16.f32", 16, 16, 25),
    ("hopper.wgmma.k8", "tf32.tf32.f32", 8, 8, 25),
    ("blackwell.tcgen05.k16", "f16.f16.f32", 16, 16, 25),
    ("blackwell.tcgen05.k16", "bf16.bf16.f32", 16, 16, 25),
    ("blackwell.tcgen05.k8", "tf32.tf32.f32", 8, 8, 25),
];

/// 2^exponent in binary32.
fn power(exponent: i32) -> u64 {
    ((exponent + 127) as u64) << 23
}

#[test]
fn places_and_groups() {
    for &(unit, formats, k, g, kept) in UNITS {
        let id = format!("nvidia.{unit}.{formats}");
        let small = match formats.split_once('.').unwrap().0 {
            "f16" => 0x0c00,
            "bf16" => 0x3980,
            _ => 0x3980_0000,
        };
        let ask = |pairs: &[(usize, u64, u64)], c| {
            super::ask(&id, &[], &super::operands(k, pairs, c)).out[0]
        };
        // A group of 2^-24 beside c = 2^(kept - 24), and beside twice that.
        let group: Vec<(usize, u64, u64)> = (0..g).map(|k| (k, small, small)).collect();
        let seen = (g as u64) << 23 >> kept;
        assert_eq!(ask(&group, power(kept - 24)), power(kept - 24) + seen, "{id}: F");
        assert_eq!(ask(&group, power(kept - 23)), power(kept - 23), "{id}: F");
        // 2^-24 at both ends of the group, and in the next.
        let ends = [(0, small, small), (g - 1, small, small)];
        assert_eq!(ask(&ends, power(0)), power(0) + u64::from(kept >= 24), "{id}: g");
        if k > g {
            let apart = [(0, small, small), (g, small, small)];
            assert_eq!(ask(&apart, power(0)), power(0), "{id}: g");
        }
    }
}

#[test]
fn eight_bits() {
    // Twice 2^-14, and 1 at 16.
    const E4M3: &[(usize, u64, u64)] = &[(0, 4, 4), (1, 4, 4), (16, 0x38, 0x38)];
    // 1 and four times 2^-25, or eight times 2^-26 in the lower half and 1 at the end.
    const P25: &[(usize, u64, u64)] =
        &[(0, 0x3c, 0x3c), (1, 8, 0xc), (2, 8, 0xc), (3, 8, 0xc), (4, 8, 0xc)];
    const P26: &[(usize, u64, u64)] = &[
        (0, 8, 8),
        (1, 8, 8),
        (2, 8, 8),
        (3, 8, 8),
        (4, 8, 8),
        (5, 8, 8),
        (6, 8, 8),
        (7, 8, 8),
        (31, 0x3c, 0x3c),
    ];
    let rows: &[Sum] = &[
        ("16", "nvidia.ada.mma.k32.e4m3.e4m3.f32", 32, E4M3, 0, 0x3f80_0400),
        ("32", "nvidia.hopper.wgmma.k32.e4m3.e4m3.f32", 32, E4M3, 0, 0x3f80_0000),
        ("F 25", "nvidia.blackwell.tcgen05.k32.e5m2.e5m2.f32", 32, P25, 0, 0x3f80_0001),
        ("F 25", "nvidia.rtxblackwell.mma.k32.e5m2.e5m2.f32", 32, P25, 0, 0x3f80_0001),
        ("F 25", "nvidia.rtxblackwell.mma.k16.e5m2.e5m2.f32", 16, P25, 0, 0x3f80_0001),
        ("32", "nvidia.blackwell.tcgen05.k32.e5m2.e5m2.f32", 32, P26, 0, 0x3f80_0000),
        ("32", "nvidia.rtxblackwell.mma.k32.e5m2.e5m2.f32", 32, P26, 0, 0x3f80_0000),
    ];
    hold(rows);
}

#[test]
fn least_exponent() {
    // 2^-149, of two terms of which the smaller is 2^-156, 2^-158, 2^-159.
    const P156: &[(usize, u64, u64)] = &[(0, 0x1a7e, 0x1a00), (1, 0x1880, 0x1880)];
    const P158: &[(usize, u64, u64)] = &[(0, 0x1a60, 0x1a12), (1, 0x1800, 0x1800)];
    const P159: &[(usize, u64, u64)] = &[(0, 0x1a04, 0x1a78), (1, 0x1800, 0x1780)];
    // 2^-25 and 2^-44 in binary16.
    const P44: &[(usize, u64, u64)] = &[(0, 0x0c00, 0x0800), (1, 0x0001, 0x0010)];
    let rows: &[Sum] = &[
        ("-132", "nvidia.ada.mma.k16.bf16.bf16.f32", 16, P156, 0, 1),
        ("-132", "nvidia.ada.mma.k16.bf16.bf16.f32", 16, P158, 0, 0),
        ("-133", "nvidia.blackwell.tcgen05.k16.bf16.bf16.f32", 16, P158, 0, 1),
        ("-133", "nvidia.hopper.wgmma.k16.bf16.bf16.f32", 16, P159, 0, 0),
        ("-19", "nvidia.turing.mma.k4.f16.f16.f16", 4, P44, 0, 0),
        ("-20", "nvidia.ampere.mma.k16.f16.f16.f16", 16, P44, 0, 1),
    ];
    hold(rows);
}
