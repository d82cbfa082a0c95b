//! Losses (text 3820 to 3914, XDSA-D69, D74, D101): the exact value of each element or row, then their mean or sum or none, rounded
//! once.

mod class;
mod element;
#[cfg(test)]
mod tests;

use super::results::{Results, numbers, word};
use super::{Done, Environment, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;

/// Of each row one value: losses of classes.
const fn by_row(operation: Operation) -> bool {
    matches!(operation, Operation::CrossEntropy) || by_index(operation)
}

/// The target is the index of a class.
const fn by_index(operation: Operation) -> bool {
    matches!(operation, Operation::NllLoss | Operation::SparseCrossEntropyLoss)
}

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let target_unit =
        if by_index(operation) { request.integer("unit2") } else { request.unit("unit2") };
    let reduction = request.code("flag16", 3);
    let [rows, classes] = ["w0", "w1"].map(|field| request.size(field));
    request.done()?;
    let beta = word(request.get("w2"));
    let count = rows.saturating_mul(classes);
    let values = if by_row(operation) { rows } else { count };
    let predictions = request.dense("p0", unit, count);
    let targets = request.dense("p1", target_unit, if by_index(operation) { rows } else { count });
    let write = request.dense("p2", unit, if reduction == 2 { values } else { 1 });
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let [predictions, targets] = read else { return Ok(Done::default()) };
        let units = [unit, target_unit];
        let losses = losses(operation, units, [predictions, targets], classes as usize, &beta)?;
        let mut results = Results::new(unit, losses.len());
        match reduction {
            0 => results.push(&Number::sum(losses).div(&Number::integer(values.into()))),
            1 => results.push(&Number::sum(losses)),
            _ => losses.iter().for_each(|loss| results.push(loss)),
        }
        Ok(results.done())
    };
    Ok(Plan::new(vec![predictions, targets], vec![write], work))
}

/// The exact value of each row or element.
fn losses(
    operation: Operation,
    units: [Unit; 2],
    operands: [&[u64]; 2],
    classes: usize,
    beta: &Number,
) -> Result<Vec<Number>, Error> {
    let [predictions, targets] = operands;
    if by_index(operation) {
        let indexes = targets.iter().map(|target| units[1].integer(*target));
        let rows = predictions.chunks(classes).zip(indexes);
        return rows.map(|(row, index)| class::of_index(operation, units[0], row, index)).collect();
    }
    if by_row(operation) {
        let rows = predictions.chunks(classes).zip(targets.chunks(classes));
        let loss =
            |(row, targets)| class::soft(&numbers(units[0], row), &numbers(units[1], targets));
        return Ok(rows.map(loss).collect());
    }
    let beta = if beta.is_zero() { &Number::integer(1) } else { beta };
    let pairs = predictions.iter().zip(targets);
    let loss = |(p, t): (&u64, &u64)| {
        let (p, t) = (Number::of(units[0], *p), Number::of(units[1], *t));
        element::loss(operation, &p, &t, beta)
    };
    Ok(pairs.map(loss).collect())
}
