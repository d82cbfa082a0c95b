//! SFU-01 to SFU-16, ALU-01 to ALU-05, TRN-01 to TRN-03.

use super::{Bench, Kind, word};

/// A function's code and mode, operand and result.
fn one(row: u64, column: u64, mode: u8, x: u64) -> (u64, u8) {
    let mut bench = Bench::new();
    bench.thread.rounding = mode;
    let bytes = if column == 0 { 4 } else { 2 };
    // The mask leaves other elements alone.
    bench.thread.mask = 1;
    bench.put(2, 0, bytes, &[x; 16][..32 / bytes]);
    bench.ok(word(4, &[(10, 1), (12, 4 * row + column), (18, 1), (26, 2), (62, 1)]));
    (bench.get(1, 0, bytes), bench.thread.flags)
}

#[test]
fn special_functions() {
    let rows: [(u64, u64, u64, u64); 29] = [
        (0, 0, 0x3f80_0000, 0x3f3b_26a8),
        (0, 0, 0xc120_0000, 0x383e_6997),
        (1, 0, 0x3f80_0000, 0x3f57_6aa4),
        (1, 0, 0x7f7f_ffff, 0xbf05_99b3),
        (2, 0, 0x3f80_0000, 0x3f0a_5140),
        (2, 0, 0x42c8_0000, 0x3f5c_c0ee),
        (3, 0, 0x3f00_0000, 0x3fb5_04f3),
        (3, 0, 0xc315_0000, 1),
        (4, 0, 0x4120_0000, 0x4054_9a78),
        (4, 0, 1, 0xc315_0000),
        (5, 0, 0x3f80_0000, 0x402d_f854),
        (5, 0, 0x42b1_7218, 0x7f80_0000),
        (6, 0, 0x4040_0000, 0x3eaa_aaab),
        (6, 0, 0x40_0000, 0x7f00_0000),
        (7, 0, 0x4000_0000, 0x3fb5_04f3),
        (7, 0, 1, 0x1a35_04f3),
        (8, 0, 0x4000_0000, 0x3f35_04f3),
        (8, 0, 1, 0x64b5_04f3),
        (9, 0, 0x3f80_0000, 0x3f42_f7d6),
        (9, 0, 0x4110_0000, 0x3f7f_ffff),
        (9, 1, 0x3f80, 0x3f43),
        (9, 1, 0x3dcd, 0x3dcc),
        (5, 2, 0x3c00, 0x4170),
        (5, 2, 0x498b, 0x7bf7),
        (5, 2, 0x498c, 0x7c00),
        (6, 2, 0x4200, 0x3555),
        (6, 2, 0x0200, 0x7800),
        (0, 1, 0x3f80, 0x3f3b),
        (0, 1, 0xc0a0, 0x3bdb),
    ];
    for (row, column, x, expected) in rows {
        assert_eq!(one(row, column, 0, x).0, expected, "row {row}, column {column}, {x:#x}");
    }
    for (mode, expected) in
        (0..).zip([0x402d_f854, 0x402d_f854, 0x402d_f854, 0x402d_f855, 0x402d_f854])
    {
        assert_eq!(one(5, 0, mode, 0x3f80_0000).0, expected);
    }
}

#[test]
fn special_values() {
    let (infinity, minus, nan) = (0x7f80_0000, 0xff80_0000, 0x7fc0_0000);
    let rows: [(u64, u64, u64, u8); 14] = [
        (6, 0, infinity, 8),
        (6, minus, 0x8000_0000, 0),
        (4, 0, minus, 8),
        (4, 0xbf80_0000, nan, 16),
        (4, 0x3f80_0000, 0, 0),
        (7, 0x8000_0000, 0x8000_0000, 0),
        (8, 0x8000_0000, minus, 8),
        (1, infinity, nan, 16),
        (9, minus, 0xbf80_0000, 0),
        (0, minus, 0, 0),
        (0, 0, 0x3f00_0000, 0),
        (5, minus, 0, 0),
        (2, 0x8000_0000, 0x3f80_0000, 0),
        (5, 0x7f80_0001, nan, 16),
    ];
    for mode in 0..5 {
        for (row, x, expected, flags) in rows {
            assert_eq!(one(row, 0, mode, x), (expected, flags), "row {row}, {x:#x}, mode {mode}");
        }
    }
}

/// Two or three operands: rows 0, 1, 8, 9, and 16 for FMA.
fn several(row: u64, column: u64, mode: u8, operands: &[u64], negated: u64) -> u64 {
    let mut bench = Bench::new();
    bench.thread.rounding = mode;
    for (i, code) in operands.iter().enumerate() {
        bench.put(2 + i, 0, if column == 0 { 4 } else { 2 }, &[*code]);
    }
    let registers = [(18, 1), (26, 2), (34, 3)];
    bench.ok(if row == 16 {
        word(4, &[(10, 3), (12, column), (42, 4), (55, negated)]) | word(4, &registers)
    } else {
        word(4, &[(10, 2), (12, 4 * row + column), (46, negated)]) | word(4, &registers)
    });
    bench.get(1, 0, if column == 0 { 4 } else { 2 })
}

#[test]
fn arithmetic() {
    let (one, nan) = (0x3f80_0000, 0x7fc0_0000);
    assert_eq!(several(16, 0, 0, &[0x3f80_0001, 0x3f80_0001, 0xbf80_0002], 0), 0x2880_0000);
    for (mode, expected) in (0..).zip([0x3f80, 0x3f80, 0x3f80, 0x3f81, 0x3f81]) {
        assert_eq!(several(0, 1, mode, &[0x3f80, 0x3b80], 0), expected);
    }
    for (mode, expected) in (0..).zip([0, 0, 0, 1, 1]) {
        assert_eq!(several(1, 2, mode, &[1, 0x3800], 0), expected);
    }
    for row in [8, 9] {
        assert_eq!(several(row, 0, 0, &[nan, one], 0), one);
        assert_eq!(several(row, 0, 7, &[nan, 0x7fc0_0001], 0), nan);
    }
    assert_eq!(several(8, 0, 0, &[0x8000_0000, 0], 0), 0x8000_0000);
    assert_eq!(several(9, 0, 0, &[0x8000_0000, 0], 0), 0);
    assert_eq!(several(0, 0, 0, &[one, one], 2), 0);
    assert_eq!(several(0, 0, 2, &[one, one], 2), 0x8000_0000);
}

#[test]
fn sources() {
    let mut bench = Bench::new();
    bench.thread.x[5] = 0xffff_ffff_4000_0000;
    bench.thread.f[6] = 0xffff_ffff_4040_0000;
    bench.thread.f[7] = 0x3f80_0000;
    let talu = |kind: u64, register: u64| {
        word(4, &[(10, 2), (18, 1), (26, register), (34, 3), (42, kind)])
    };
    bench.ok(talu(1, 5));
    assert_eq!(bench.get(1, 1020, 4), 0x4000_0000);
    bench.ok(talu(2, 6));
    assert_eq!(bench.get(1, 512, 4), 0x4040_0000);
    bench.ok(talu(2, 7));
    assert_eq!(bench.get(1, 0, 4), 0x7fc0_0000);
    bench.fails(talu(1, 32), Kind::Illegal);
    bench.fails(talu(3, 0), Kind::Illegal);
}

#[test]
fn transposes() {
    for (code, bytes, from, to) in
        [(7, 2, 0xca, 0xa6), (3, 1, 0x21, 0x21), (3, 1, 0x22, 0x41), (15, 4, 0x84, 0x24)]
    {
        let mut bench = Bench::new();
        bench.put(2, from, bytes, &[0x7b]);
        bench.ok(word(4, &[(10, 1), (12, code), (18, 3), (26, 2)]));
        assert_eq!(bench.get(3, to, bytes), 0x7b, "code {code}");
        bench.fails(word(4, &[(10, 1), (12, code), (18, 3), (26, 2), (61, 1)]), Kind::Illegal);
    }
}
