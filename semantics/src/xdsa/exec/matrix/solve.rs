//! INVERSE, SOLVE, LSTSQ: linear equations (XDSA-D54, D97, D105).

use super::eliminate::reduce;
use super::factor::{bounded, matrix, packed, square};
use super::integers::{Integers, Rounder, nans};
use crate::xdsa::Error;
use crate::xdsa::exec::offsets::count;
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::Unit;
use softfloat::Flags;

/// INVERSE (text 1576).
pub(super) fn inverse(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, size, _) = matrix(request);
    square(request);
    request.done()?;
    let count = (size * size) as u64;
    let reads = vec![request.dense("s", unit, count)];
    let writes = vec![request.dense("d", unit, count)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let matrix = Integers::of(unit, &read[0], size);
        let solution = matrix.and_then(|matrix| solved(&matrix, &Integers::identity(size)));
        Ok(rounded(unit, solution, size * size))
    }))
}

/// SOLVE (section 2.5): X of `A X = B`, and the factors of A where an address says where.
pub(super) fn solve(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.float("unit");
    let (size, columns) = (bounded(request, "w0"), request.size("w1"));
    request.done()?;
    let (square, right) = ((size * size) as u64, count(&[size as u64, columns]));
    let reads = vec![request.dense("p0", unit, square), request.dense("p1", unit, right)];
    let mut writes = vec![request.dense("p2", unit, right)];
    let factors = request.get("p3") != 0;
    if factors {
        writes.push(request.dense("p3", unit, square));
    }
    Ok(Plan::new(reads, writes, move |read, _| {
        let left = Integers::of(unit, &read[0], size);
        let right = Integers::of(unit, &read[1], columns as usize);
        let solution = left.zip(right).and_then(|(left, right)| solved(&left, &right));
        let mut done = rounded(unit, solution, read[1].len());
        if factors {
            let (factors, _, flags) = packed(unit, &read[0], size);
            done.written.push(factors);
            done.flags |= flags;
        }
        Ok(done)
    }))
}

/// LSTSQ (text 1593): the least squares of a tall matrix, the least norm of a wide one; B stands behind A.
pub(super) fn lstsq(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.float("src_unit");
    let (m, n) = (bounded(request, "m"), bounded(request, "n"));
    let k = request.size("k") as usize;
    request.done()?;
    let reads = vec![request.dense("s", unit, (m * (n + k)) as u64)];
    let writes = vec![request.dense("d", unit, (n * k) as u64)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let (left, right) = read[0].split_at((m * n).min(read[0].len()));
        let both = Integers::of(unit, left, n).zip(Integers::of(unit, right, k));
        let solution = both.and_then(|(left, right)| {
            let transposed = left.transposed();
            if m >= n {
                return solved(&transposed.times(&left), &transposed.times(&right));
            }
            let (denominator, multipliers) = solved(&left.times(&transposed), &right)?;
            Some((denominator, transposed.times(&multipliers)))
        });
        Ok(rounded(unit, solution, n * k))
    }))
}

/// A solution over a denominator.
type Solution = (num_bigint::BigInt, Integers);

/// X of `left X = right`; none where the left is singular.
fn solved(left: &Integers, right: &Integers) -> Option<Solution> {
    let (denominator, solution) = reduce(left.clone().beside(right))?;
    let exponent = right.exponent - left.exponent;
    Some((denominator, Integers { exponent, ..solution }))
}

/// The elements of a solution, NaN where there is none.
fn rounded(unit: Unit, solution: Option<Solution>, count: usize) -> Done {
    let Some((denominator, Integers { rows, exponent })) = solution else {
        return Done { flags: Flags::NONE, ..Done::one(nans(unit, count)) };
    };
    let mut rounder = Rounder::new(unit);
    let entries = rows.iter().flatten();
    let elements = entries.map(|entry| rounder.ratio(entry, &denominator, exponent)).collect();
    Done { flags: rounder.flags, ..Done::one(elements) }
}
