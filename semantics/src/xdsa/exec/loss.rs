//! Losses (text 3820 to 3914, XDSA-D69, D74, D101): the exact value of each element or row, then their mean or sum or none, rounded
//! once.

use super::results::{Results, dyadic, numbers, word};
use super::{Done, Environment, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};
use std::cmp::Ordering;

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
        return rows.map(|(row, index)| of_index(operation, units[0], row, index)).collect();
    }
    if by_row(operation) {
        let rows = predictions.chunks(classes).zip(targets.chunks(classes));
        let loss = |(row, targets)| soft(&numbers(units[0], row), &numbers(units[1], targets));
        return Ok(rows.map(loss).collect());
    }
    let beta = if beta.is_zero() { &Number::integer(1) } else { beta };
    let pairs = predictions.iter().zip(targets);
    let loss = |(p, t): (&u64, &u64)| {
        let (p, t) = (Number::of(units[0], *p), Number::of(units[1], *t));
        loss(operation, &p, &t, beta)
    };
    Ok(pairs.map(loss).collect())
}

// Losses of rows of classes (XDSA-D62, D74, D101). The logarithm of the softmax of `p[i]` is `p[i] - m - l` with `l = ln sum e^(p[j] - m)`
// and m the largest of the row; a NaN or +inf in a row, or nothing but -inf, makes all NaN.

/// NLL_LOSS and SPARSE_CROSS_ENTROPY_LOSS.
fn of_index(operation: Operation, unit: Unit, row: &[u64], index: i128) -> Result<Number, Error> {
    let at = usize::try_from(index).ok().filter(|at| *at < row.len()).ok_or_else(|| {
        let message = format!("class {index}; right: 0 to {}", row.len() as i128 - 1);
        Error::new(Kind::IndexRange, message)
    })?;
    if operation == Operation::NllLoss {
        return Ok(Number::of(unit, row[at]).neg());
    }
    let row: Vec<Number> = row.iter().map(|p| Number::of(unit, *p)).collect();
    let loss = match Row::new(&row) {
        Some(softmax) => softmax.logarithm(&row[at]).neg(),
        None => Number::Nan,
    };
    Ok(positive_zero(loss))
}

/// CROSS_ENTROPY: `-sum t[i] log_softmax(p)[i]`.
fn soft(row: &[Number], targets: &[Number]) -> Number {
    let Some(softmax) = Row::new(row) else { return Number::Nan };
    let plain = |numbers: &[Number]| numbers.iter().all(Number::is_finite);
    let pairs = || row.iter().zip(targets);
    let loss = if plain(row) && plain(targets) {
        // The logarithm once: (sum t) l - sum t (p - m).
        let logarithms = Number::sum(targets.iter().cloned()).mul(&softmax.logarithm_of_sum);
        let rest = pairs().map(|(p, t)| t.mul(&p.sub(&softmax.largest)));
        logarithms.sub(&Number::sum(rest))
    } else {
        Number::sum(pairs().map(|(p, t)| t.mul(&softmax.logarithm(p)))).neg()
    };
    positive_zero(loss)
}

fn positive_zero(loss: Number) -> Number {
    if loss.is_zero() { Number::integer(0) } else { loss }
}

/// What the elements of a row share.
struct Row {
    largest: Number,
    logarithm_of_sum: Number,
}

impl Row {
    /// None where all are NaN.
    fn new(row: &[Number]) -> Option<Self> {
        let larger = |best: usize, at: usize| {
            let order = row[at].compare(&row[best]);
            if order == Some(Ordering::Greater) { at } else { best }
        };
        if row.iter().any(Number::is_nan) {
            return None;
        }
        let at = (1..row.len()).fold(0, larger);
        let largest = row.get(at).filter(|largest| largest.is_finite())?;
        let others = row.iter().enumerate().filter(|(i, _)| *i != at);
        let rest = Number::sum(others.map(|(_, p)| p.sub(largest).exp()));
        let logarithm_of_sum = rest.log1p();
        Some(Self { largest: largest.clone(), logarithm_of_sum })
    }

    /// The logarithm of the softmax of an element.
    fn logarithm(&self, p: &Number) -> Number {
        p.sub(&self.largest).sub(&self.logarithm_of_sum)
    }
}

// Losses of single elements, operation by operation (XDSA-D74, D85).

/// The loss of a prediction and its target.
fn loss(operation: Operation, p: &Number, t: &Number, beta: &Number) -> Number {
    match operation {
        Operation::MseLoss => {
            let difference = p.sub(t);
            difference.mul(&difference)
        }
        Operation::L1Loss => p.sub(t).abs(),
        Operation::SmoothL1Loss => smooth(&p.sub(t).abs(), beta),
        Operation::LogLoss => {
            let one = Number::integer(1);
            let (hit, miss) = (t.mul(&p.ln()), one.sub(t).mul(&one.sub(p).ln()));
            hit.add(&miss).neg()
        }
        Operation::KldivLoss if t.is_zero() => Number::integer(0),
        Operation::KldivLoss => t.mul(&t.ln().sub(p)),
        // SOFT_MARGIN_LOSS
        _ => soft_plus(&t.mul(p).neg()),
    }
}

/// `d^2 / (2 beta)` where `d < beta`, else `d - beta / 2`.
fn smooth(d: &Number, beta: &Number) -> Number {
    let half = dyadic(1, -1);
    if d.compare(beta) == Some(Ordering::Less) {
        half.mul(&d.mul(d)).div(beta)
    } else {
        d.sub(&half.mul(beta))
    }
}

/// `ln(1 + e^y)`, of which positive numbers y are a summand: `y + ln(1 + e^-y)`.
fn soft_plus(y: &Number) -> Number {
    match y {
        Number::Finite(_) if !y.is_negative() => y.add(&y.neg().exp().log1p()),
        _ => y.exp().log1p(),
    }
}

#[cfg(test)]
mod tests {
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
}
