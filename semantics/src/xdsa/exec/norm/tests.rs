//! Norms against their formulas.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32, nearest};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;
use seeded::{Draw, Random};

/// fp32(1e-5)
const EPSILON: f64 = 1e-5_f32 as f64;

fn batch(unit: Unit, x: &[u64], [weight, bias, mean, variance]: [u64; 4]) -> Vec<u64> {
    let fields = [
        ("fm_unit", unit.code()),
        ("i_h", 1),
        ("i_w", x.len() as u64),
        ("batch_num", 1),
        ("fc", 1),
    ];
    let trial = Trial::new(O::BatchNorm).set(&fields).load("fm", unit, x);
    let trial = trial.load("weight", unit, &[weight]).load("bias", unit, &[bias]);
    trial.load("mean", unit, &[mean]).load("variance", unit, &[variance]).into(&["d"]).one()
}

#[test]
fn batch_norm_of_the_guide() {
    // 2 (3 - 1) / sqrt(1 + eps) + 1
    let parameters = [2.0_f32, 1.0, 1.0, 1.0].map(|x| x.to_bits().into());
    assert_eq!(batch(Unit::Fp32, &fp32(&[3.0]), parameters), [0x409f_ffd6]);
}

#[test]
fn exact_roots_stay_exact() {
    // variance + eps = 4 in binary64: (5 - 1) / 2 * 3 - 1 and, one place above a power of two, a tie that is none.
    let parameters = [3.0, -1.0, 1.0, 4.0 - EPSILON].map(f64::to_bits);
    assert_eq!(batch(Unit::Fp64, &[5_f64.to_bits()], parameters), [5_f64.to_bits()]);
    let parameters = [1.0, 2f64.powi(53), 0.0, 4.0 - EPSILON].map(f64::to_bits);
    let x = [2.0_f64, 2.000_000_000_000_001, 6.0].map(f64::to_bits);
    let expected = [2f64.powi(53), 2f64.powi(53) + 2.0, 2f64.powi(53) + 4.0].map(f64::to_bits);
    assert_eq!(batch(Unit::Fp64, &x, parameters), expected);
}

#[test]
fn zeros_infinities_and_nan() {
    let run = |x: &[f32], parameters: [f32; 4]| {
        batch(Unit::Fp32, &fp32(x), parameters.map(|p| p.to_bits().into()))
    };
    let (infinity, e) = (f32::INFINITY, 1e-5_f32);
    // A variance of -eps: x / 0.
    assert_eq!(run(&[2.0, 0.0, 1.0], [-1.0, 0.0, 1.0, -e]), [0xff80_0000, 0x7f80_0000, NAN]);
    assert_eq!(run(&[2.0], [1.0, 0.0, 1.0, -1.0]), [NAN], "root of a negative number");
    assert_eq!(run(&[2.0, infinity], [1.0, 7.0, 1.0, infinity]), [0x40e0_0000, NAN]);
    assert_eq!(
        run(&[infinity, -infinity, f32::NAN], [1.0, 0.0, 0.0, 1.0]),
        [0x7f80_0000, 0xff80_0000, NAN]
    );
    assert_eq!(run(&[infinity, 1.0], [0.0, 0.0, 0.0, 1.0]), [NAN, 0]);
    // x - mean: +0 of equal numbers, -0 of -0 and +0; then the signs of products and sums.
    assert_eq!(run(&[1.0], [1.0, -0.0, 1.0, 1.0]), [0]);
    assert_eq!(run(&[1.0], [-1.0, -0.0, 1.0, 1.0]), [0x8000_0000]);
    assert_eq!(run(&[-0.0], [1.0, -0.0, 0.0, 1.0]), [0x8000_0000]);
    assert_eq!(run(&[-0.0], [1.0, 0.0, 0.0, 1.0]), [0]);
}

/// The block that an element of channel `c`, row `h`, column `w` shares its statistics with.
fn same(operation: O, group: usize, a: [usize; 3], b: [usize; 3]) -> bool {
    match operation {
        O::InstanceNorm => a[0] == b[0],
        O::LayerNorm => a[1..] == b[1..],
        _ => a[0] / group == b[0] / group,
    }
}

/// Each element's channel, row and column in memory.
fn places([c, h, w]: [usize; 3], channels_last: bool) -> Vec<[usize; 3]> {
    let of = |i: usize| {
        if channels_last { [i % c, i / c / w, i / c % w] } else { [i / (h * w), i / w % h, i % w] }
    };
    (0..c * h * w).map(of).collect()
}

#[rstest]
fn blocks_are_normalised(
    #[values(O::InstanceNorm, O::LayerNorm, O::GroupNorm)] operation: O,
    #[values(false, true)] channels_last: bool,
) {
    let mut random = Random::of("xdsa norms");
    let ([c, h, w], groups) = ([6, 3, 2], 3);
    let mut draw = |count: usize| -> Vec<f32> {
        (0..count).map(|_| (random.below(4001) as f32 - 2000.0) / 64.0).collect()
    };
    let (x, weight, bias) = (draw(c * h * w), draw(c), draw(c));
    let mut fields = vec![
        ("fm_unit", Unit::Fp32.code()),
        ("data_format", u64::from(!channels_last)),
        ("fc", 6),
        ("i_h", 3),
        ("i_w", 2),
    ];
    if operation == O::GroupNorm {
        fields.push(("group_num", groups));
    }
    let trial = Trial::new(operation).set(&fields).load("fm", Unit::Fp32, &fp32(&x));
    let trial = trial.load("weight", Unit::Fp32, &fp32(&weight));
    let trial = trial.load("bias", Unit::Fp32, &fp32(&bias)).into(&["d"]);
    let places = places([c, h, w], channels_last);
    let expected = places.iter().zip(&x).map(|(place, x_here)| {
        let block: Vec<f64> = places
            .iter()
            .zip(&x)
            .filter(|(other, _)| same(operation, c / groups as usize, *place, **other))
            .map(|(_, x)| f64::from(*x))
            .collect();
        let n = block.len() as f64;
        let mean = block.iter().sum::<f64>() / n;
        let variance = block.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        let scaled = (f64::from(*x_here) - mean) / (variance + EPSILON).sqrt();
        (scaled, f64::from(weight[place[0]]), f64::from(bias[place[0]]))
    });
    for (y, (scaled, weight, bias)) in trial.floats().iter().zip(expected) {
        let value = scaled * weight + bias;
        let error = 2f64.powi(-44) * (scaled.abs() * weight.abs() + bias.abs() + 1e-3);
        let (low, high) = ((value - error) as f32, (value + error) as f32);
        assert!(low <= *y && *y <= high, "seed {}: {y}, not {value}", seeded::seed());
    }
}

#[test]
fn batches_share_their_channels_parameters() {
    for channels_last in [false, true] {
        let fields = [("fm_unit", Unit::Fp64.code()), ("data_format", u64::from(!channels_last))];
        let sizes = [("i_h", 1), ("i_w", 2), ("batch_num", 2), ("fc", 2)];
        let numbers = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let x: Vec<f64> = (0..8).map(f64::from).collect();
        let trial = Trial::new(O::BatchNorm).set(&fields).set(&sizes);
        let trial = trial.load("fm", Unit::Fp64, &numbers(&x));
        let trial = trial.load("weight", Unit::Fp64, &numbers(&[1.0, 2.0]));
        let trial = trial.load("bias", Unit::Fp64, &numbers(&[0.5, -8.0]));
        let trial = trial.load("mean", Unit::Fp64, &numbers(&[0.0, 1.0]));
        let trial = trial.load("variance", Unit::Fp64, &numbers(&[4.0 - EPSILON, 1.0 - EPSILON]));
        let channel = |i: usize| if channels_last { i % 2 } else { i / 2 % 2 };
        let expected = x.iter().enumerate().map(|(i, x)| {
            let y = if channel(i) == 0 { x / 2.0 + 0.5 } else { (x - 1.0) * 2.0 - 8.0 };
            y.to_bits()
        });
        assert_eq!(trial.into(&["d"]).one(), expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_block_with_an_infinity_is_lost() {
    let fields =
        [("fm_unit", Unit::Fp32.code()), ("data_format", 1), ("fc", 2), ("i_h", 1), ("i_w", 2)];
    let trial = Trial::new(O::InstanceNorm).set(&fields);
    let trial = trial.load("fm", Unit::Fp32, &fp32(&[1.0, f32::INFINITY, 3.0, 3.0]));
    let trial = trial.load("weight", Unit::Fp32, &fp32(&[0.0, -2.0]));
    let trial = trial.load("bias", Unit::Fp32, &fp32(&[1.0, -0.0])).into(&["d"]);
    // Equal elements: (x - mean) is +0, times -2 is -0.
    assert_eq!(trial.one(), [NAN, NAN, 0x8000_0000, 0x8000_0000]);
}

fn user(operation: O, channels_last: bool, sizes: [u64; 3], x: &[f32], words: &[u64]) -> Trial {
    let mut fields = vec![("unit", Unit::Fp32.code()), ("flag16", u64::from(!channels_last))];
    fields.extend(["w0", "w1", "w2"].into_iter().zip(sizes));
    fields.extend(["w3", "w4", "w5", "w6"].into_iter().zip(words.iter().copied()));
    Trial::new(operation).set(&fields).load("p0", Unit::Fp32, &fp32(x)).into(&["p1"])
}

#[rstest]
fn neighbouring_channels(
    #[values(false, true)] channels_last: bool,
    #[values(1, 2, 3, 4, 9)] size: u64,
) {
    let (alpha, beta, bias) = (0.5_f32, 0.75_f32, 2.0_f32);
    let x: Vec<f32> = (0..10).map(|i| (i * i % 7) as f32 - 2.5).collect();
    let words = [size, alpha.to_bits().into(), beta.to_bits().into(), bias.to_bits().into()];
    let trial = user(O::LrnNorm, channels_last, [5, 1, 2], &x, &words);
    let places = places([5, 1, 2], channels_last);
    let expected: Vec<f64> = places
        .iter()
        .zip(&x)
        .map(|(place, x_here)| {
            let near = |other: &[usize; 3]| {
                let (from, to) = ((size as i64 - 1) / 2, (size as i64) / 2);
                let distance = other[0] as i64 - place[0] as i64;
                other[2] == place[2] && -from <= distance && distance <= to
            };
            let squares = places.iter().zip(&x).filter(|(other, _)| near(other));
            let sum: f64 = squares.map(|(_, x)| f64::from(x * x)).sum();
            f64::from(*x_here) / (2.0 + 0.5 / size as f64 * sum).powf(0.75)
        })
        .collect();
    nearest(&trial.floats(), &expected);
}

#[test]
fn powers_of_local_norms() {
    // beta 1/2 of a square: 3 / sqrt(4 + 5), exactly; beta 0: x.
    let words = |alpha: f32, beta: f32, bias: f32| {
        [1, alpha.to_bits().into(), beta.to_bits().into(), bias.to_bits().into()]
    };
    let run = |x: &[f32], words: [u64; 4]| {
        user(O::LrnNorm, true, [1, 1, x.len() as u64], x, &words).one()
    };
    assert_eq!(run(&[1.0], words(5.0, 0.5, 4.0)), fp32(&[1.0 / 3.0]));
    assert_eq!(run(&[7.0, f32::NAN], words(5.0, 0.0, 4.0)), [0x40e0_0000, NAN]);
    // Of negative bases: whole powers only.
    assert_eq!(run(&[1.0], words(0.0, 3.0, -2.0)), fp32(&[-0.125]));
    assert_eq!(run(&[1.0], words(0.0, 0.5, -2.0)), [NAN]);
    assert_eq!(run(&[f32::INFINITY, -0.0], words(1.0, 1.0, 1.0)), [NAN, 0x8000_0000]);
    assert_eq!(run(&[1.0, 0.0], words(0.0, 1.0, 0.0)), [0x7f80_0000, NAN]);
}

#[rstest]
#[case(O::LpNorm, 0, 1, [1.0, 1.0, -1.0, 1.0])]
#[case(O::LpNorm, 1, 1, [0.375, 0.4, -0.625, 0.6])]
#[case(O::LpNorm, 3, 1, [0.6, 0.4, -5.0 / 8.0, 0.375])]
#[case(O::LpNorm, 2, 2, [1.0, 1.0, -1.0, 1.0])]
#[case(O::L2Norm, 3, 7, [0.832_050_294_337_843_7, 0.554_700_196_225_229_1, -0.857_492_925_712_544, 0.514_495_755_427_526_5])]
fn lines_are_normalised(
    #[case] operation: O,
    #[case] axis: u64,
    #[case] p: u64,
    #[case] expected: [f64; 4],
) {
    // Two channels of one row: 3 2 and -5 3.
    let x = [3.0, 2.0, -5.0, 3.0];
    nearest(&user(operation, false, [2, 1, 2], &x, &[axis, p]).floats(), &expected);
    let turned = [x[0], x[2], x[1], x[3]];
    let expected = [expected[0], expected[2], expected[1], expected[3]];
    nearest(&user(operation, true, [2, 1, 2], &turned, &[axis, p]).floats(), &expected);
}

#[test]
fn lines_of_zeros_and_infinities() {
    for (operation, p) in [(O::LpNorm, 1), (O::LpNorm, 2), (O::L2Norm, 0)] {
        let run = |x: &[f32]| user(operation, true, [1, 1, x.len() as u64], x, &[3, p]).one();
        assert_eq!(run(&[0.0, -0.0]), [NAN, NAN]);
        assert_eq!(run(&[-1.0, f32::INFINITY, 0.0]), [0x8000_0000, NAN, 0]);
        assert_eq!(run(&[1.0, f32::NAN]), [NAN, NAN]);
        assert_eq!(run(&[-0.0, -4.0]), [0x8000_0000, 0xbf80_0000]);
    }
    // Squares beyond binary32, and a root that is whole: 3 and 4 times 2^100.
    let large = 2f32.powi(100);
    assert_eq!(
        user(O::L2Norm, true, [2, 1, 1], &[3.0 * large, -4.0 * large], &[1]).one(),
        fp32(&[0.6, -0.8])
    );
    assert_eq!(user(O::L2Norm, true, [2, 1, 1], &[3.0, -4.0], &[1]).one(), fp32(&[0.6, -0.8]));
}

#[test]
fn what_is_wrong() {
    let kind = |operation: O, fields: &[(&str, u64)]| Trial::new(operation).set(fields).run().err();
    let map = [("fm_unit", 11), ("fc", 4), ("i_h", 1), ("i_w", 1)];
    let with = |field: &'static str, value: u64| {
        let mut fields = map.to_vec();
        fields.push((field, value));
        fields
    };
    for operation in [O::BatchNorm, O::InstanceNorm, O::LayerNorm, O::GroupNorm] {
        let sized = |mut fields: Vec<(&'static str, u64)>| {
            match operation {
                O::BatchNorm => fields.insert(0, ("batch_num", 1)),
                O::GroupNorm => fields.insert(0, ("group_num", 2)),
                _ => {}
            }
            kind(operation, &fields)
        };
        assert_eq!(sized(map.to_vec()), None);
        assert_eq!(sized(with("fm_unit", 8)), Some(Kind::UnitNotAllowed));
        assert_eq!(sized(with("fm_unit", 13)), Some(Kind::ReservedCode));
        assert_eq!(sized(with("data_format", 2)), Some(Kind::ReservedCode));
        for size in ["fc", "i_h", "i_w"] {
            assert_eq!(sized(with(size, 0)), Some(Kind::BadDimension), "{size}");
        }
    }
    assert_eq!(kind(O::BatchNorm, &map), Some(Kind::BadDimension));
    assert_eq!(kind(O::GroupNorm, &map), Some(Kind::BadDimension));
    assert_eq!(kind(O::GroupNorm, &with("group_num", 3)), Some(Kind::BadDimension));
    let user = [("unit", 11), ("w0", 1), ("w1", 1), ("w2", 1), ("w3", 3), ("w4", 1)];
    let with = |field: &'static str, value: u64| [&user[..], &[(field, value)]].concat();
    for operation in [O::LrnNorm, O::LpNorm, O::L2Norm] {
        assert_eq!(kind(operation, &user), None);
        assert_eq!(kind(operation, &with("unit", 1)), Some(Kind::UnitNotAllowed));
        assert_eq!(kind(operation, &with("flag16", 2)), Some(Kind::ReservedCode));
        for (field, value) in [("unit2", 11), ("flag18", 1), ("flag20", 1)] {
            assert_eq!(kind(operation, &with(field, value)), Some(Kind::ReservedBits), "{field}");
        }
        for size in ["w0", "w1", "w2"] {
            assert_eq!(kind(operation, &with(size, 0)), Some(Kind::BadDimension), "{size}");
        }
        let far =
            [("w0", u64::from(u32::MAX)), ("w1", u64::from(u32::MAX)), ("w2", u64::from(u32::MAX))];
        assert_eq!(kind(operation, &[&user[..], &far].concat()), Some(Kind::AddressRange));
    }
    assert_eq!(kind(O::LrnNorm, &with("w3", 0)), Some(Kind::BadDimension));
    for operation in [O::LpNorm, O::L2Norm] {
        assert_eq!(kind(operation, &with("w3", 4)), Some(Kind::ReservedCode));
        assert_eq!(kind(operation, &with("w3", 7)), Some(Kind::ReservedCode));
    }
    for p in [0, 3] {
        assert_eq!(kind(O::LpNorm, &with("w4", p)), Some(Kind::ReservedCode));
        assert_eq!(kind(O::L2Norm, &with("w4", p)), None);
    }
}
