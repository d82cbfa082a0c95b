//! Conformance cases of MX conversions and products (RISC-V Tile), as data.

use super::*;
use crate::format::Fp4E2m1;
use crate::mx::{Block, Quantization, quantize};

/// Values, the rest of 32 being +0; the scale, elements.
type Case = (&'static str, Rounding, &'static [u32], u64, &'static [u64]);

const RNE: Rounding = Rounding::NearestEven;

const QUANTIZE: [Case; 17] = [
    ("mxfp8_e4m3", RNE, &[0x3f80_0000, 0x3f00_0000, 0xbeaa_aaab], 0x77, &[0x78, 0x70, 0xeb]),
    ("mxfp8_e4m3", RNE, &[0x3fff_ffff, 0x3f80_0000], 0x77, &[0x7e, 0x78]),
    ("mxfp8_e4m3", RNE, &[0x0000_0001, 0x8000_0000], 0x00, &[0x00, 0x80]),
    ("mxfp8_e5m2", RNE, &[0x3f80_0000, 0x3eaa_aaab], 0x70, &[0x78, 0x71]),
    ("mxfp8_e5m2", Rounding::TowardZero, &[0x3fff_ffff, 0xbf80_0000], 0x70, &[0x7b, 0xf8]),
    (
        "mxfp4_e2m1",
        RNE,
        &[0x40c0_0000, 0x4040_0000, 0x3f80_0000, 0x3e80_0000, 0xbf00_0000, 0x4020_0000],
        0x7f,
        &[7, 5, 2, 0, 9, 4],
    ),
    ("mxfp4_e2m1", RNE, &[0x40e0_0000, 0xc060_0000], 0x7f, &[0x7, 0xe]),
    (
        "mxfp6_e3m2",
        RNE,
        &[0x41e0_0000, 0x3f80_0000, 0x3d00_0000, 0x3dc0_0000],
        0x7f,
        &[0x1f, 0x0c, 0x00, 0x02],
    ),
    (
        "mxfp6_e2m3",
        RNE,
        &[0x40f0_0000, 0x3f80_0000, 0x3d80_0000, 0x3e40_0000],
        0x7f,
        &[0x1f, 0x08, 0x00, 0x02],
    ),
    (
        "mxint8",
        RNE,
        &[0x3f80_0000, 0x3f00_0000, 0x3c00_0000, 0x3cc0_0000],
        0x7f,
        &[0x40, 0x20, 0x00, 0x02],
    ),
    ("mxint8", RNE, &[0x3fff_ffff, 0xbfff_ffff], 0x7f, &[0x7f, 0x81]),
    ("mxint4", RNE, &[0x3f80_0000, 0x3e00_0000, 0xbec0_0000], 0x7f, &[0x4, 0x0, 0xe]),
    (
        "mxint4",
        Rounding::NearestAway,
        &[0x3f80_0000, 0x3e00_0000, 0xbec0_0000],
        0x7f,
        &[0x4, 0x1, 0xe],
    ),
    ("mxfp4_e2m1", RNE, &[0x0000_0000, 0x8000_0000], 0x00, &[0x0, 0x8]),
    ("mxfp4_e2m1", RNE, &[0x3f80_0000, 0x7f80_0000], 0xff, &[0x0, 0x0]),
    ("mxfp8_e4m3", RNE, &[0x7f7f_ffff], 0xf6, &[0x7e]),
    ("mxint8", RNE, &[0x7f7f_ffff], 0xfe, &[0x7f]),
];

#[test]
fn quantisation() {
    for (name, rounding, listed, scale, right) in QUANTIZE {
        let mut values = [0; 32];
        for (value, &bits) in values.iter_mut().zip(listed) {
            *value = u64::from(bits);
        }
        let mut elements = [u64::MAX; 32];
        let env = Env::IEEE.rounding(rounding);
        let (from, rules) = (&Binary32::FORMAT, Quantization::OCP);
        let made = named(name).quantize(&values, from, &mut elements, rules, &env).unwrap();
        assert_eq!(made.bits, scale, "{name} {listed:x?}");
        assert_eq!(&elements[..right.len()], right, "{name} {listed:x?}");
        assert!(elements[right.len()..].iter().all(|&e| e == 0), "{name} {listed:x?}");
    }
}

/// Elements and scales of both sides, addend, direction, sum.
type Product = ([&'static str; 2], [u64; 2], [&'static [u64]; 2], u64, Rounding, u64);

const UP: Rounding = Rounding::Up;

const DOT: [Product; 8] = [
    (["mxfp4_e2m1"; 2], [0x80, 0x7e], [&[7; 32], &[7; 32]], 0, RNE, 0x4490_0000),
    // The second block of a longer row, on the first one's sum.
    (["mxfp4_e2m1"; 2], [0x97, 0x7f], [&[2; 32], &[2; 32]], 0x4200_0000, RNE, 0x4e00_0000),
    (["mxint8"; 2], [0x7f, 0x7f], [&[0x40; 32], &[0x20; 32]], 0, RNE, 0x4180_0000),
    (
        ["mxfp6_e2m3", "mxfp6_e3m2"],
        [0x7f, 0x80],
        [&[0x1f; 32], &[0x1f; 32]],
        0x3f80_0000,
        RNE,
        0x4652_0400,
    ),
    (["mxfp4_e2m1"; 2], [0xff, 0x7f], [&[2; 32], &[2; 32]], 0, RNE, 0x7fc0_0000),
    (["mxfp4_e2m1"; 2], [0xfe, 0xfe], [&[7; 32], &[7; 32]], 0, RNE, 0x7f80_0000),
    (["mxfp4_e2m1"; 2], [0x00, 0x00], [&[1], &[1]], 0, RNE, 0x0000_0000),
    (["mxfp4_e2m1"; 2], [0x00, 0x00], [&[1], &[1]], 0, UP, 0x0000_0001),
];

#[test]
fn products() {
    for (names, scales, elements, addend, rounding, right) in DOT {
        let block =
            |i: usize| Block { format: named(names[i]), scale: scales[i], elements: elements[i] };
        let env = Env::IEEE.rounding(rounding);
        let sum = block(0).dot(&block(1), addend, &Binary32::FORMAT, &env).unwrap();
        assert_eq!(sum.bits, right, "{names:?} {scales:x?}");
    }
}

#[test]
fn scales_and_integer_elements() {
    let single = |name, scale, element| {
        let mut value = [0];
        named(name).dequantize(scale, &[element], &Binary32::FORMAT, &mut value, &Env::IEEE);
        value[0]
    };
    for (element, right) in
        [(0x40, 0x3f80_0000), (0x7f, 0x3ffe_0000), (0x81, 0xbffe_0000), (0x80, 0xc000_0000)]
    {
        assert_eq!(single("mxint8", 0x7f, element), right);
    }
    for (element, right) in [(4, 0x3f80_0000), (7, 0x3fe0_0000), (9, 0xbfe0_0000), (8, 0xc000_0000)]
    {
        assert_eq!(single("mxint4", 0x7f, element), right);
    }
    for (scale, right) in [
        (0x7f, 0x3f80_0000),
        (0x00, 0x0040_0000),
        (0x01, 0x0080_0000),
        (0xfe, 0x7f00_0000),
        (0xff, 0x7fc0_0000),
    ] {
        assert_eq!(single("mxfp4_e2m1", scale, 2), right);
    }
}

#[test]
fn other_blocks_are_no_mx() {
    let other = named("mncore2_bf_half");
    let half = &Binary16::FORMAT;
    assert_eq!(other.quantize(&[0], half, &mut [0], Quantization::OCP, &Env::IEEE), None);
    let [a, b] = [other, named("mxint8")].map(|format| Block { format, scale: 0, elements: &[0] });
    assert_eq!(a.dot(&b, 0, half, &Env::IEEE), None);
    assert_eq!(b.dot(&a, 0, half, &Env::IEEE), None);
    // Elements too wide for an exact sum of this size.
    let wide = BlockFormat { element: Binary32::FORMAT, ..*named("mxint8") };
    let c = Block { format: &wide, ..b };
    assert_eq!(c.dot(&b, 0, half, &Env::IEEE), None);
}

/// What is not there is not read or written.
#[test]
fn uneven_lengths() {
    let mut elements = [9; 3];
    let one = 1f32.to_bits();
    let made = quantize::<Binary32, Fp4E2m1>(&[one], &mut elements, Quantization::OCP, &Env::IEEE);
    assert_eq!((made.bits, elements), (125, [6, 9, 9]));
    // 8 lies behind what has room and does not count for the scale.
    let mut element = [9];
    let values = [one, 8f32.to_bits()];
    let made = quantize::<Binary32, Fp4E2m1>(&values, &mut element, Quantization::OCP, &Env::IEEE);
    assert_eq!((made.bits, element), (125, [6]));
    let none = quantize::<Binary32, Fp4E2m1>(&[], &mut element, Quantization::OCP, &Env::IEEE);
    assert_eq!((none.bits, none.flags), (0, Flags::NONE));
}
