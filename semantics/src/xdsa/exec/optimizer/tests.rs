//! Optimizers against the formulas of torch.optim, each assignment rounded to binary32.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;
use seeded::{Draw, Random};

const ALL: [O; 7] =
    [O::Sgd, O::Momentum, O::AdaGrad, O::AdaDelta, O::RmsProp, O::CenteredRmsprop, O::Adam];

/// lr, beta1, beta2, eps, weight decay.
type Words = [f32; 5];

fn optimizer(operation: O, words: Words, time: u64, operands: &[&[f32]]) -> Trial {
    let mut fields =
        vec![("unit", Unit::Fp32.code()), ("w0", operands[0].len() as u64), ("w6", time)];
    fields
        .extend(["w1", "w2", "w3", "w4", "w5"].into_iter().zip(words.map(|w| w.to_bits().into())));
    let pointers = ["p0", "p1", "p2", "p3"].into_iter().zip(operands);
    pointers.fold(Trial::new(operation).set(&fields), |trial, (field, operand)| {
        trial.load(field, Unit::Fp32, &fp32(operand))
    })
}

fn run(operation: O, words: Words, time: u64, operands: &[&[f32]]) -> Vec<Vec<u64>> {
    optimizer(operation, words, time, operands).run().unwrap_or_else(|kind| panic!("{kind}"))
}

#[test]
fn sgd_of_the_guide() {
    let written = run(O::Sgd, [0.5, 9.0, 9.0, 9.0, 0.0], 1, &[&[1.0, 4.0], &[2.0, -2.0]]);
    assert_eq!(written, [fp32(&[0.0, 5.0])]);
    // g + 2 p = 4 and 6; with a decay of -0 g alone.
    let written = run(O::Sgd, [0.5, 0.0, 0.0, 0.0, 2.0], 1, &[&[1.0, 4.0], &[2.0, -2.0]]);
    assert_eq!(written, [fp32(&[-1.0, 1.0])]);
    let written = run(O::Sgd, [0.5, 0.0, 0.0, 0.0, -0.0], 1, &[&[f32::INFINITY], &[2.0]]);
    assert_eq!(written, [[0x7f80_0000]]);
}

#[test]
fn steps_are_rounded_and_no_others() {
    // (1 + 2^-23)^2 - 1 - 2^-22 = 2^-46: nothing is left of it where the product is rounded.
    let g = 1.0 + 2f32.powi(-23);
    let written = run(O::Sgd, [g, 0.0, 0.0, 0.0, 0.0], 1, &[&[1.0 + 2f32.powi(-22)], &[g]]);
    assert_eq!(written, [fp32(&[-2f32.powi(-46)])]);
    // Weight decay is a step: 2^24 + 1 is rounded before it is subtracted from 2^24.
    let big = 16_777_216.0;
    let written = run(O::Sgd, [1.0, 0.0, 0.0, 0.0, 1.0], 1, &[&[big], &[1.0]]);
    assert_eq!(written, [fp32(&[0.0])]);
}

#[test]
fn momentum_starts_with_the_gradient() {
    let operands: [&[f32]; 3] = [&[1.0, 2.0], &[4.0, -8.0], &[100.0, 100.0]];
    let words = [0.25, 0.5, 0.0, 0.0, 0.0];
    assert_eq!(run(O::Momentum, words, 1, &operands), [fp32(&[0.0, 4.0]), fp32(&[4.0, -8.0])]);
    let later = [fp32(&[-12.5, -8.5]), fp32(&[54.0, 42.0])];
    assert_eq!(run(O::Momentum, words, 2, &operands), later);
    assert_eq!(run(O::Momentum, words, 0, &operands), later);
}

#[test]
fn whole_numbers() {
    // sum 5 + 4 = 9; 1 - 2 * 2 / (3 + 1)
    let words = [2.0, 0.0, 0.0, 1.0, 0.0];
    assert_eq!(run(O::AdaGrad, words, 1, &[&[1.0], &[2.0], &[5.0]]), [fp32(&[0.0]), fp32(&[9.0])]);
    // 0.75 * 4 + 0.25 * 4 = 4; 1 - 2 * 2 / (2 + 6)
    let words = [2.0, 0.75, 0.0, 6.0, 0.0];
    assert_eq!(run(O::RmsProp, words, 1, &[&[1.0], &[2.0], &[4.0]]), [fp32(&[0.5]), fp32(&[4.0])]);
    // average (6 + 4) / 2 = 5, mean (0 + 2) / 2 = 1, variance 4: 1 - 2 * 2 / (2 + 6)
    let words = [2.0, 0.5, 0.0, 6.0, 0.0];
    let written = run(O::CenteredRmsprop, words, 1, &[&[1.0], &[2.0], &[6.0], &[0.0]]);
    assert_eq!(written, [fp32(&[0.5]), fp32(&[5.0]), fp32(&[1.0])]);
    // average 0.5 * 2 + 0.5 * 4 = 3; sqrt((3 + 1) / (3 + 1)) * 2 = 2; 5 - 0.5 * 2; 0.5 * 3 + 0.5 * 4
    let words = [0.5, 0.5, 0.0, 1.0, 0.0];
    let written = run(O::AdaDelta, words, 1, &[&[5.0], &[2.0], &[2.0], &[3.0]]);
    assert_eq!(written, [fp32(&[4.0]), fp32(&[3.0]), fp32(&[3.5])]);
    // m = 0.5 * 2 + 0.5 * 4 = 3, v = 0.75 * 0 + 0.25 * 16 = 4; t = 1: 3 / 0.5 = 6, 4 / 0.25 = 16; 8 - 2 * 6 / (4 + 2)
    let words = [2.0, 0.5, 0.75, 2.0, 0.0];
    let written = run(O::Adam, words, 1, &[&[8.0], &[4.0], &[2.0], &[0.0]]);
    assert_eq!(written, [fp32(&[6.0]), fp32(&[3.0]), fp32(&[4.0])]);
    // t = 2: 3 / 0.75 = 4, 7 / (7/16) = 16; v = 0.75 * 4 + 0.25 * 16 = 7.
    let written = run(O::Adam, words, 2, &[&[8.0], &[4.0], &[2.0], &[4.0]]);
    assert_eq!(written, [fp32(&[(8.0_f64 - 8.0 / 6.0) as f32]), fp32(&[3.0]), fp32(&[7.0])]);
}

fn round(x: f64) -> f64 {
    f64::from(x as f32)
}

/// One parameter in binary64, every assignment rounded to binary32.
fn model(operation: O, words: [f64; 5], time: u64, operands: [f64; 4]) -> Vec<f64> {
    let ([lr, b1, b2, eps, decay], [p, g, s0, s1]) = (words, operands);
    let g = if decay == 0.0 { g } else { round(g + decay * p) };
    let along = |direction: f64, square: f64| round(p - lr * direction / (square.sqrt() + eps));
    match operation {
        O::Sgd => vec![round(p - lr * g)],
        O::Momentum => {
            let buffer = if time == 1 { g } else { round(b1 * s0 + g) };
            vec![round(p - lr * buffer), buffer]
        }
        O::AdaGrad => {
            let sum = round(s0 + g * g);
            vec![along(g, sum), sum]
        }
        O::AdaDelta => {
            let average = round(b1 * s0 + (1.0 - b1) * g * g);
            let delta = round((s1 + eps).sqrt() / (average + eps).sqrt() * g);
            vec![round(p - lr * delta), average, round(b1 * s1 + (1.0 - b1) * delta * delta)]
        }
        O::RmsProp => {
            let average = round(b1 * s0 + (1.0 - b1) * g * g);
            vec![along(g, average), average]
        }
        O::CenteredRmsprop => {
            let average = round(b1 * s0 + (1.0 - b1) * g * g);
            let mean = round(b1 * s1 + (1.0 - b1) * g);
            vec![along(g, round(average - mean * mean)), average, mean]
        }
        _ => {
            let m = round(b1 * s0 + (1.0 - b1) * g);
            let v = round(b2 * s1 + (1.0 - b2) * g * g);
            let mean = round(m / (1.0 - b1.powi(time as i32)));
            let square = round(v / (1.0 - b2.powi(time as i32)));
            vec![along(mean, square), m, v]
        }
    }
}

#[rstest]
fn formulas_with_roots(
    #[values(0.0, 0.01)] decay: f32,
    #[values(1, 2, 7, 30, 1000, 100_000)] time: u64,
) {
    let mut random = Random::of("xdsa optimizers");
    // Of few bits, so that binary64 loses little.
    let mut draw = |positive: bool| -> Vec<f32> {
        let of = |_| (random.below(4001) as f32 - if positive { -1.0 } else { 2000.0 }) / 128.0;
        (0..50).map(of).collect()
    };
    let (p, g) = (draw(false), draw(false));
    let words: Words = [0.125, 0.9, 0.999, 1e-3, decay];
    for operation in ALL {
        // Square averages must not be below the square of a mean.
        let mut states = [draw(true), draw(true)];
        if operation == O::CenteredRmsprop {
            states[0].iter_mut().for_each(|average| *average += 2000.0);
        }
        let operands: Vec<&[f32]> = vec![&p, &g, &states[0], &states[1]];
        let count = super::states(operation);
        let written = run(operation, words, time, &operands[..2 + count]);
        for i in 0..p.len() {
            let here = [p[i], g[i], states[0][i], states[1][i]].map(f64::from);
            let expected = model(operation, words.map(f64::from), time, here);
            for (at, expected) in expected.iter().enumerate() {
                let got = f32::from_bits(written[at][i] as u32);
                assert_eq!(
                    got,
                    *expected as f32,
                    "{operation:?} {at} of {i}, seed {}",
                    seeded::seed()
                );
            }
        }
    }
}

#[test]
fn zeros_and_infinities() {
    let one = |operation: O, words: Words, time: u64, operands: &[f32]| -> Vec<u64> {
        let operands: Vec<&[f32]> = operands.iter().map(std::slice::from_ref).collect();
        run(operation, words, time, &operands).concat()
    };
    let infinity = f32::INFINITY;
    // t = 0 in ADAM: moments over 0.
    let words = [1.0, 0.5, 0.5, 0.0, 0.0];
    assert_eq!(one(O::Adam, words, 0, &[1.0, 2.0, 0.0, 0.0]), [NAN, 0x3f80_0000, 0x4000_0000]);
    // A negative centred variance: 1/2 - (3/2)^2.
    let written = one(O::CenteredRmsprop, words, 1, &[1.0, 1.0, 0.0, 2.0]);
    assert_eq!(written, [NAN, 0x3f00_0000, 0x3fc0_0000]);
    // 0 / (0 + 0)
    assert_eq!(one(O::AdaGrad, words, 1, &[1.0, 0.0, 0.0]), [NAN, 0]);
    assert_eq!(one(O::AdaGrad, words, 1, &[1.0, infinity, 0.0]), [NAN, 0x7f80_0000]);
    assert_eq!(one(O::AdaGrad, words, 1, &[1.0, 1.0, infinity]), [0x3f80_0000, 0x7f80_0000]);
    assert_eq!(one(O::RmsProp, words, 1, &[1.0, 0.0, -1.0]), [NAN, 0xbf00_0000]);
    assert_eq!(one(O::AdaDelta, words, 1, &[1.0, 1.0, 0.0, -1.0])[0], NAN);
    // NaN loses its payload, also where it is copied.
    let nan = f32::from_bits(0xff80_1234);
    assert_eq!(one(O::Momentum, words, 1, &[1.0, nan, 0.0]), [NAN, NAN]);
    // 0 - 0 is +0, -0 - 0 is -0.
    assert_eq!(one(O::Sgd, words, 1, &[-0.0, 0.0]), [0x8000_0000]);
    assert_eq!(one(O::Sgd, words, 1, &[-0.0, -0.0]), [0]);
}

#[test]
fn betas_of_many_steps() {
    // 0.9^t is below all borders: m and v alone. With beta 1 the correction is 0, with beta 0 it is 1.
    let operands: [&[f32]; 4] = [&[8.0], &[4.0], &[2.0], &[2.0]];
    let words = |b1: f32, b2: f32| [2.0, b1, b2, 0.0, 0.0];
    let (m, v) = (
        round(0.9_f32 as f64 * 2.0 + (1.0 - 0.9_f32 as f64) * 4.0),
        round(0.9_f32 as f64 * 2.0 + (1.0 - 0.9_f32 as f64) * 16.0),
    );
    let expected =
        [fp32(&[(8.0 - 2.0 * m / v.sqrt()) as f32]), fp32(&[m as f32]), fp32(&[v as f32])];
    assert_eq!(run(O::Adam, words(0.9, 0.9), u64::from(u32::MAX), &operands), expected);
    assert_eq!(run(O::Adam, words(0.9, 0.9), 1 << 20, &operands), expected);
    // g / sqrt(g^2)
    assert_eq!(
        run(O::Adam, words(0.0, 0.0), 99, &operands),
        [fp32(&[6.0]), fp32(&[4.0]), fp32(&[16.0])]
    );
    // 2 / 0 over the root of 2 / 0
    assert_eq!(
        run(O::Adam, words(1.0, 1.0), 3, &operands),
        [vec![NAN], fp32(&[2.0]), fp32(&[2.0])]
    );
    // -1 to an odd power: 1 + 1.
    let m = -2.0 + 2.0 * 4.0;
    let v = -2.0 + 2.0 * 16.0;
    let expected = 8.0 - 2.0 * (m / 2.0) / f64::from((v / 2.0) as f32).sqrt();
    let written = run(O::Adam, words(-1.0, -1.0), u64::from(u32::MAX), &operands);
    assert_eq!(written, [fp32(&[expected as f32]), fp32(&[m as f32]), fp32(&[v as f32])]);
}

#[test]
fn half_precision_keeps_the_constants() {
    // 1 - 0.1 * 1024 = -101.4 in steps of 1/16.
    let fields = [("unit", Unit::Fp16.code()), ("w0", 1), ("w1", 0.1_f32.to_bits().into())];
    let trial = Trial::new(O::Sgd).set(&fields).load("p0", Unit::Fp16, &[0x3c00]);
    assert_eq!(trial.load("p1", Unit::Fp16, &[0x6400]).one(), [0xd656]);
    // 102.375 - 1024 * fp32(0.1) = -3277 * 2^-17, a tie; of fp16(0.1) nothing would be left.
    let trial = Trial::new(O::Sgd).set(&fields).load("p0", Unit::Fp16, &[0x5666]);
    assert_eq!(trial.load("p1", Unit::Fp16, &[0x6400]).one(), [0xa666]);
}

#[test]
fn what_is_wrong() {
    for operation in ALL {
        let with = |field: &'static str, value: u64| {
            let trial = Trial::new(operation).set(&[("unit", 11), ("w0", 1)]);
            trial.set(&[(field, value)]).run().err()
        };
        assert_eq!(with("unit", 10), None);
        assert_eq!(with("unit", 9), Some(Kind::UnitNotAllowed));
        assert_eq!(with("unit", 13), Some(Kind::ReservedCode));
        assert_eq!(with("w0", 0), Some(Kind::BadLength));
        for (field, value) in [("unit2", 1), ("flag16", 1), ("flag18", 2), ("flag20", 1)] {
            assert_eq!(with(field, value), Some(Kind::ReservedBits), "{field}");
        }
        // States that are not needed may point anywhere.
        let states = super::states(operation);
        for (n, field) in ["p2", "p3", "p4"].into_iter().enumerate() {
            let beyond = with(field, u64::from(u32::MAX));
            assert_eq!(beyond, (n < states).then_some(Kind::AddressRange), "{field}");
        }
    }
}
