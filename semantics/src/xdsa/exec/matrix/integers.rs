//! Matrices of integers times one power of two.

use crate::xdsa::exec::exact::{decode, nan, round_quotient, round_root};
use crate::xdsa::isa::Unit;
use functions::exact::Dyadic;
use num_bigint::{BigInt, Sign};
use softfloat::{Flags, Value};

/// Integers, row by row, and the exponent of the power of two that they count.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Integers {
    pub(super) rows: Vec<Vec<BigInt>>,
    pub(super) exponent: i64,
}

impl Integers {
    /// Of elements in rows; none where one is NaN or infinite.
    pub(super) fn of(unit: Unit, codes: &[u64], columns: usize) -> Option<Self> {
        let numbers: Option<Vec<_>> = codes
            .iter()
            .map(|code| match decode(unit, *code) {
                Value::Finite(u) => Some(u),
                _ => None,
            })
            .collect();
        let numbers = numbers?;
        let set = numbers.iter().filter(|u| u.significand != 0);
        let exponent = set.map(|u| u.exponent + u.significand.trailing_zeros() as i32).min();
        let exponent = exponent.unwrap_or(0);
        let entry = |u: &softfloat::Unrounded<u64>| {
            let shift = u.exponent - exponent;
            let magnitude = BigInt::from(u.significand);
            let magnitude = if shift < 0 {
                magnitude >> shift.unsigned_abs()
            } else {
                magnitude << shift.unsigned_abs()
            };
            if u.sign { -magnitude } else { magnitude }
        };
        let rows = numbers.chunks(columns.max(1)).map(|row| row.iter().map(entry).collect());
        Some(Self { rows: rows.collect(), exponent: exponent.into() })
    }

    pub(super) fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(super) fn transposed(&self) -> Self {
        let column = |c: usize| self.rows.iter().map(|row| row[c].clone()).collect();
        Self { rows: (0..self.columns()).map(column).collect(), exponent: self.exponent }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let other_rows = other.transposed().rows;
        let dot = |a: &[BigInt], b: &[BigInt]| a.iter().zip(b).map(|(a, b)| a * b).sum();
        let row = |a: &Vec<BigInt>| other_rows.iter().map(|b| dot(a, b)).collect();
        let rows = self.rows.iter().map(row).collect();
        Self { rows, exponent: self.exponent + other.exponent }
    }

    /// The rows of the other matrix behind these.
    pub(super) fn beside(mut self, other: &Self) -> Self {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.extend_from_slice(other);
        }
        self
    }

    pub(super) fn identity(size: usize) -> Self {
        let row = |i| (0..size).map(|j| BigInt::from(u8::from(i == j))).collect();
        Self { rows: (0..size).map(row).collect(), exponent: 0 }
    }
}

/// Elements of one unit, each rounded once.
pub(super) struct Rounder {
    pub(super) unit: Unit,
    pub(super) flags: Flags,
}

impl Rounder {
    pub(super) const fn new(unit: Unit) -> Self {
        Self { unit, flags: Flags::NONE }
    }

    /// `numerator / denominator * 2^exponent`
    pub(super) fn ratio(&mut self, numerator: &BigInt, denominator: &BigInt, exponent: i64) -> u64 {
        self.round(numerator, denominator, exponent, round_quotient)
    }

    /// `numerator / sqrt(square) * 2^(exponent / 2)`, the square positive.
    pub(super) fn over_root(&mut self, numerator: &BigInt, square: &BigInt, exponent: i64) -> u64 {
        let squared = numerator * numerator;
        let signed = if numerator.sign() == Sign::Minus { -squared } else { squared };
        self.round(&signed, square, exponent, round_root)
    }

    fn round(
        &mut self,
        numerator: &BigInt,
        denominator: &BigInt,
        exponent: i64,
        round: fn(Unit, &Dyadic, &Dyadic) -> (u64, Flags),
    ) -> u64 {
        let numerator = Dyadic { integer: numerator.clone(), exponent };
        let (code, flags) = round(self.unit, &numerator, &Dyadic::integer(denominator.clone()));
        self.flags |= flags;
        code
    }
}

/// So many NaN.
pub(super) fn nans(unit: Unit, count: usize) -> Vec<u64> {
    vec![nan(unit); count]
}
