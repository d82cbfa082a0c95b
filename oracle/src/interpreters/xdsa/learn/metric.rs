//! ACCURACY and AUC (XDSA-D76, D86, D101).

use super::{unnamed, whole};
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;
use std::cmp::Ordering;

pub(in crate::interpreters::xdsa) fn metric(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &["unit2"]);
    let scores = (case.address("p0"), case.unit("unit"));
    let labels = (case.address("p1"), case.unit("unit2"));
    let to = (case.address("p2"), scores.1);
    let [rows, classes] = ["w0", "w1"].map(|name| case.size(name));
    let area = case.operation == Operation::Auc;
    case.require(!area || classes == 1, Kind::BadDimension);
    case.tensor(scores, u128::from(rows) * u128::from(classes));
    case.tensor(labels, rows.into());
    case.tensor(to, 1);
    case.check()?;
    let truths = case.values(labels, rows);
    let values = case.values(scores, rows * classes);
    let result = if area { roc(&values, &truths) } else { share(&values, &truths, classes) };
    case.put(to, 0, &result);
    Ok(())
}

/// The share of rows whose first maximum is at the label.
fn share(scores: &[Value], labels: &[Value], classes: u64) -> Value {
    let right = |(row, label): (&[Value], &Value)| {
        let first = whole(first_maximum(row) as u64);
        first.compare(label) == Some(Ordering::Equal)
    };
    let right = scores.chunks(classes as usize).zip(labels).filter(|row| right(*row)).count();
    whole(right as u64).div(&whole(labels.len() as u64))
}

/// NaN beats all; of equal ones the first counts.
fn first_maximum(row: &[Value]) -> usize {
    if let Some(nan) = row.iter().position(Value::is_nan) {
        return nan;
    }
    let mut first = 0;
    for (i, value) in row.iter().enumerate() {
        if value.compare(&row[first]) == Some(Ordering::Greater) {
            first = i;
        }
    }
    first
}

/// Pairs in the right order and half of the ties, of all pairs.
fn roc(scores: &[Value], labels: &[Value]) -> Value {
    if scores.iter().any(Value::is_nan) {
        return Value::Nan;
    }
    let (mut halves, mut pairs) = (0_u64, 0_u64);
    for (positive, label) in scores.iter().zip(labels) {
        for (negative, other) in scores.iter().zip(labels) {
            if !label.is_zero() && other.is_zero() {
                pairs += 1;
                halves += match positive.compare(negative) {
                    Some(Ordering::Greater) => 2,
                    Some(Ordering::Equal) => 1,
                    _ => 0,
                };
            }
        }
    }
    whole(halves).div(&whole(2 * pairs))
}
