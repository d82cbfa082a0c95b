//! Metrics.

use crate::xdsa::exec::single::{Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};

fn metric(operation: O, scores: &[f32], (unit, labels): (Unit, &[u64]), classes: u64) -> Single {
    let fields = [
        ("unit", Unit::Fp32.code()),
        ("unit2", unit.code()),
        ("w0", labels.len() as u64),
        ("w1", classes),
    ];
    let trial = Single::new(operation).set(&fields).load("p0", Unit::Fp32, &fp32(scores));
    trial.load("p1", unit, labels).into(&["p2"])
}

#[test]
fn share_of_rows_that_are_right() {
    // The guide's: one row of two.
    let trial = metric(O::Accuracy, &[0.25, 0.75, 0.75, 0.25], (Unit::Sint32, &[1, 1]), 2);
    assert_eq!(trial.one(), fp32(&[0.5]));
    // Ties take the first, zeros are equal, a NaN beats all, and the first NaN the others.
    let nan = f32::NAN;
    let scores = [3.0, 3.0, 1.0, -0.0, 0.0, -1.0, f32::INFINITY, nan, nan];
    let run = |labels: &[u64]| metric(O::Accuracy, &scores, (Unit::Uint8, labels), 3).one();
    assert_eq!(run(&[0, 0, 1]), fp32(&[1.0]));
    assert_eq!(run(&[1, 1, 2]), fp32(&[0.0]));
    // Two of three: rounded once. Labels beyond the classes are wrong, and no error.
    assert_eq!(run(&[0, 0, 200]), fp32(&[2.0 / 3.0]));
    let labels =
        metric(O::Accuracy, &[1.0, 2.0, 1.0, 2.0], (Unit::Fp32, &fp32(&[1.0, f32::NAN])), 2);
    assert_eq!(labels.one(), fp32(&[0.5]));
}
