//! Losses.

use crate::xdsa::exec::single::{Single, fp32};
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
) -> Single {
    let fields = [
        ("unit", Unit::Fp32.code()),
        ("unit2", unit.code()),
        ("flag16", reduction),
        ("w0", sizes[0]),
        ("w1", sizes[1]),
    ];
    let trial = Single::new(operation).set(&fields).load("p0", Unit::Fp32, &fp32(p));
    trial.load("p1", unit, t).into(&["p2"])
}

/// A loss of elements.
fn each(operation: O, reduction: u64, p: &[f32], t: &[f32]) -> Single {
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
