//! CVT-01 to CVT-24, MXQ-01 to MXQ-18, DEC-01 to DEC-10.

use super::{Bench, Kind, word};

const TO: u64 = 16;
const FROM: u64 = 32;

fn tcvt(code: u64, mode: u64, saturation: u64) -> u64 {
    word(4, &[(12, code), (18, TO), (26, FROM), (36, mode), (39, saturation)])
}

/// FP32 to FP8 (row 7 or 8), in OCP's codes or those of Table 29.
fn narrow(row: u64, column: u64, ocp: bool, code: u64, mode: u64, saturation: u64) -> u64 {
    let mut bench = Bench::new();
    bench.thread.control = u64::from(ocp) << 2;
    bench.put(FROM as usize, 0, if column == 0 { 4 } else { 2 }, &[code]);
    bench.ok(tcvt(4 * row + column, mode, saturation));
    bench.get(TO as usize, 0, 1)
}

#[test]
fn directions() {
    let rows: [(u64, [u64; 5]); 8] = [
        (0x3f88_0000, [0x40, 0x40, 0x40, 0x41, 0x41]),
        (0xbf88_0000, [0xc0, 0xc0, 0xc1, 0xc0, 0xc1]),
        (0x3f8c_0000, [0x41, 0x40, 0x40, 0x41, 0x41]),
        (0x3a00_0000, [0, 0, 0, 1, 1]),
        (0x3a00_0001, [1, 0, 0, 1, 1]),
        (0x3a40_0000, [1, 0, 0, 1, 1]),
        (0xba00_0000, [0, 0, 0x81, 0, 0x81]),
        (0xb980_0000, [0, 0, 0x81, 0, 0]),
    ];
    for (code, expected) in rows {
        for (mode, expected) in (0..).zip(expected) {
            assert_eq!(narrow(7, 0, false, code, mode, 0), expected, "{code:#x}, mode {mode}");
        }
    }
}

#[test]
fn saturations() {
    let rows: [(u64, bool, u64, [u64; 4]); 13] = [
        (7, false, 0x4378_0000, [0x7f, 0x7f, 0x7f, 0x80]),
        (7, false, 0x4370_0000, [0x7f; 4]),
        (7, false, 0x4377_0000, [0x7f; 4]),
        (7, false, 0x7f80_0000, [0x80, 0x7f, 0x7f, 0x80]),
        (7, false, 0xff80_0000, [0x80, 0, 0xff, 0x80]),
        (7, false, 0x7fc0_0000, [0x80; 4]),
        (7, true, 0x43e8_0000, [0x7e; 4]),
        (7, true, 0x43e8_8000, [0x7e, 0x7e, 0x7e, 0x7f]),
        (7, true, 0xc3e8_8000, [0xfe, 0, 0xfe, 0x7f]),
        (7, true, 0x7f80_0000, [0x7f, 0x7e, 0x7e, 0x7f]),
        (8, true, 0x4770_0000, [0x7b, 0x7b, 0x7b, 0x7c]),
        (8, true, 0x476f_ffff, [0x7b; 4]),
        (8, true, 0x7f80_0000, [0x7c, 0x7b, 0x7b, 0x7c]),
    ];
    for (row, ocp, code, expected) in rows {
        for (saturation, expected) in (0..).zip(expected) {
            let code_of = narrow(row, 0, ocp, code, 0, saturation);
            assert_eq!(code_of, expected, "{code:#x}, row {row}, saturation {saturation}");
        }
    }
    for (row, ocp, expected) in [(7, false, 0), (7, true, 0x80), (8, false, 0), (8, true, 0x80)] {
        assert_eq!(narrow(row, 0, ocp, 0x8000_0000, 0, 0), expected);
    }
    for (mode, saturation, expected) in [(0, 0, 0x7b), (0, 3, 0x7c), (1, 3, 0x7b)] {
        assert_eq!(narrow(8, 2, true, 0x7bff, mode, saturation), expected);
    }
    for (mode, saturation, expected) in [(0, 0, 0xfe), (0, 3, 0xfe), (3, 3, 0xfe)] {
        assert_eq!(narrow(7, 1, true, 0xc3e8, mode, saturation), expected);
    }
}

/// A block of FP32: its scale, and its first codes.
fn block(row: u64, mode: u64, values: &[u64], bits: usize) -> (u8, Vec<u64>) {
    let mut bench = Bench::new();
    bench.put(FROM as usize, 0, 4, values);
    bench.ok(tcvt(4 * row, mode, 0));
    let code = |i: usize| super::super::microscaling::code(&bench.thread.tiles, 16, i * bits, bits);
    (bench.thread.scales[16][0], (0..values.len()).map(code).collect())
}

#[test]
fn blocks() {
    type Row<'a> = (u64, usize, u64, &'a [u64], u8, &'a [u64]);
    let rows: [Row<'_>; 17] = [
        (0, 8, 0, &[0x3f80_0000, 0x3f00_0000, 0xbeaa_aaab], 0x77, &[0x78, 0x70, 0xeb]),
        (0, 8, 0, &[0x3fff_ffff, 0x3f80_0000], 0x77, &[0x7e, 0x78]),
        (0, 8, 0, &[1, 0x8000_0000], 0, &[0, 0x80]),
        (1, 8, 0, &[0x3f80_0000, 0x3eaa_aaab], 0x70, &[0x78, 0x71]),
        (1, 8, 1, &[0x3fff_ffff, 0xbf80_0000], 0x70, &[0x7b, 0xf8]),
        (
            4,
            4,
            0,
            &[0x40c0_0000, 0x4040_0000, 0x3f80_0000, 0x3e80_0000, 0xbf00_0000, 0x4020_0000],
            0x7f,
            &[7, 5, 2, 0, 9, 4],
        ),
        (4, 4, 0, &[0x40e0_0000, 0xc060_0000], 0x7f, &[7, 0xe]),
        (2, 6, 0, &[0x41e0_0000, 0x3f80_0000, 0x3d00_0000, 0x3dc0_0000], 0x7f, &[0x1f, 12, 0, 2]),
        (3, 6, 0, &[0x40f0_0000, 0x3f80_0000, 0x3d80_0000, 0x3e40_0000], 0x7f, &[0x1f, 8, 0, 2]),
        (5, 8, 0, &[0x3f80_0000, 0x3f00_0000, 0x3c00_0000, 0x3cc0_0000], 0x7f, &[0x40, 0x20, 0, 2]),
        (5, 8, 0, &[0x3fff_ffff, 0xbfff_ffff], 0x7f, &[0x7f, 0x81]),
        (6, 4, 0, &[0x3f80_0000, 0x3e00_0000, 0xbec0_0000], 0x7f, &[4, 0, 0xe]),
        (6, 4, 4, &[0x3f80_0000, 0x3e00_0000, 0xbec0_0000], 0x7f, &[4, 1, 0xe]),
        (4, 4, 0, &[0, 0x8000_0000], 0, &[0, 8]),
        (4, 4, 0, &[0x3f80_0000, 0x7f80_0000], 0xff, &[0, 0]),
        (0, 8, 0, &[0x7f7f_ffff], 0xf6, &[0x7e]),
        (5, 8, 0, &[0x7f7f_ffff], 0xfe, &[0x7f]),
    ];
    for (row, bits, mode, values, scale, codes) in rows {
        assert_eq!(
            block(row, mode, values, bits),
            (scale, codes.to_vec()),
            "row {row}, {values:x?}"
        );
    }
}

#[test]
fn six_bits_are_packed_densely() {
    let mut bench = Bench::new();
    bench.put(
        FROM as usize,
        0,
        4,
        &[0x3d80_0000, 0x3e00_0000, 0x3e40_0000, 0x3e80_0000, 0x41e0_0000],
    );
    bench.ok(tcvt(8, 0, 0));
    assert_eq!(bench.get(TO as usize, 0, 3), 0x10_3081);
}

/// Decoding by the conversions back (TILE-D49).
#[test]
fn decoding() {
    let rows: [(u64, u64, &[u64], &[u64]); 9] = [
        (
            31,
            0,
            &[0x38, 0x40, 0x7f, 0x01, 0x07, 0x08, 0x80],
            &[
                0x3f00_0000,
                0x3f80_0000,
                0x4370_0000,
                0x3a80_0000,
                0x3be0_0000,
                0x3c00_0000,
                0x7fc0_0000,
            ],
        ),
        (
            31,
            4,
            &[0x38, 0x7e, 0x01, 0x7f, 0x80],
            &[0x3f80_0000, 0x43e0_0000, 0x3b00_0000, 0x7fc0_0000, 0x8000_0000],
        ),
        (35, 0, &[0x40, 0x7f, 1, 0x80], &[0x3f80_0000, 0x4760_0000, 0x3700_0000, 0x7fc0_0000]),
        (35, 4, &[0x3c, 0x7b, 0x7c, 1], &[0x3f80_0000, 0x4760_0000, 0x7f80_0000, 0x3780_0000]),
        (11, 0, &[0x1f | 1 << 6 | 0xc << 12], &[0x41e0_0000, 0x3d80_0000, 0x3f80_0000]),
        (15, 0, &[0x1f | 1 << 6 | 8 << 12], &[0x40f0_0000, 0x3e00_0000, 0x3f80_0000]),
        (19, 0, &[0x17, 9], &[0x40c0_0000, 0x3f00_0000, 0xbf00_0000]),
        (23, 0, &[0x40, 0x7f, 0x81, 0x80], &[0x3f80_0000, 0x3ffe_0000, 0xbffe_0000, 0xc000_0000]),
        (27, 0, &[0x74, 0x89], &[0x3f80_0000, 0x3fe0_0000, 0xbfe0_0000, 0xc000_0000]),
    ];
    for (code, control, from, to) in rows {
        let mut bench = Bench::new();
        bench.thread.control = control;
        (32..35).for_each(|tile| bench.thread.scales[tile] = [0x7f; 64]);
        let bytes = if matches!(code, 11 | 15) { 3 } else { 1 };
        bench.put(FROM as usize, 0, bytes, from);
        bench.ok(tcvt(code, 0, 0));
        for (i, expected) in to.iter().enumerate() {
            assert_eq!(bench.get(TO as usize, 4 * i, 4), *expected, "code {code}, element {i}");
        }
        bench.settings.extensions = false;
        bench.fails(tcvt(code, 0, 0), Kind::Illegal);
    }
    // Scales by an element of 1.
    for (scale, expected) in [
        (0x7f, 0x3f80_0000),
        (0, 0x40_0000),
        (1, 0x80_0000),
        (0xfe, 0x7f00_0000),
        (0xff, 0x7fc0_0000),
    ] {
        let mut bench = Bench::new();
        bench.put(FROM as usize, 0, 1, &[0x38]);
        bench.thread.scales[32][0] = scale;
        bench.ok(tcvt(3, 0, 0));
        assert_eq!(bench.get(TO as usize, 0, 4), expected);
    }
}

/// TILE-D83, D88: flags and scales under a mask.
#[test]
fn masks() {
    let mut bench = Bench::new();
    bench.thread.mask = 2;
    bench.thread.scales[16] = [9; 64];
    bench.put(FROM as usize, 0, 4, &[0x7f80_0001]);
    bench.put(FROM as usize, 128, 4, &[0x3f80_0000]);
    bench.ok(tcvt(0, 0, 0) | 1 << 43);
    assert_eq!(bench.thread.flags, 0);
    assert_eq!(bench.thread.scales[16][..3], [9, 0x77, 9]);
    assert_eq!(bench.thread.scales[16][32..], [0; 32]);
    assert_eq!((bench.get(TO as usize, 0, 1), bench.get(TO as usize, 32, 1)), (0, 0x78));
}

/// TILE-D113: a negated zero of a format without -0 stays +0.
#[test]
fn negated_zeros() {
    const MINUS: u64 = 1 << 31;
    let without = [(5, false, 0), (6, false, 0), (7, false, 0), (8, false, 0)];
    let with = [(4, false, MINUS), (7, true, MINUS), (8, true, MINUS)];
    for (row, ocp, zero) in without.into_iter().chain(with) {
        let mut bench = Bench::new();
        bench.thread.control = u64::from(ocp) << 2;
        bench.thread.scales[FROM as usize] = [0x7f; 64];
        bench.put(TO as usize, 0, 4, &[0x5a5a_5a5a]);
        bench.ok(tcvt(4 * row + 3, 0, 0) | 1 << 42);
        assert_eq!(bench.get(TO as usize, 0, 4), zero, "row {row}, OCP {ocp}");
    }
}
