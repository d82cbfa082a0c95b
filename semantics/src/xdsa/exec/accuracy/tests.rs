//! Metrics.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;
use seeded::{Draw, Random};

fn metric(operation: O, scores: &[f32], (unit, labels): (Unit, &[u64]), classes: u64) -> Trial {
    let fields = [
        ("unit", Unit::Fp32.code()),
        ("unit2", unit.code()),
        ("w0", labels.len() as u64),
        ("w1", classes),
    ];
    let trial = Trial::new(operation).set(&fields).load("p0", Unit::Fp32, &fp32(scores));
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

#[test]
fn shares_in_integers() {
    let share = |labels: &[u64]| {
        let fields = [
            ("unit", Unit::Sint8.code()),
            ("unit2", Unit::Sint8.code()),
            ("w0", labels.len() as u64),
            ("w1", 1),
        ];
        let scores = vec![0; labels.len()];
        let trial = Trial::new(O::Accuracy).set(&fields).load("p0", Unit::Sint8, &scores);
        trial.load("p1", Unit::Sint8, labels).into(&["p2"]).one()
    };
    // 1/2 is rounded to even.
    assert_eq!(
        (share(&[0, 0, 0]), share(&[0, 0xff]), share(&[0, 0, 1])),
        (vec![1], vec![0], vec![1])
    );
}

#[rstest]
#[case(&[0.1, 0.4, 0.35, 0.8], &[0, 0, 1, 1], 0.75)]
#[case(&[1.0, 1.0, 1.0, 1.0], &[0, 0, 1, 1], 0.5)]
#[case(&[0.0, -0.0], &[1, 0], 0.5)]
#[case(&[f32::NEG_INFINITY, f32::INFINITY, f32::INFINITY], &[0, 7, 0], 0.75)]
#[case(&[3.0, 2.0, 1.0], &[0, 0, 200], 0.0)]
fn areas(#[case] scores: &[f32], #[case] labels: &[u64], #[case] area: f32) {
    assert_eq!(metric(O::Auc, scores, (Unit::Uint8, labels), 1).one(), fp32(&[area]));
}

#[test]
fn areas_without_a_value() {
    let labels = |labels: &[u64]| metric(O::Auc, &[0.5; 3], (Unit::Uint8, labels), 1).one();
    assert_eq!((labels(&[0; 3]), labels(&[1; 3])), (vec![NAN], vec![NAN]));
    assert_eq!(metric(O::Auc, &[f32::NAN, 1.0], (Unit::Uint8, &[0, 1]), 1).one(), [NAN]);
    // A NaN is not zero: a positive.
    let nan = metric(O::Auc, &[1.0, 2.0], (Unit::Fp32, &fp32(&[-0.0, f32::NAN])), 1);
    assert_eq!(nan.one(), fp32(&[1.0]));
}

#[test]
fn areas_count_pairs() {
    let mut random = Random::of("xdsa areas");
    for _ in 0..50 {
        let count = 2 + random.below(30) as usize;
        let scores: Vec<f32> = (0..count).map(|_| random.below(8) as f32).collect();
        let mut labels: Vec<u64> = (0..count).map(|_| random.below(2)).collect();
        (labels[0], labels[1]) = (0, 1);
        let (mut halves, mut pairs) = (0_u32, 0_u32);
        for (a, _) in scores.iter().zip(&labels).filter(|(_, label)| **label == 1) {
            for (b, _) in scores.iter().zip(&labels).filter(|(_, label)| **label == 0) {
                pairs += 2;
                halves += if a > b { 2 } else { u32::from(a == b) };
            }
        }
        let area = (f64::from(halves) / f64::from(pairs)) as f32;
        let written = metric(O::Auc, &scores, (Unit::Sint4, &labels), 1).one();
        assert_eq!(written, fp32(&[area]), "seed {}", seeded::seed());
    }
}

#[test]
fn what_is_wrong() {
    for operation in [O::Accuracy, O::Auc] {
        let with = |field: &'static str, value: u64| {
            let trial = metric(operation, &[0.0], (Unit::Uint8, &[0]), 1);
            trial.set(&[(field, value)]).run().err()
        };
        assert_eq!(with("w0", 0), Some(Kind::BadDimension));
        assert_eq!(with("w1", 0), Some(Kind::BadDimension));
        assert_eq!(with("w1", 2), (operation == O::Auc).then_some(Kind::BadDimension));
        for field in ["unit", "unit2"] {
            assert_eq!(with(field, 13), Some(Kind::ReservedCode));
        }
        for field in ["flag16", "flag18", "flag20"] {
            assert_eq!(with(field, 1), Some(Kind::ReservedBits));
        }
        assert_eq!(with("w0", u64::from(u32::MAX)), Some(Kind::AddressRange));
    }
}
