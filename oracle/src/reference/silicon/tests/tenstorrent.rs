//! SIL-D31 to D34.

use super::ask;

const ONE: u64 = 0x3f80_0000;
const MINUS: u64 = 0xbf80_0000;
const INF: u64 = 0x7f80_0000;
const NAN: u64 = 0x7fc0_0000;
// 2^-63, 2^-64, 2^-24, 2^-30.
const P63: u64 = 0x2000_0000;
const P64: u64 = 0x1f80_0000;
const P24: u64 = 0x3380_0000;
const P30: u64 = 0x3080_0000;

#[test]
fn vector_unit() {
    // x, y, z, on Wormhole, on Blackhole.
    let rows: &[(&str, [u64; 3], u64, u64)] = &[
        ("a product", [ONE, MINUS, 0], MINUS, MINUS),
        ("a sum", [ONE, ONE, ONE], 0x4000_0000, 0x4000_0000),
        ("a tie", [P24, ONE, ONE], ONE, ONE),
        ("a tie", [P24, ONE, ONE + 1], ONE + 2, ONE + 2),
        // 2^-23 + 2^-46.
        ("sticky", [0x3400_0001, ONE, ONE], ONE + 1, ONE + 1),
        // 2^-24 + 2^-47 is above the tie.
        ("sticky", [P24 + 1, ONE, ONE], ONE + 1, ONE + 1),
        ("absorbed", [P30, MINUS, ONE], ONE, ONE),
        ("absorbed", [ONE, ONE, 0x8000_0000 | P30], ONE, ONE),
        // 1.5 + 1.5 2^-23 is a tie; -2^-60 is shifted out whole.
        ("absorbed", [ONE + 1, 0x3fc0_0000, 0xa180_0000], 0x3fc0_0002, 0x3fc0_0002),
        // Two bits are shifted out, of which Wormhole sees the last.
        ("n = 2", [0x3fff_fc00, 0x3fff_f800, ONE + 2], 0x409f_fa00, 0x409f_fa01),
        // 2^-126 - 2^-150.
        ("r = 0", [P64 + 0x007f_ffff, P63, 0], 0, 0x0080_0000),
        // -2^-149.
        ("r < 0", [0xa000_0001, P63, 0x0080_0000], 0, 0x8000_0000),
        ("+0", [MINUS, 0, 0], 0, 0),
        ("-0", [MINUS, 0, 0x8000_0000], 0, 0x8000_0000),
        ("-0", [ONE, 0, 0x8000_0000], 0, 0),
        ("subnormal z", [ONE, 0, 0x807f_ffff], 0, 0),
        ("subnormal x", [0x007f_ffff, 0x7f00_0000, ONE], ONE, ONE),
        ("z passes", [P63, P63 - 0x0100_0000, 0x8080_0000], 0x8080_0000, 0x8080_0000),
        ("x - x", [ONE, ONE, MINUS], 0, 0),
        ("least normal", [P63, P63, 0], 0x0080_0000, 0x0080_0000),
        ("flushed", [P63, P64, 0], 0, 0),
        ("flushed", [P63, 0x8000_0000 | P64, 0], 0, 0x8000_0000),
        ("overflow", [0x7f00_0000, 0x4000_0000, 0], INF, INF),
        ("overflow", [0x7f00_0000, 0xc000_0000, ONE], 0xff80_0000, 0xff80_0000),
        ("overflow of the sum", [0x7f00_0000, ONE, 0x7f00_0000], INF, INF),
        ("the product alone", [0x7f00_0000, 0x4000_0000, 0xff80_0000], 0x7f80_0001, 0xff80_0000),
        ("infinity", [INF, MINUS, ONE], 0xff80_0000, 0xff80_0000),
        ("infinite z", [ONE, ONE, 0xff80_0000], 0xff80_0000, 0xff80_0000),
        ("infinities", [INF, ONE, INF], INF, INF),
        ("both signs", [INF, ONE, 0xff80_0000], 0x7f80_0001, NAN),
        ("NaN", [NAN, ONE, 0], 0x7f80_0001, NAN),
        ("NaN", [ONE, 0xffc0_0000, 0], 0xff80_0001, NAN),
        ("NaN z", [ONE, ONE, 0xffc0_0000], 0xff80_0001, NAN),
        ("infinity times zero", [INF, 0, 0], 0x7f80_0001, NAN),
        ("infinity times subnormal", [0x0000_0001, 0xff80_0000, 0], 0xff80_0001, NAN),
        ("bits leak", [INF, 0, 0x3fc0_0000], 0x7fc0_0001, NAN),
        ("bits leak", [INF, 0, 0xbfc0_0000], 0x7fc0_0001, NAN),
    ];
    for &(what, [x, y, z], wormhole, blackhole) in rows {
        for (unit, expected) in [("wormhole", wormhole), ("blackhole", blackhole)] {
            let id = format!("tenstorrent.{unit}.sfpmad");
            let out = ask(&id, &[], &[vec![x], vec![y], vec![z]]).out;
            assert_eq!(out, [expected], "{what}: {id} {x:x} {y:x} {z:x}: {:x}", out[0]);
        }
    }
}

#[test]
fn negated() {
    type Row<'a> = (&'a [(&'a str, &'a str)], [u64; 3], u64);
    let rows: &[Row<'_>] = &[
        (&[("neg", "0")], [ONE, ONE, 0], MINUS),
        (&[("neg", "2")], [ONE, ONE, ONE], 0),
        (&[("neg", "0,2")], [ONE, 0, 0], 0x8000_0000),
        (&[("neg", "0,2")], [NAN, 0, 0], NAN),
    ];
    for &(options, [x, y, z], expected) in rows {
        let out = ask("tenstorrent.blackhole.sfpmad", options, &[vec![x], vec![y], vec![z]]).out;
        assert_eq!(out, [expected], "{options:?} {x:x} {y:x} {z:x}: {:x}", out[0]);
    }
}

#[test]
fn parts() {
    // SrcA's parts in phases 0 and 1, SrcB's in phases 0 and 2.
    let rows: &[(u64, [u64; 2], [u64; 2])] = &[
        (0x3fff_ffff, [0x3ff8_0000, 0x3d78_0000], [0x3ffe_0000, 0x3c70_0000]),
        (0xbfff_e000, [0xbff8_0000, 0xbd78_0000], [0xbffe_0000, 0xbc70_0000]),
        (ONE, [ONE, 0], [ONE, 0]),
        (0x3f80_2000, [ONE, 0], [ONE, 0x3a80_0000]),
        (0x807f_ffff, [0x8000_0000, 0], [0x8000_0000, 0]),
        (0x7fff_e000, [0x7ff8_0000, 0x7d78_0000], [0x7ffe_0000, 0x7c70_0000]),
        (0x7f80_0000, [0x7f80_0000, 0], [0x7f80_0000, 0]),
        // Subnormal parts: 2^-135, 2^-136.
        (0x0080_4000, [0x0080_0000, 0x0000_4000], [0x0080_0000, 0x0000_4000]),
        (0x8080_2000, [0x8080_0000, 0], [0x8080_0000, 0x8000_2000]),
    ];
    for &(x, a, b) in rows {
        for phase in 0..4 {
            let part = |id| ask(id, &[("phase", &phase.to_string())], &[vec![x]]).out;
            assert_eq!(part("tenstorrent.srca"), [a[phase % 2]], "a of {x:x} in {phase}");
            assert_eq!(part("tenstorrent.srcb"), [b[phase / 2]], "b of {x:x} in {phase}");
        }
    }
}

#[test]
fn integers() {
    // 1023 has 224 and 31 on SrcA's side, 1008 and 15 on SrcB's.
    let phases = [224 * 1008, 31 * 1008, 224 * 15, 31 * 15];
    for (phase, product) in phases.into_iter().enumerate() {
        let ask = |id, a: u64, b: u64, c: u64| {
            let count = if id == "tenstorrent.mvmul_int" { 16 } else { 1 };
            let operands = [vec![a; count], vec![b; count], vec![c]];
            ask(id, &[("phase", &phase.to_string())], &operands).out[0]
        };
        const MVMUL: &str = "tenstorrent.mvmul_int";
        const ELWMUL: &str = "tenstorrent.elwmul_int";
        assert_eq!(ask(ELWMUL, 0x3ff, 0x3ff, 1), product + 1);
        assert_eq!(ask(ELWMUL, 0x7ff, 0x3ff, 0), 1 << 31 | product);
        assert_eq!(ask(ELWMUL, 0x7ff, 0x7ff, 1 << 31 | product), 0);
        assert_eq!(ask(ELWMUL, 0x3ff, 0x3ff, 0x7fff_ffff), 0x7fff_ffff);
        assert_eq!(ask(ELWMUL, 0x3ff, 0x7ff, 0xffff_ffff), 0xffff_ffff);
        assert_eq!(ask(ELWMUL, 0x700, 0x3ff, 1 << 31), 0, "the top bits are not used");
        assert_eq!(ask(MVMUL, 0x3ff, 0x3ff, 0), 16 * product);
        assert_eq!(ask(MVMUL, 0x7ff, 0x3ff, 16 * product), 0);
    }
    let add = |a, b, c, options: &[(&str, &str)]| {
        ask("tenstorrent.elwadd_int", options, &[vec![a], vec![b], vec![c]]).out[0]
    };
    assert_eq!(add(0x3ff, 0x3ff, 1, &[]), 2047);
    assert_eq!(add(0x7ff, 1, 0, &[]), 0x8000_03fe);
    assert_eq!(add(0x7ff, 1, 0x7fff_ffff, &[("assign", "1")]), 0x8000_03fe);
    assert_eq!(add(1, 0, 0x7fff_ffff, &[]), 0x7fff_ffff);
    assert_eq!(add(0x401, 0, 0xffff_ffff, &[]), 0xffff_ffff);
    assert_eq!(add(0x400, 0x400, 0x8000_0000, &[]), 0);
}

#[test]
fn blocks() {
    // The element, the exponent, its number.
    let rows: &[(&str, u64, u64, u64)] = &[
        ("bfp8.bf16", 0x7f, 127, 0x3ffe),
        ("bfp8.bf16", 0x40, 127, 0x3f80),
        ("bfp8.bf16", 0xc1, 127, 0xbf82),
        ("bfp8.bf16", 0x01, 127, 0x3c80),
        ("bfp8.bf16", 0x01, 3, 0x7e80),
        ("bfp8.bf16", 0x00, 255, 0),
        ("bfp8.bf16", 0x80, 127, 0xff80),
        ("bfp4.bf16", 0x3, 127, 0x3f40),
        ("bfp4.bf16", 0xf, 127, 0xbfe0),
        ("bfp4.bf16", 0x8, 0, 0xff80),
        ("bfp2.bf16", 0x1, 127, 0x3f80),
        ("bfp2.bf16", 0x3, 128, 0xc000),
        ("bfp2.bf16", 0x2, 128, 0xff80),
        ("bfp8a.f16", 0x40, 15, 0x3c00),
        ("bfp8a.f16", 0xff, 15, 0xbff0),
        ("bfp8a.f16", 0x01, 15, 0x2400),
        ("bfp8a.f16", 0x80, 15, 0xfc00),
        ("bfp8a.f16", 0x00, 15, 0),
        ("bfp8a.f16", 0x20, 0, 0x7c00),
        ("bfp4a.f16", 0xb, 15, 0xba00),
        ("bfp2a.f16", 0x1, 47, 0x3c00),
    ];
    for &(name, code, x, expected) in rows {
        let id = format!("tenstorrent.{name}");
        let out = ask(&id, &[], &[[vec![code], vec![0; 15]].concat(), vec![x]]).out;
        let rest = vec![0; 15];
        assert_eq!(out, [vec![expected], rest].concat(), "{id} {code:x} {x}: {:x}", out[0]);
    }
}

#[test]
fn conversions() {
    assert_eq!(ask("tenstorrent.fp8.f16", &[], &[vec![0xfd]]).out, [0xfd00]);
    assert_eq!(ask("tenstorrent.f32.tf32", &[], &[vec![0xffff_ffff]]).out, [0xffff_e000]);
}
