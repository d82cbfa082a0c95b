//! Losses (XDSA-D74, D85, D101): a value for every row or element, and one exact reduction.

use super::{unnamed, whole, word};
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::element::{Tensor, logarithms};
use crate::interpreters::xdsa::value::{Function, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(in crate::interpreters::xdsa) fn loss(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &["unit2", "flag16"]);
    let operation = case.operation;
    let indexed = matches!(operation, Operation::NllLoss | Operation::SparseCrossEntropyLoss);
    let by_rows = indexed || operation == Operation::CrossEntropy;
    let unit = case.unit("unit");
    let target_unit = if indexed { case.integer("unit2") } else { case.unit("unit2") };
    let reduction = case.code("flag16", 3);
    let [rows, classes] = ["w0", "w1"].map(|name| case.size(name));
    let prediction = (case.address("p0"), unit);
    let target = (case.address("p1"), target_unit);
    let to = (case.address("p2"), unit);
    let elements = u128::from(rows) * u128::from(classes);
    let values = if by_rows { rows.into() } else { elements };
    case.tensor(prediction, elements);
    case.tensor(target, if indexed { rows.into() } else { elements });
    case.tensor(to, if reduction == 2 { values } else { 1 });
    case.check()?;
    let mut losses = Vec::new();
    if by_rows {
        for row in 0..rows {
            losses.push(row_loss(case, prediction, target, [row, classes]));
        }
        case.check()?;
    } else {
        let beta = word(case, "w2");
        let beta = if beta.is_zero() { Value::from(1) } else { beta };
        for i in 0..elements as u64 {
            let (p, t) = (case.value(prediction, i), case.value(target, i));
            losses.push(element_loss(operation, &p, &t, &beta));
        }
    }
    if reduction == 2 {
        for (i, loss) in losses.iter().enumerate() {
            case.put(to, i as u64, loss);
        }
        return Ok(());
    }
    let sum = Value::sum(losses);
    let result = if reduction == 0 { sum.div(&whole(values as u64)) } else { sum };
    case.put(to, 0, &result);
    Ok(())
}

/// CROSS_ENTROPY, NLL, SPARSE_CROSS_ENTROPY.
fn row_loss(
    case: &mut Case<'_>,
    prediction: Tensor,
    target: Tensor,
    [row, classes]: [u64; 2],
) -> Value {
    let line = |case: &Case<'_>, tensor| -> Vec<Value> {
        (0..classes).map(|i| case.value(tensor, row * classes + i)).collect()
    };
    let scores = line(case, prediction);
    if case.operation == Operation::CrossEntropy {
        let targets = line(case, target);
        let terms = targets.iter().zip(logarithms(&scores)).map(|(t, log)| t.mul(&log));
        return positive_zero(Value::sum(terms).neg());
    }
    let index = target.1.integer(case.read(target.0, target.1, row));
    let index = usize::try_from(index).ok().filter(|index| *index < scores.len());
    let Some(index) = index else {
        case.fault(Kind::IndexRange);
        return Value::Nan;
    };
    if case.operation == Operation::NllLoss {
        return scores[index].neg();
    }
    positive_zero(logarithms(&scores)[index].neg())
}

fn positive_zero(value: Value) -> Value {
    if value.is_zero() { Value::Zero(false) } else { value }
}

fn element_loss(operation: Operation, p: &Value, t: &Value, beta: &Value) -> Value {
    let one = Value::from(1);
    let ln = |x: &Value| Function::Ln.of(x);
    match operation {
        Operation::MseLoss => {
            let distance = p.sub(t);
            distance.mul(&distance)
        }
        Operation::L1Loss => p.sub(t).abs(),
        Operation::LogLoss => {
            let right = t.mul(&ln(p));
            let wrong = one.sub(t).mul(&ln(&one.sub(p)));
            right.add(&wrong).neg()
        }
        Operation::SmoothL1Loss => {
            let (distance, half) = (p.sub(t).abs(), Value::ratio(1, 2));
            if distance.compare(beta).is_some_and(|order| order.is_lt()) {
                half.mul(&distance).mul(&distance).div(beta)
            } else {
                distance.sub(&half.mul(beta))
            }
        }
        Operation::KldivLoss if t.is_zero() => Value::from(0),
        Operation::KldivLoss => t.mul(&ln(t).sub(p)),
        Operation::SoftMarginLoss => t.neg().mul(p).softplus(),
        _ => Value::Nan,
    }
}
