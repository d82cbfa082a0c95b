//! SIL-D14, D15.

use super::{ask, operands};

/// What it shows, pairs, c, scales of a and of b, result.
type Scaled =
    (&'static str, &'static [(usize, u64, u64)], u64, &'static [u64], &'static [u64], u64);

fn hold(id: &str, k: usize, rows: &[Scaled]) {
    for &(what, pairs, c, wa, wb, expected) in rows {
        let mut all = operands(k, pairs, c);
        all.extend([wa.to_vec(), wb.to_vec()]);
        let out = ask(id, &[], &all).out;
        assert_eq!(out, [expected], "{what}: {id}: {:x}, not {expected:x}", out[0]);
    }
}

#[test]
fn eight_bits() {
    const ONE: &[(usize, u64, u64)] = &[(0, 0x38, 0x38)];
    let rows: &[Scaled] = &[
        ("one", ONE, 0, &[127], &[127], 0x3f80_0000),
        ("c is not scaled", ONE, 0x3f80_0000, &[128], &[128], 0x40a0_0000),
        ("NaN scale", &[], 0, &[0xff], &[127], 0x7fff_ffff),
        ("NaN scale", &[], 0xff80_0000, &[127], &[0xff], 0x7fff_ffff),
        ("2^-254", ONE, 0x8000_0001, &[0], &[0], 0x8000_0001),
        ("2^254", ONE, 0, &[254], &[254], 0x7f80_0000),
        ("zeros stay zeros", &[(0, 0, 0x38)], 0x3080_0000, &[254], &[254], 0x3080_0000),
        // 2^14 and 2^-12, both scaled by 2^-20, reach 26 places.
        (
            "exponents are scaled",
            &[(0, 0x70, 0x70), (1, 0x88, 0x08)],
            0,
            &[107],
            &[127],
            0x3c80_0000,
        ),
        ("the same unscaled", &[(0, 0x70, 0x70), (1, 0x88, 0x08)], 0, &[127], &[127], 0x4680_0000),
    ];
    hold("nvidia.blackwell.tcgen05_mxf8f6f4.k32.e4m3.e4m3.f32", 32, rows);
    hold("nvidia.rtxblackwell.mma_mxf8f6f4.k32.e4m3.e4m3.f32", 32, rows);
}

#[test]
fn powers_of_two() {
    const ONE: &[(usize, u64, u64)] = &[(0, 2, 2)];
    let rows: &[Scaled] = &[
        ("one", ONE, 0, &[127, 127], &[127, 127], 0x3f80_0000),
        ("the second block", &[(31, 2, 2), (32, 2, 0xa)], 0, &[127, 128], &[127, 127], 0xbf80_0000),
        ("35 places", ONE, 0xae00_0000, &[127, 127], &[127, 127], 0x3f7f_ffff),
        ("36 places", ONE, 0xad80_0000, &[127, 127], &[127, 127], 0x3f80_0000),
        ("zero groups count", &[], 0x3d00_0000, &[127, 147], &[127, 147], 0),
        ("NaN scale", &[], 0x7f80_0000, &[127, 0xff], &[127, 127], 0x7fff_ffff),
        ("NaN c", &[], 0x7f80_0001, &[127, 127], &[127, 127], 0x7fff_ffff),
        ("infinite c", ONE, 0xff80_0000, &[127, 127], &[127, 127], 0xff80_0000),
        // A sum of 16 products of 36.
        (
            "exact group",
            &[(0, 7, 7), (1, 7, 7), (2, 0xf, 7)],
            0,
            &[127, 127],
            &[126, 127],
            0x4190_0000,
        ),
        ("minus zero", &[], 0x8000_0000, &[127, 127], &[127, 127], 0),
        ("2^-254", ONE, 0, &[0, 0], &[0, 0], 0),
        ("2^254", ONE, 0, &[254, 0], &[254, 0], 0x7f80_0000),
    ];
    hold("nvidia.blackwell.tcgen05_mxf4.k64.e2m1.e2m1.f32", 64, rows);
    hold("nvidia.rtxblackwell.mma_mxf4.k64.e2m1.e2m1.f32", 64, rows);
}

#[test]
fn numbers_as_scales() {
    const FOUR: &[(usize, u64, u64)] = &[(0, 2, 2), (16, 2, 2), (32, 2, 2), (48, 2, 2)];
    const ONE: [u64; 4] = [0x38; 4];
    const ONES: &[u64] = &ONE;
    let rows: &[Scaled] = &[
        ("four groups", FOUR, 0, ONES, ONES, 0x4080_0000),
        ("a zero scale", FOUR, 0, &[0, 0x38, 0x38, 0x38], ONES, 0x4040_0000),
        ("1.125, 2, the sign ignored", FOUR, 0, &[0xb9, 0x40, 0x38, 0x38], ONES, 0x40a4_0000),
        ("NaN scale", FOUR, 0, &[0x38, 0x38, 0x38, 0xff], ONES, 0x7fff_ffff),
        ("NaN scale", FOUR, 0, ONES, &[0x7f, 0x38, 0x38, 0x38], 0x7fff_ffff),
        // 2^-9 has exponent -6: -2^-42 is cut.
        ("a subnormal scale", FOUR, 0xaa80_0000, &[1, 0, 0, 0], ONES, 0x3b00_0000),
        // A zero scale has -126: the group of 2^-6 stands at 2^-41.
        ("a zero scale's exponent", FOUR, 0xab00_0000, &[0x08, 0, 0, 0], ONES, 0x3c7f_ffff),
    ];
    hold("nvidia.blackwell.tcgen05_nvf4.k64.e2m1.e2m1.f32", 64, rows);
    hold("nvidia.rtxblackwell.mma_nvf4.k64.e2m1.e2m1.f32", 64, rows);
}

#[test]
fn powers_as_scales_of_short_blocks() {
    const FOUR: &[(usize, u64, u64)] = &[(0, 2, 2), (16, 2, 2), (32, 2, 2), (48, 2, 2)];
    const ONES: &[u64] = &[127; 4];
    let rows: &[Scaled] = &[
        ("four groups", FOUR, 0, ONES, ONES, 0x4080_0000),
        // 1 + 2 + 4 + 8
        ("a scale each", FOUR, 0, &[127, 128, 128, 129], &[127, 127, 128, 128], 0x4170_0000),
        ("NaN scale", FOUR, 0, &[127, 127, 127, 255], ONES, 0x7fff_ffff),
        // A zero has no code: 2^-127 twice, and the group stands at 2^-254.
        ("the smallest scales", &[(0, 2, 2)], 0, &[0; 4], &[0; 4], 0),
    ];
    hold("nvidia.blackwell.tcgen05_mxf4nvf4.k64.e2m1.e2m1.f32", 64, rows);
    hold("nvidia.rtxblackwell.mma_mxf4nvf4.k64.e2m1.e2m1.f32", 64, rows);
}
