//! REDUCE_PROD: the product of many elements, rounded once. The leading 128 bits decide but where the exact product lies too near to a
//! border; then it is worked out whole.

use crate::xdsa::exec::exact::{Amount, decode, encode, nan};
use crate::xdsa::isa::Unit;
use functions::exact::cut;
use num_bigint::BigUint;
use softfloat::{Flags, Unrounded, Value};

/// Integers keep their low bits.
pub(super) fn product(unit: Unit, line: impl Iterator<Item = u64>) -> (u64, Flags) {
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
