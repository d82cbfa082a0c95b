//! Metrics (text 3924 to 3945, XDSA-D76, D101): ACCURACY, the share of rows whose first maximum is the label, and AUC, the area under
//! the curve: `(pairs that are right + ties / 2) / pairs` of a positive and a negative each.

use super::results::{Results, numbers};
use super::{Done, Environment, Plan, Request};
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};
use std::cmp::Ordering;

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, label_unit) = (request.unit("unit"), request.unit("unit2"));
    let [rows, classes] = ["w0", "w1"].map(|field| request.size(field));
    let area = operation == Operation::Auc;
    if area && classes > 1 {
        request.note(Kind::BadDimension, format!("C (w1) is {classes}; right: 1"));
    }
    request.done()?;
    let scores = request.dense("p0", unit, rows.saturating_mul(classes));
    let labels = request.dense("p1", label_unit, rows);
    let write = request.dense("p2", unit, 1);
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let [scores, labels] = read else { return Ok(Done::default()) };
        let (scores, labels) = (numbers(unit, scores), numbers(label_unit, labels));
        let value =
            if area { auc(&scores, &labels) } else { accuracy(&scores, &labels, classes as usize) };
        let mut results = Results::new(unit, 1);
        results.push(&value);
        Ok(results.done())
    };
    Ok(Plan::new(vec![scores, labels], vec![write], work))
}

fn accuracy(scores: &[Number], labels: &[Number], classes: usize) -> Number {
    let right = scores.chunks(classes).zip(labels).filter(|(row, label)| {
        let first = Number::integer(first_maximum(row) as i128);
        first.compare(label) == Some(Ordering::Equal)
    });
    Number::integer(right.count() as i128).div(&Number::integer(labels.len() as i128))
}

/// A NaN beats all; -0 and +0 are equal (XDSA-D59, D86).
fn first_maximum(row: &[Number]) -> usize {
    if let Some(at) = row.iter().position(Number::is_nan) {
        return at;
    }
    let larger = |best: usize, at: usize| row[at].compare(&row[best]) == Some(Ordering::Greater);
    (1..row.len()).fold(0, |best, at| if larger(best, at) { at } else { best })
}

fn auc(scores: &[Number], labels: &[Number]) -> Number {
    if scores.iter().any(Number::is_nan) {
        return Number::Nan;
    }
    // A NaN is not zero (XDSA-D85).
    let mut sorted: Vec<(&Number, bool)> =
        scores.iter().zip(labels.iter().map(|label| !label.is_zero())).collect();
    sorted.sort_by(|(a, _), (b, _)| a.compare(b).unwrap_or(Ordering::Equal));
    let (mut negatives, mut positives, mut halves) = (0_u128, 0_u128, 0_u128);
    for tied in sorted.chunk_by(|(a, _), (b, _)| a.compare(b) == Some(Ordering::Equal)) {
        let positive = tied.iter().filter(|(_, positive)| *positive).count() as u128;
        let negative = tied.len() as u128 - positive;
        halves += positive * (2 * negatives + negative);
        (positives, negatives) = (positives + positive, negatives + negative);
    }
    let pairs = 2 * positives * negatives;
    Number::integer(halves as i128).div(&Number::integer(pairs as i128))
}

#[cfg(test)]
mod tests {
    use crate::xdsa::exec::single::{Single, fp32};
    use crate::xdsa::isa::{Operation as O, Unit};

    fn metric(
        operation: O,
        scores: &[f32],
        (unit, labels): (Unit, &[u64]),
        classes: u64,
    ) -> Single {
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
}
