//! One example a group, worked out by hand. All that was worked out so stands in the golden cases.

use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{self, Fp16, Fp32, Fp64, Sint8, Sint32, Uint8};
use rstest::rstest;

const NAN: u64 = 0x7e00;
const INF: u64 = 0x7c00;
const MINUS: u64 = 0x8000;

#[rstest]
#[case("relu", Fp16, &[0xbc00, 0x4000, MINUS, 0xfe00, 0xfc00, INF], &[0, 0x4000, 0, NAN, 0, INF])]
#[case("relu", Sint8, &[0x80, 0x7f], &[0, 0x7f])]
// fp16 of -fp32(0.01) is A11F: 0.0099945 away from 0.01 by less than half a place.
#[case("leaky_relu", Fp16, &[0xbc00, 0x3c00, MINUS, 0xfc00], &[0xa11f, 0x3c00, MINUS, 0xfc00])]
#[case("sigmoid", Fp32, &[0, 0x3f80_0000, 0xff80_0000, 0x7f80_0000], &[0x3f00_0000, 0x3f3b_26a8, 0, 0x3f80_0000])]
// -0 - -0 = +0. 2050 - 1 is a middle, and 2 e^-4100 below 2^-1200 of it: 2048.
#[case("tanh_shrink", Fp16, &[MINUS, INF, 0xfc00, 0x6801, 0x6802, 0xe801], &[0, INF, 0xfc00, 0x6800, 0x6802, 0xe800])]
fn activations(#[case] name: &str, #[case] unit: Unit, #[case] x: &[u64], #[case] right: &[u64]) {
    let mut trial = Trial::default();
    trial.put_codes(0x200, unit, x);
    let (name, len) = (format!("ai.{name}"), x.len());
    let done = trial.run(&name, &format!("s=0x200 d=0x300 len={len} src_unit={unit}"));
    let found = done.unwrap().codes(0x300, unit, len as u64);
    assert_eq!(found, right, "{name}: {found:x?}");
}

fn reduced(
    name: &str,
    unit: Unit,
    axis: u8,
    sizes: [u64; 3],
    codes: &[u64],
    count: u64,
) -> Vec<u64> {
    let mut trial = Trial::default();
    trial.put_codes(0x200, unit, codes);
    let [c, h, w] = sizes;
    let fields = format!("s=0x200 d=0x4000 src_unit={unit} axis={axis} fc={c} fh={h} fw={w}");
    trial.run(name, &fields).unwrap().codes(0x4000, unit, count)
}

#[test]
fn axes() {
    let codes: Vec<u64> = (0..12).collect();
    let sum = |axis, count| reduced("base.reduce_sum", Uint8, axis, [2, 3, 2], &codes, count);
    assert_eq!(sum(0, 12), codes);
    assert_eq!(sum(1, 6), [6, 8, 10, 12, 14, 16]);
    assert_eq!(sum(2, 4), [6, 9, 24, 27]);
    assert_eq!(sum(3, 6), [1, 5, 9, 13, 17, 21]);
    assert_eq!(sum(7, 1), [66]);
}

#[test]
fn zeros_are_equal_and_nan_wins() {
    let mut trial = Trial::default();
    let mut first = |name: &str, codes: &[u64]| {
        trial.put_codes(0x200, Fp16, codes);
        let fields = format!("s=0x200 d=0x300 len={} src=fp16 des=fp64", codes.len());
        trial.run(name, &fields).unwrap().get(0x300, Sint32, 1)[0]
    };
    assert_eq!(first("base.arg_max", &[0x8000, 0, 0xbc00]), 0.);
    assert_eq!(first("base.arg_min", &[0x3c00, 0, 0x8000]), 1.);
    assert_eq!(first("base.arg_min", &[0xfc00, 0xfe00, 0x7e00]), 1.);
    assert_eq!(first("base.arg_max", &[0xfc00, 0x7c00, 0x7c00]), 1.);
}

/// Source elements 0, 1, 2, ... at 0200, the results from 0300 on.
fn ramp(name: &str, fields: &str, source: u32, result: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    let numbers: Vec<f64> = (0..source).map(f64::from).collect();
    trial.put(0x200, Uint8, &numbers);
    Ok(trial.run(name, &format!("src_unit=uint8 d=0x300 {fields}"))?.get(0x300, Uint8, result))
}

// 2 channels, 2 rows, 3 columns: element (c, h, w) is 6c + 3h + w.
const SIZES: &str = "s=0x200 fc=2 fh=2 fw=3";

#[rstest]
#[case("shift_w=1", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])]
#[case("shift_w=62", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])] // -2
#[case("shift_c=31 shift_h=33", &[9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2])] // 31, -31
fn roll(#[case] shifts: &str, #[case] expected: &[u8]) {
    let found = ramp("base.roll", &format!("{SIZES} {shifts}"), 12, 12).unwrap();
    assert_eq!(found, expected.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
}

fn planes(side: &str, planes: u32, rows: u32, width: u32) -> String {
    format!("{side}_num_trans={planes} {side}_trans_size={} {side}_width={width} ", rows * width)
}

fn moved(fields: &str, result: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &(1..=24).map(f64::from).collect::<Vec<_>>());
    let fields = format!("s=0x200 d=0x300 data_unit=uint8 {fields}");
    Ok(trial.run("base.data_move", &fields)?.get(0x300, Uint8, result))
}

#[test]
fn strides_of_rows_and_planes() {
    let shape = planes("src", 2, 2, 2) + &planes("des", 2, 2, 2);
    let from = |strides: &str| moved(&format!("{shape} {strides}"), 8).unwrap();
    assert_eq!(from("src_line_stride=3"), [1., 2., 4., 5., 7., 8., 10., 11.]);
    assert_eq!(from("src_surface_stride=5"), [1., 2., 3., 4., 6., 7., 8., 9.]);
    assert_eq!(
        from("src_line_stride=1 src_surface_stride=10"),
        [1., 2., 2., 3., 11., 12., 12., 13.]
    );
    assert_eq!(from("des_line_stride=3"), [1., 2., 0., 3., 4., 0., 5., 6.]);
    // Rows that overlap in the destination: the later one wins.
    assert_eq!(from("des_line_stride=1")[..5], [1., 3., 5., 7., 8.]);
}

/// Two destinations of a matrix at 0200.
fn factors(name: &str, rows: u64, columns: u64, matrix: &[f64], counts: [u64; 2]) -> [Vec<f64>; 2] {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, matrix);
    let fields = format!("s=0x200 d0=0x1000 d1=0x2000 i_h={rows} i_w={columns} src_unit=fp64");
    trial.run(name, &fields).unwrap();
    let second = if name == "base.lu" { Sint32 } else { Fp64 };
    [trial.get(0x1000, Fp64, counts[0]), trial.get(0x2000, second, counts[1])]
}

#[test]
fn lu_of_odd_shapes() {
    // Ties: the first row; a column of zeros is skipped.
    let [packed, pivots] = factors("base.lu", 3, 3, &[0., 2., 1., 0., -2., 1., 0., 4., 0.], [9, 3]);
    // Column 0 is zero; column 1 from row 1: 4 is the largest of -2, 4.
    assert_eq!(packed, [0., 2., 1., 0., 4., 0., 0., -0.5, 1.]);
    assert_eq!(pivots, [1., 3., 3.]);
    let [packed, pivots] = factors("base.lu", 2, 3, &[3., 1., 2., -3., 1., 5.], [6, 2]);
    assert_eq!(packed, [3., 1., 2., -1., 2., 7.]);
    assert_eq!(pivots, [1., 2.]);
    let [packed, pivots] = factors("base.lu", 3, 1, &[1., -4., 2.], [3, 1]);
    assert_eq!((packed, pivots), (vec![-4., -0.25, -0.5], vec![2.]));
}

#[test]
fn shuffles_are_inverse() {
    // 8 channels of 1 x 2 to 2 channels of 2 x 4; element 10 c + w.
    let map: Vec<f64> = (0..8).flat_map(|c| (0..2).map(move |w| f64::from(10 * c + w))).collect();
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &map);
    let fields = "src_unit=uint8 scale=2";
    let shuffle = format!("{fields} fm=0x200 d=0x300 data_format=1 fc=8 fh=1 fw=2");
    trial.run("ai.pixel_shuffle", &shuffle).unwrap();
    let first = [0., 10., 1., 11., 20., 30., 21., 31.];
    assert_eq!(trial.get(0x300, Uint8, 8), first);
    assert_eq!(trial.get(0x308, Uint8, 8), first.map(|x| x + 40.));
    let back = format!("{fields} fm=0x300 d=0x340 data_format=1 fc=2 fh=2 fw=4");
    assert_eq!(trial.run("ai.pixel_unshuffle", &back).unwrap().get(0x340, Uint8, 16), map);
}
