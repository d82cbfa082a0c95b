//! Losses.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32, nearest};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;

const MEAN: u64 = 0;
const SUM: u64 = 1;
const NONE: u64 = 2;

/// A loss in binary32: predictions, targets of a unit, rows and classes.
fn loss(
    operation: O,
    reduction: u64,
    p: &[f32],
    (unit, t): (Unit, &[u64]),
    sizes: [u64; 2],
) -> Trial {
    let fields = [
        ("unit", Unit::Fp32.code()),
        ("unit2", unit.code()),
        ("flag16", reduction),
        ("w0", sizes[0]),
        ("w1", sizes[1]),
    ];
    let trial = Trial::new(operation).set(&fields).load("p0", Unit::Fp32, &fp32(p));
    trial.load("p1", unit, t).into(&["p2"])
}

/// A loss of elements.
fn each(operation: O, reduction: u64, p: &[f32], t: &[f32]) -> Trial {
    loss(operation, reduction, p, (Unit::Fp32, &fp32(t)), [p.len() as u64, 1])
}

#[rstest]
#[case(O::MseLoss, [4.0, 9.0, 0.25, 0.0])]
#[case(O::L1Loss, [2.0, 3.0, 0.5, 0.0])]
#[case(O::SmoothL1Loss, [1.5, 2.5, 0.125, 0.0])]
fn exact_losses(#[case] operation: O, #[case] values: [f32; 4]) {
    let (p, t) = ([1.0, 2.0, -0.5, 7.0], [3.0, 5.0, -1.0, 7.0]);
    assert_eq!(each(operation, NONE, &p, &t).one(), fp32(&values));
    let sum: f32 = values.iter().sum();
    assert_eq!(each(operation, SUM, &p, &t).one(), fp32(&[sum]));
    assert_eq!(each(operation, MEAN, &p, &t).one(), fp32(&[sum / 4.0]));
    // Rows and columns are alike.
    let two = loss(operation, MEAN, &p, (Unit::Fp32, &fp32(&t)), [2, 2]);
    assert_eq!(two.one(), fp32(&[sum / 4.0]));
}

#[test]
fn one_rounding_of_a_mean() {
    // 2^24, 1, 1: steps in binary32 would lose both ones. The sum 2^24 + 2; the mean of three, rounded once.
    let p = [16_777_216.0, 1.0, 1.0];
    assert_eq!(each(O::L1Loss, SUM, &p, &[0.0; 3]).one(), fp32(&[16_777_218.0]));
    assert_eq!(
        each(O::L1Loss, MEAN, &p, &[0.0; 3]).one(),
        fp32(&[(16_777_218.0_f64 / 3.0) as f32])
    );
    // Squares beyond the range that the mean comes back from.
    let large = 2f32.powi(64);
    assert_eq!(each(O::MseLoss, SUM, &[large], &[0.0]).one(), [0x7f80_0000]);
    assert_eq!(each(O::MseLoss, MEAN, &[large, 0.0], &[0.0; 2]).one(), fp32(&[2f32.powi(127)]));
}

#[test]
fn the_border_of_a_smooth_loss() {
    let run = |beta: f32, p: &[f32]| {
        let trial = each(O::SmoothL1Loss, NONE, p, &vec![0.0; p.len()]);
        trial.set(&[("w2", beta.to_bits().into())]).one()
    };
    assert_eq!(run(4.0, &[2.0, 4.0, -5.0]), fp32(&[0.5, 2.0, 3.0]));
    // Word 0 and -0 stand for 1.
    assert_eq!((run(0.0, &[0.5]), run(-0.0, &[0.5])), (fp32(&[0.125]), fp32(&[0.125])));
    assert_eq!(run(-2.0, &[0.5]), fp32(&[1.5]));
    assert_eq!(run(f32::INFINITY, &[0.5, f32::INFINITY]), [0, NAN]);
    assert_eq!(run(f32::NAN, &[0.5]), [NAN]);
    assert_eq!(run(1.0, &[f32::NEG_INFINITY]), [0x7f80_0000]);
}

#[test]
fn logarithmic_losses() {
    let (p, t) = ([0.25, 0.5, 0.75, 0.9], [1.0_f32, 0.5, 0.0, 0.25]);
    let expected: Vec<f64> = p
        .iter()
        .zip(t)
        .map(|(p, t): (&f32, f32)| {
            let (p, t) = (f64::from(*p), f64::from(t));
            -(t * p.ln() + (1.0 - t) * (1.0 - p).ln())
        })
        .collect();
    nearest(&each(O::LogLoss, NONE, &p, &t).floats(), &expected);
    nearest(&each(O::LogLoss, MEAN, &p, &t).floats(), &[expected.iter().sum::<f64>() / 4.0]);
    // 0 ln 0 is no number; a wrong certainty is infinite.
    let edges = each(O::LogLoss, NONE, &[0.0, 1.0, 0.0, 1.0, 1.5], &[0.0, 1.0, 1.0, 0.0, 0.5]);
    assert_eq!(edges.one(), [NAN, NAN, 0x7f80_0000, 0x7f80_0000, NAN]);
}

#[test]
fn divergences() {
    let (p, t) = ([-0.5_f32, 1.25, 3.0], [0.5_f32, 2.0, 1.0]);
    let expected: Vec<f64> =
        p.iter().zip(t).map(|(p, t)| f64::from(t) * (f64::from(t).ln() - f64::from(*p))).collect();
    nearest(&each(O::KldivLoss, NONE, &p, &t).floats(), &expected);
    nearest(&each(O::KldivLoss, MEAN, &p, &t).floats(), &[expected.iter().sum::<f64>() / 3.0]);
    let edges = each(
        O::KldivLoss,
        NONE,
        &[f32::NAN, f32::INFINITY, 0.0, 1.0],
        &[0.0, -0.0, -1.0, f32::INFINITY],
    );
    assert_eq!(edges.one(), [0, 0, NAN, 0x7f80_0000]);
    // The mean is over elements, also of rows.
    let rows = loss(O::KldivLoss, MEAN, &[1.0; 4], (Unit::Fp32, &fp32(&[1.0; 4])), [2, 2]);
    assert_eq!(rows.one(), fp32(&[-1.0]));
}

#[test]
fn soft_margins() {
    let (p, t) = ([0.5_f32, -2.0, 40.0, -40.0, 200.0], [1.0_f32, 3.0, 1.0, 1.0, 1.0]);
    let expected: Vec<f64> = p
        .iter()
        .zip(t)
        .map(|(p, t)| {
            let y = -f64::from(t) * f64::from(*p);
            if y > 0.0 { y + (-y).exp().ln_1p() } else { y.exp().ln_1p() }
        })
        .collect();
    nearest(&each(O::SoftMarginLoss, NONE, &p, &t).floats(), &expected);
    let (infinity, most) = (f32::INFINITY, f32::MAX);
    let edges = each(
        O::SoftMarginLoss,
        NONE,
        &[infinity, infinity, infinity, most, most, f32::NAN],
        &[1.0, -1.0, 0.0, most, -most, 1.0],
    );
    assert_eq!(edges.one(), [0, 0x7f80_0000, NAN, 0, 0x7f80_0000, NAN]);
    // e^0: ln 2.
    nearest(
        &each(O::SoftMarginLoss, SUM, &[0.0, -0.0], &[5.0, 1.0]).floats(),
        &[2.0 * std::f64::consts::LN_2],
    );
}

/// The logarithm of the softmax, with margin for what the difference to 1 loses.
fn log_softmax(row: &[f32], at: usize) -> f64 {
    let others = row.iter().map(|p| (f64::from(*p) - f64::from(row[at])).exp());
    -others.sum::<f64>().ln()
}

#[test]
fn entropies_of_indexes() {
    let p = [0.5, 1.0, -2.0, 3.0, 0.0, 0.25];
    let row = |i: usize, at: usize| log_softmax(&p[3 * i..3 * i + 3], at);
    let sparse = |reduction: u64| {
        loss(O::SparseCrossEntropyLoss, reduction, &p, (Unit::Sint64, &[2, 0]), [2, 3])
    };
    let expected = [-row(0, 2), -row(1, 0)];
    nearest(&sparse(NONE).floats(), &expected);
    nearest(&sparse(SUM).floats(), &[expected[0] + expected[1]]);
    nearest(&sparse(MEAN).floats(), &[(expected[0] + expected[1]) / 2.0]);
    let nll = |reduction: u64| loss(O::NllLoss, reduction, &p, (Unit::Uint4, &[2, 0]), [2, 3]);
    assert_eq!(nll(NONE).one(), fp32(&[2.0, -3.0]));
    assert_eq!(nll(MEAN).one(), fp32(&[-0.5]));
    // The sign of an element is turned, that of an entropy never.
    let zero = |operation: O| loss(operation, NONE, &[0.0], (Unit::Uint8, &[0]), [1, 1]).one();
    assert_eq!((zero(O::NllLoss), zero(O::SparseCrossEntropyLoss)), (vec![0x8000_0000], vec![0]));
    let one = loss(
        O::SparseCrossEntropyLoss,
        NONE,
        &[5.0, f32::NEG_INFINITY],
        (Unit::Uint8, &[0]),
        [1, 2],
    );
    assert_eq!(one.one(), [0]);
    // So far apart that nothing is left of the difference.
    let far =
        loss(O::SparseCrossEntropyLoss, NONE, &[f32::MAX, -f32::MAX], (Unit::Uint8, &[0]), [1, 2]);
    assert_eq!(far.one(), [0]);
    let far = loss(O::SparseCrossEntropyLoss, NONE, &[1e30, -1e30], (Unit::Uint8, &[1]), [1, 2]);
    assert_eq!(far.one(), fp32(&[2e30]));
}

#[rstest]
#[case(&[f32::NAN, 0.0], NAN)]
#[case(&[f32::INFINITY, 0.0], NAN)]
#[case(&[f32::NEG_INFINITY, f32::NEG_INFINITY], NAN)]
#[case(&[f32::NEG_INFINITY, 0.0], 0x7f80_0000)]
fn rows_without_a_softmax(#[case] row: &[f32], #[case] expected: u64) {
    let sparse = loss(O::SparseCrossEntropyLoss, NONE, row, (Unit::Uint8, &[0]), [1, 2]);
    assert_eq!(sparse.one(), [expected]);
    let soft = loss(O::CrossEntropy, NONE, row, (Unit::Fp32, &fp32(&[1.0, 0.5])), [1, 2]);
    assert_eq!(soft.one(), [expected]);
}

#[test]
fn entropies_of_probabilities() {
    let (p, t) = ([0.5, 1.0, -2.0, 3.0, 0.0, 0.25], [0.25, 0.5, 0.25, 1.0, -1.0, 2.0]);
    let row = |i: usize| -> f64 {
        let row = &p[3 * i..3 * i + 3];
        -(0..3).map(|at| f64::from(t[3 * i + at]) * log_softmax(row, at)).sum::<f64>()
    };
    let soft =
        |reduction: u64| loss(O::CrossEntropy, reduction, &p, (Unit::Fp32, &fp32(&t)), [2, 3]);
    nearest(&soft(NONE).floats(), &[row(0), row(1)]);
    nearest(&soft(MEAN).floats(), &[(row(0) + row(1)) / 2.0]);
    // What cancels is +0: targets that sum to 0 over equal predictions; one class.
    let zero = |p: &[f32], t: &[f32]| {
        loss(O::CrossEntropy, NONE, p, (Unit::Fp32, &fp32(t)), [1, p.len() as u64]).one()
    };
    assert_eq!(zero(&[1.5, 1.5], &[1.0, -1.0]), [0]);
    assert_eq!((zero(&[1.5], &[3.0]), zero(&[-4.0], &[-3.0])), (vec![0], vec![0]));
    // 0 times -inf; infinite targets.
    assert_eq!(zero(&[f32::NEG_INFINITY, 1.0], &[0.0, 1.0]), [NAN]);
    assert_eq!(zero(&[0.0, 1.0], &[f32::INFINITY, 1.0]), [0x7f80_0000]);
    assert_eq!(zero(&[0.0], &[f32::INFINITY]), [NAN]);
}

#[test]
fn integer_units() {
    let run = |operation: O, reduction: u64| {
        let fields = [
            ("unit", Unit::Uint8.code()),
            ("unit2", Unit::Sint8.code()),
            ("flag16", reduction),
            ("w0", 2),
            ("w1", 1),
        ];
        let trial = Trial::new(operation).set(&fields).load("p0", Unit::Uint8, &[200, 4]);
        trial.load("p1", Unit::Sint8, &[0xff, 1]).into(&["p2"]).one()
    };
    // 201 and 3: clamped, half to even.
    assert_eq!(run(O::L1Loss, NONE), [201, 3]);
    assert_eq!((run(O::L1Loss, SUM), run(O::L1Loss, MEAN)), (vec![204], vec![102]));
    assert_eq!(run(O::MseLoss, NONE), [255, 9]);
    assert_eq!(run(O::SmoothL1Loss, NONE), [200, 2]);
}

#[test]
fn what_is_wrong() {
    let class = [O::NllLoss, O::SparseCrossEntropyLoss];
    for operation in class {
        for index in [3, 0xff] {
            let outside = loss(operation, MEAN, &[0.0; 3], (Unit::Sint8, &[index]), [1, 3]);
            assert_eq!(outside.run(), Err(Kind::IndexRange));
        }
        let float = loss(operation, MEAN, &[0.0; 3], (Unit::Fp32, &[0]), [1, 3]);
        assert_eq!(float.run(), Err(Kind::UnitNotAllowed));
    }
    for operation in [
        O::CrossEntropy,
        O::MseLoss,
        O::L1Loss,
        O::LogLoss,
        O::SmoothL1Loss,
        O::KldivLoss,
        O::SoftMarginLoss,
    ]
    .into_iter()
    .chain(class)
    {
        let with = |field: &'static str, value: u64| {
            let trial = loss(operation, MEAN, &[0.0], (Unit::Uint8, &[0]), [1, 1]);
            trial.set(&[(field, value)]).run().err()
        };
        assert_eq!(with("flag16", 2), None);
        assert_eq!(with("flag16", 3), Some(Kind::ReservedCode));
        assert_eq!(with("unit", 13), Some(Kind::ReservedCode));
        assert_eq!(with("flag18", 1), Some(Kind::ReservedBits));
        assert_eq!(with("flag20", 1), Some(Kind::ReservedBits));
        assert_eq!(
            (with("w0", 0), with("w1", 0)),
            (Some(Kind::BadDimension), Some(Kind::BadDimension))
        );
        assert_eq!(with("w0", u64::from(u32::MAX)), Some(Kind::AddressRange));
    }
}
