//! FFT and IFFT.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;
use seeded::{Draw, Random};
use std::f64::consts::TAU;

fn transform(operation: O, points: &[f32]) -> Trial {
    let fields =
        [("src", Unit::Fp32.code()), ("des", Unit::Fp32.code()), ("len", points.len() as u64 / 2)];
    Trial::new(operation).set(&fields).load("s", Unit::Fp32, &fp32(points)).into(&["d"])
}

#[test]
fn four_points_of_the_guide() {
    let written = transform(O::Fft, &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0]).one();
    assert_eq!(written, fp32(&[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]));
    // And back.
    let back = transform(O::Ifft, &[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]).one();
    assert_eq!(back, fp32(&[1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0]));
}

#[rstest]
fn what_cancels_is_positive_zero(
    #[values(1, 2, 3, 5, 6, 7, 8, 12, 15)] count: usize,
    #[values(1.0, -3.5)] x: f32,
) {
    // Equal points: one line of the spectrum; the line alone: equal points.
    let equal: Vec<f32> = [x, 0.0].repeat(count);
    let mut line = vec![0.0; 2 * count];
    line[0] = x * count as f32;
    assert_eq!(transform(O::Fft, &equal).one(), fp32(&line), "{count}");
    assert_eq!(transform(O::Ifft, &line).one(), fp32(&equal), "{count}");
    // -0 is 0.
    assert_eq!(transform(O::Fft, &vec![-0.0; 2 * count]).one(), vec![0; 2 * count]);
}

#[rstest]
fn sums_of_turned_points(
    #[values(1, 2, 3, 4, 5, 8, 9, 10, 16, 30)] count: usize,
    #[values(O::Fft, O::Ifft)] operation: O,
) {
    let mut random = Random::of("xdsa transforms");
    let points: Vec<f32> = (0..2 * count).map(|_| random.below(200) as f32 - 100.0).collect();
    let written = transform(operation, &points).floats();
    let (sign, over) = if operation == O::Fft { (-1.0, 1.0) } else { (1.0, count as f64) };
    for k in 0..count {
        let (mut re, mut im) = (0.0, 0.0);
        for n in 0..count {
            let (sine, cosine) = (sign * TAU * ((n * k % count) as f64) / count as f64).sin_cos();
            let (x, y) = (f64::from(points[2 * n]), f64::from(points[2 * n + 1]));
            (re, im) = (re + x * cosine - y * sine, im + x * sine + y * cosine);
        }
        for (got, expected) in written[2 * k..].iter().zip([re / over, im / over]) {
            let error = 1e-12 * count as f64;
            let (low, high) = ((expected - error) as f32, (expected + error) as f32);
            assert!(
                low <= *got && *got <= high,
                "{k} of {count}: {got}, not {expected}, seed {}",
                seeded::seed()
            );
        }
    }
}

#[test]
fn one_rounding() {
    // 2^24 + 1 - 2^24 in any order; an angle of 1/8: (1 - i)/sqrt 2 times 1.
    let big = 16_777_216.0;
    let written = transform(O::Fft, &[big, 0.0, 1.0, 0.0, -big, 0.0, 0.0, 0.0]).one();
    assert_eq!(written, fp32(&[1.0, 0.0, 2.0 * big, -1.0, -1.0, 0.0, 2.0 * big, 1.0]));
    let mut second = [0.0; 16];
    second[2] = 1.0;
    let root = std::f32::consts::FRAC_1_SQRT_2;
    let turned = [
        1.0, 0.0, root, -root, 0.0, -1.0, -root, -root, -1.0, 0.0, -root, root, 0.0, 1.0, root,
        root,
    ];
    assert_eq!(transform(O::Fft, &second).one(), fp32(&turned));
}

#[test]
fn units_of_results() {
    let run = |src: Unit, des: u64, parts: &[u64]| {
        let fields = [("src", src.code()), ("des", des), ("len", parts.len() as u64 / 2)];
        Trial::new(O::Fft).set(&fields).load("s", src, parts).into(&["d"]).run()
    };
    assert_eq!(run(Unit::Fp16, 0, &[0x3c00, 0x4000]), Ok(vec![vec![0x3c00, 0x4000]]));
    assert_eq!(run(Unit::Fp16, 11, &[0x3c00, 0x4000]), Ok(vec![vec![0x3f80_0000, 0x4000_0000]]));
    assert_eq!(run(Unit::Fp32, 10, &[0x3f80_0001, 0x7f7f_ffff]), Ok(vec![vec![0x3c00, 0x7c00]]));
    assert_eq!(run(Unit::Fp64, 12, &[1, 2]), Ok(vec![vec![1, 2]]));
    for des in 1..10 {
        assert_eq!(run(Unit::Fp32, des, &[0, 0]), Err(Kind::UnitNotAllowed));
    }
    assert_eq!(run(Unit::Fp32, 13, &[0, 0]), Err(Kind::ReservedCode));
    assert_eq!(run(Unit::Sint8, 11, &[0, 0]), Err(Kind::UnitNotAllowed));
    assert_eq!(run(Unit::Fp32, 11, &[]), Err(Kind::BadLength));
}

#[test]
fn one_infinity_spoils_all() {
    for lost in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        assert_eq!(transform(O::Fft, &[1.0, 2.0, 0.0, lost]).one(), [NAN; 4]);
        assert_eq!(transform(O::Ifft, &[lost, 2.0, 0.0, 0.0]).one(), [NAN; 4]);
    }
}

#[test]
fn what_is_wrong() {
    for operation in [O::Fft, O::Ifft] {
        for field in ["sat", "rnd", "dir", "tsgn", "imm16"] {
            let trial = transform(operation, &[0.0, 0.0]).set(&[(field, 1)]);
            assert_eq!(trial.run(), Err(Kind::ReservedBits), "{field}");
        }
        let far = transform(operation, &[0.0, 0.0]).set(&[("len", u64::from(u32::MAX))]);
        assert_eq!(far.run(), Err(Kind::AddressRange));
        let many = transform(operation, &[0.0, 0.0]).set(&[("len", (1 << 14) + 1)]);
        assert_eq!(many.run(), Err(Kind::TooLarge));
    }
}
