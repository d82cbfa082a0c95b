//! LU, CHOLESKY, QR: factors of a matrix (XDSA-D54, D97).

use super::eliminate::{Pivot, exchange, positive};
use super::integers::{Integers, Rounder, nans};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::Unit;
use crate::xdsa::{Error, Kind};
use num_bigint::BigInt;
use softfloat::Flags;

/// LU (text 1485): both factors in one matrix, and the exchanged rows, counted from 1.
pub(super) fn lu(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, rows, columns) = matrix(request);
    request.done()?;
    let (index, pivots) = (request.index(), rows.min(columns));
    let count = (rows * columns) as u64;
    let reads = vec![request.dense("s", unit, count)];
    let writes = vec![request.dense("d0", unit, count), request.dense("d1", index, pivots as u64)];
    let plan = Plan::new(reads, writes, move |read, _| {
        let (factors, exchanges, flags) = packed(unit, &read[0], columns);
        let exchanges = exchanges.unwrap_or_else(|| (0..pivots).collect());
        let pivots = exchanges.iter().map(|row| *row as u64 + 1).collect();
        Ok(Done { written: vec![factors, pivots], flags, ..Done::default() })
    });
    Ok(Plan { distinct: true, ..plan })
}

/// L below the diagonal, U from it on, and the exchanged rows; NaN and none where an element is no number.
pub(super) fn packed(
    unit: Unit,
    codes: &[u64],
    columns: usize,
) -> (Vec<u64>, Option<Vec<usize>>, Flags) {
    let Some(matrix) = Integers::of(unit, codes, columns) else {
        return (nans(unit, codes.len()), None, Flags::NONE);
    };
    let exponent = matrix.exponent;
    let factors = exchange(matrix);
    let mut rounder = Rounder::new(unit);
    let mut out = Vec::with_capacity(codes.len());
    for (i, lower) in factors.lower.iter().enumerate() {
        for (numerator, pivot) in lower {
            out.push(rounder.ratio(numerator, pivot, 0));
        }
        if let Some(Pivot { row, previous }) = factors.upper.get(i) {
            out.extend(row[i..].iter().map(|entry| rounder.ratio(entry, previous, exponent)));
        }
    }
    (out, Some(factors.exchanges), rounder.flags)
}

/// CHOLESKY (text 1506): the factor of the lower triangle, or of the upper one, transposed.
pub(super) fn cholesky(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, size, _) = matrix(request);
    let upper = request.code("upper", 2) == 1;
    square(request);
    request.done()?;
    let count = (size * size) as u64;
    let reads = vec![request.dense("s", unit, count)];
    let writes = vec![request.dense("d", unit, count)];
    Ok(Plan::new(reads, writes, move |read, _| {
        // The triangle that is read, on both sides.
        let place = |i: usize, j: usize| {
            let (low, high) = (i.min(j), i.max(j));
            if upper { low * size + high } else { high * size + low }
        };
        let places = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        let codes: Vec<u64> = places.clone().map(|(i, j)| read[0][place(i, j)]).collect();
        let matrix = Integers::of(unit, &codes, size);
        let exponent = matrix.as_ref().map_or(0, |matrix| matrix.exponent);
        let Some(pivots) = matrix.and_then(positive) else {
            return Ok(Done::one(nans(unit, codes.len())));
        };
        let mut rounder = Rounder::new(unit);
        let element = |(i, j): (usize, usize)| {
            let (k, other) = if upper { (i, j) } else { (j, i) };
            if other < k {
                return 0;
            }
            let Pivot { row, previous } = &pivots[k];
            rounder.over_root(&row[other], &(previous * &row[k]), exponent)
        };
        let written = vec![places.map(element).collect()];
        Ok(Done { written, flags: rounder.flags, ..Done::default() })
    }))
}

/// QR (text 1526): orthonormal columns and an upper triangle with a positive diagonal. Elimination of `[A'A | A']` leaves both.
pub(super) fn qr(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, rows, columns) = matrix(request);
    request.done()?;
    let rank = rows.min(columns);
    let (count, q, r) = (rows * columns, rows * rank, rank * columns);
    let reads = vec![request.dense("s", unit, count as u64)];
    let writes = vec![request.dense("d0", unit, q as u64), request.dense("d1", unit, r as u64)];
    let plan = Plan::new(reads, writes, move |read, _| {
        let pivots = Integers::of(unit, &read[0], columns).and_then(|matrix| {
            let exponent = matrix.exponent;
            let mut left = matrix.transposed();
            left.rows.truncate(rank);
            Some((positive(left.times(&matrix).beside(&left))?, exponent))
        });
        let Some((pivots, exponent)) = pivots else {
            let written = vec![nans(unit, q), nans(unit, r)];
            return Ok(Done { written, ..Done::default() });
        };
        let mut rounder = Rounder::new(unit);
        let squares: Vec<BigInt> =
            pivots.iter().enumerate().map(|(k, pivot)| &pivot.previous * &pivot.row[k]).collect();
        let mut element = |k: usize, column: usize, exponent: i64| {
            rounder.over_root(&pivots[k].row[column], &squares[k], exponent)
        };
        let mut first = Vec::with_capacity(q);
        for row in 0..rows {
            first.extend((0..rank).map(|k| element(k, columns + row, 0)));
        }
        let mut second = Vec::with_capacity(r);
        for k in 0..rank {
            second.extend(std::iter::repeat_n(0, k));
            second.extend((k..columns).map(|column| element(k, column, 2 * exponent)));
        }
        let written = vec![first, second];
        Ok(Done { written, flags: rounder.flags, ..Done::default() })
    });
    Ok(Plan { distinct: true, ..plan })
}

// Sizes of matrices (XDSA-D25, D54, D92).

/// The unit and the sizes of a matrix that is factored, in `src_unit`, `i_h` and `i_w`.
pub(super) fn matrix(request: &mut Request<'_>) -> (Unit, usize, usize) {
    let unit = request.float("src_unit");
    let [rows, columns] = ["i_h", "i_w"].map(|field| bounded(request, field));
    (unit, rows, columns)
}

/// A size of a matrix that is factored.
pub(super) fn bounded(request: &mut Request<'_>, field: &str) -> usize {
    let (size, largest) = (request.size(field), u64::from(request.profile().largest));
    if size > largest {
        let message = format!("{field} is {size}; exact up to {largest}");
        request.note(Kind::TooLarge, message);
    }
    size.min(largest) as usize
}

/// Both sizes must agree.
pub(super) fn square(request: &mut Request<'_>) {
    let [rows, columns] = ["i_h", "i_w"].map(|field| request.get(field));
    if rows != columns {
        let message = format!("{rows} rows of {columns}; right: a square matrix");
        request.note(Kind::BadDimension, message);
    }
}
