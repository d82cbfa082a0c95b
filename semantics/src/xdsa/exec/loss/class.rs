//! Losses of rows of classes (XDSA-D62, D74, D101). The logarithm of the softmax of `p[i]` is `p[i] - m - l` with `l = ln sum e^(p[j] - m)`
//! and m the largest of the row; a NaN or +inf in a row, or nothing but -inf, makes all NaN.

use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};
use std::cmp::Ordering;

/// NLL_LOSS and SPARSE_CROSS_ENTROPY_LOSS.
pub(super) fn of_index(
    operation: Operation,
    unit: Unit,
    row: &[u64],
    index: i128,
) -> Result<Number, Error> {
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
pub(super) fn soft(row: &[Number], targets: &[Number]) -> Number {
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
