//! Elimination without fractions (Bareiss): every intermediate entry is a minor of the matrix, so all divisions are exact.

use super::integers::Integers;
use num_bigint::{BigInt, Sign};

/// The entries below and beside a pivot: `(pivot entry - left above) / previous pivot`.
fn step(target: &mut [BigInt], pivot_row: &[BigInt], column: usize, previous: &BigInt) {
    let (pivot, left) = (pivot_row[column].clone(), target[column].clone());
    for (entry, above) in target.iter_mut().zip(pivot_row) {
        *entry = (&pivot * &*entry - &left * above) / previous;
    }
}

/// What a pivot step has left.
#[derive(Clone, Debug)]
pub(super) struct Pivot {
    /// The row as it became the pivot's: minors of order k + 1.
    pub(super) row: Vec<BigInt>,
    /// The minor of order k before it.
    pub(super) previous: BigInt,
}

/// Eliminates below the diagonal without exchanges, as far as pivots are positive: the pivots' rows, one for each row of the matrix
/// if all are.
pub(super) fn positive(mut matrix: Integers) -> Option<Vec<Pivot>> {
    let mut previous = BigInt::from(1);
    let mut pivots = Vec::new();
    for k in 0..matrix.rows.len() {
        let row = std::mem::take(&mut matrix.rows[k]);
        if row[k].sign() != Sign::Plus {
            return None;
        }
        matrix.rows[k + 1..].iter_mut().for_each(|target| step(target, &row, k, &previous));
        let pivot = row[k].clone();
        pivots.push(Pivot { row, previous });
        previous = pivot;
    }
    Some(pivots)
}

/// Reduces the left square of a matrix to a multiple of the identity: that multiple and the columns right of it; none where the square
/// is singular.
pub(super) fn reduce(mut matrix: Integers) -> Option<(BigInt, Integers)> {
    let size = matrix.rows.len();
    let mut previous = BigInt::from(1);
    for k in 0..size {
        let found = (k..size).find(|i| matrix.rows[*i][k].sign() != Sign::NoSign)?;
        matrix.rows.swap(k, found);
        let row = matrix.rows[k].clone();
        for (i, target) in matrix.rows.iter_mut().enumerate() {
            if i != k {
                step(target, &row, k, &previous);
            }
        }
        previous = row[k].clone();
    }
    matrix.rows.iter_mut().for_each(|row| drop(row.drain(..size)));
    Some((previous, matrix))
}

/// Factors with row exchanges.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    /// The rows of U, for all columns.
    pub(super) upper: Vec<Pivot>,
    /// The numerators of L for each row, in its columns left of the diagonal; they are over the pivots.
    pub(super) lower: Vec<Vec<(BigInt, BigInt)>>,
    /// The row that each pivot came from, from 0.
    pub(super) exchanges: Vec<usize>,
}

/// LU with partial pivoting: the largest magnitude of a column, the first of equal ones; a column of zeros is skipped (XDSA-D54).
pub(super) fn exchange(mut matrix: Integers) -> Factors {
    let (count, columns) = (matrix.rows.len(), matrix.columns());
    let mut previous = BigInt::from(1);
    let mut lower: Vec<Vec<(BigInt, BigInt)>> = vec![Vec::new(); count];
    let (mut upper, mut exchanges) = (Vec::new(), Vec::new());
    for k in 0..count.min(columns) {
        let size = |i: &usize| matrix.rows[*i][k].magnitude().clone();
        let largest = (k..count).rev().max_by_key(size).unwrap_or(k);
        matrix.rows.swap(k, largest);
        lower.swap(k, largest);
        exchanges.push(largest);
        let row = matrix.rows[k].clone();
        let singular = row[k].sign() == Sign::NoSign;
        for (target, lower) in matrix.rows[k + 1..].iter_mut().zip(&mut lower[k + 1..]) {
            if singular {
                lower.push((BigInt::ZERO, 1.into()));
            } else {
                lower.push((target[k].clone(), row[k].clone()));
                step(target, &row, k, &previous);
            }
        }
        let pivot = row[k].clone();
        upper.push(Pivot { row, previous: previous.clone() });
        if !singular {
            previous = pivot;
        }
    }
    Factors { upper, lower, exchanges }
}
