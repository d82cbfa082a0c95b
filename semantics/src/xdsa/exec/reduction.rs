//! Group Reduction (text 766 to 900): an axis of C, H, W, or all, to one element (XDSA-D21, D22, D25 to D28, D30, D32, D47, D85).

use super::exact::{Amount, Sum, decode, encode, nan, one, round_quotient};
use super::offsets::{count, distances};
use super::results::{extreme, mean};
use super::{Done, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};
use functions::exact::{Dyadic, cut};
use num_bigint::BigUint;
use rayon::prelude::*;
use softfloat::{Flags, Unrounded, Value};

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let axis = request.get("axis");
    if !matches!(axis, 0..=3 | 7) {
        request.note(Kind::ReservedCode, format!("axis is {axis}; right: 0 to 3, 7"));
    }
    let sizes = [1, request.size("fc"), request.size("fh"), request.size("fw")];
    request.done()?;
    let all = count(&sizes);
    // So many blocks of so many lines side by side, of so many elements at the distance of the lines' number.
    let (length, lines) = match axis {
        0..=3 => (sizes[axis as usize & 3], distances(sizes)[axis as usize & 3]),
        _ => (all, 1),
    };
    let reads = vec![request.dense("s", unit, all)];
    let writes = vec![request.dense("d", unit, all / length)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let line = |i: usize| {
            let (block, line) = (i / lines as usize, i % lines as usize);
            let start = block * (length * lines) as usize + line;
            let elements = read[0].iter().skip(start).step_by(lines as usize);
            reduced(operation, unit, elements.take(length as usize).copied())
        };
        let results: Vec<_> = (0..(all / length) as usize).into_par_iter().map(line).collect();
        let flags = results.iter().fold(Flags::NONE, |all, (_, flags)| all | *flags);
        Ok(Done { flags, ..Done::one(results.into_iter().map(|(code, _)| code).collect()) })
    }))
}

fn reduced(operation: Operation, unit: Unit, mut line: impl Iterator<Item = u64>) -> (u64, Flags) {
    use Operation as O;
    // All but the sign of a floating-point zero.
    let significant = unit.mask() >> u32::from(unit.is_float());
    let truth = |holds| (if holds { one(unit) } else { 0 }, Flags::NONE);
    match operation {
        O::ReduceAll => truth(line.all(|element| element & significant != 0)),
        O::ReduceAny => truth(line.any(|element| element & significant != 0)),
        O::ReduceMax => extreme(unit, true, line),
        O::ReduceMin => extreme(unit, false, line),
        O::ReduceMean => mean(unit, line),
        O::ReduceProd => product(unit, line),
        O::ReduceVar => variance(unit, line),
        _ => sum(unit, line),
    }
}

/// Integers keep their low bits.
fn sum(unit: Unit, line: impl Iterator<Item = u64>) -> (u64, Flags) {
    if !unit.is_float() {
        let sum = line.fold(0_u64, |sum, element| sum.wrapping_add(unit.integer(element) as u64));
        return (sum & unit.mask(), Flags::NONE);
    }
    let mut sum = Sum::new();
    line.for_each(|element| sum.add(decode(unit, element)));
    encode(unit, sum.value())
}

/// `(n sum(x^2) - sum(x)^2) / n^2`; NaN where an element is no number.
fn variance(unit: Unit, line: impl Iterator<Item = u64>) -> (u64, Flags) {
    let (mut sum, mut squares, mut n) = (Sum::new(), Sum::new(), 0_u64);
    for element in line {
        let value = decode(unit, element);
        sum.add(value);
        squares.add_product(value, value);
        n += 1;
    }
    let finite = |sum: &Sum| match sum.amount() {
        Amount::Finite(dyadic) => Some(dyadic),
        Amount::Zero { .. } => Some(Dyadic::default()),
        Amount::Nan | Amount::Infinite { .. } => None,
    };
    let (Some(sum), Some(squares)) = (finite(&sum), finite(&squares)) else {
        return (nan(unit), Flags::INVALID);
    };
    let scaled = &(&squares * &Dyadic::integer(n)) - &(&sum * &sum);
    round_quotient(unit, &scaled, &Dyadic::integer(BigUint::from(n) * n))
}

// REDUCE_PROD: the product of many elements, rounded once. The leading 128 bits decide but where the exact product lies too near to a
// border; then it is worked out whole.

/// Integers keep their low bits.
fn product(unit: Unit, line: impl Iterator<Item = u64>) -> (u64, Flags) {
    if !unit.is_float() {
        let product = line.fold(1_u64, |x, element| x.wrapping_mul(unit.integer(element) as u64));
        return (product & unit.mask(), Flags::NONE);
    }
    let mut special = Amount::from(Value::Finite(Unrounded::exact(false, 0, 1)));
    let (mut factors, mut negative, mut exponent) = (Vec::new(), false, 0_i64);
    for element in line {
        let value = decode(unit, element);
        match value {
            Value::Finite(u) if u.significand != 0 => {
                let zeros = u.significand.trailing_zeros();
                factors.push(u.significand >> zeros);
                exponent += i64::from(u.exponent) + i64::from(zeros);
                negative ^= u.sign;
            }
            Value::Nan { .. } => return (nan(unit), Flags::NONE),
            _ => special = special.times(&Amount::from_value(value)),
        }
    }
    if matches!(special, Amount::Finite(_)) {
        return finite(unit, negative, exponent, &factors);
    }
    let sign = Amount::from(Value::Finite(Unrounded::exact(negative, 0, 1)));
    encode(unit, special.times(&sign).value())
}

/// The product of odd numbers times a power of two.
fn finite(unit: Unit, negative: bool, exponent: i64, factors: &[u64]) -> (u64, Flags) {
    let (mut low, mut high) = (Bound::default(), Bound::default());
    for factor in factors {
        low.times(*factor, false);
        high.times(*factor, true);
    }
    let element = |bound: Bound, sticky| {
        let exponent = (exponent + bound.exponent).clamp(-100_000, 100_000) as i32;
        let significand = bound.significand;
        encode(unit, Value::Finite(Unrounded { sign: negative, exponent, significand, sticky }))
    };
    let least = element(low, low != high);
    if least.0 == element(high, false).0 {
        return least;
    }
    let whole = tree(factors);
    encode(unit, Value::Finite(cut(negative, &whole, exponent)))
}

/// The whole product, halves first: large factors of like size.
fn tree(factors: &[u64]) -> BigUint {
    match factors {
        [] => 1_u8.into(),
        [factor] => (*factor).into(),
        _ => {
            let (left, right) = factors.split_at(factors.len() / 2);
            tree(left) * tree(right)
        }
    }
}

/// A bound of a product: 128 bits and an exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bound {
    significand: u128,
    exponent: i64,
}

impl Default for Bound {
    fn default() -> Self {
        Self { significand: 1, exponent: 0 }
    }
}

impl Bound {
    /// Times a factor, the bits beyond 128 cut off, or rounded up.
    fn times(&mut self, factor: u64, up: bool) {
        let factor = u128::from(factor);
        let (low, high) = (self.significand & u128::from(u64::MAX), self.significand >> 64);
        // At most 2^192 in all: `high` counts 2^64.
        let low = low * factor;
        let high = high * factor + (low >> 64);
        let low = low as u64;
        let drop = (64 - high.leading_zeros().min(64)).min(64);
        if drop == 0 {
            self.significand = high << 64 | u128::from(low);
            return;
        }
        let (kept, lost) = if drop == 64 {
            (high, low != 0)
        } else {
            (high << (64 - drop) | u128::from(low >> drop), low << (64 - drop) != 0)
        };
        let (kept, carry) = kept.overflowing_add(u128::from(lost && up));
        // A carry leaves 0: the number is 2^128.
        self.significand = if carry { 1 << 127 } else { kept };
        self.exponent += i64::from(drop) + i64::from(carry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_the_product() {
        let mut factors = Vec::new();
        let (mut low, mut high) = (Bound::default(), Bound::default());
        for i in 0..40_u64 {
            let factor = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            factors.push(factor);
            low.times(factor, false);
            high.times(factor, true);
            let whole = tree(&factors);
            let bound = |bound: Bound| BigUint::from(bound.significand) << bound.exponent as u64;
            assert!(bound(low) <= whole && whole <= bound(high), "{i}");
            assert!(low.significand.leading_zeros() == 0 || low == high, "{i}");
        }
    }
}
