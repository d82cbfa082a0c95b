//! e^x, 2^x, 10^x, and each less 1.

use num_bigint::BigUint;

use super::Known;
use crate::exact::{Odd, cut, scaled};
use crate::operand::Operand;

/// `e^x`. Exact: e^0 = 1. Else e^x is transcendental (Lindemann: x is algebraic and not 0).
pub(super) fn exp(x: Operand) -> Known {
    grown(x, |_| None)
}

/// `2^x`. Exact where x is an integer. Else x = k / 2^j, k odd and j > 0, and 2^x is irrational: its
/// power to 2^j is 2^k, which is no such power of a rational number.
pub(super) fn exp2(x: Operand) -> Known {
    grown(x, |n| Odd::TWO.power(n).map(Known::Value))
}

/// `10^x`. For an integer n >= 0, 10^n = 5^n 2^n is exact, on a border where 5^n has at most 63 bits
/// (n <= 27); 10^-n is rational, but not dyadic. Else it is irrational as 2^x.
pub(super) fn exp10(x: Operand) -> Known {
    const TEN: Odd = Odd { integer: 5, exponent: 1 };
    grown(x, |n| TEN.power(n).map(Known::Value))
}

/// A power of x that is 1 at 0, 0 at -inf and infinite at +inf, with its values at integers.
fn grown(x: Operand, at: impl Fn(i64) -> Option<Known>) -> Known {
    match x {
        Operand::Zero { .. } => Known::one(false),
        Operand::Infinite { sign: true } => Known::Zero(false),
        Operand::Infinite { sign: false } => Known::Infinite(false),
        Operand::Number(_) => integer(x).and_then(at).unwrap_or(Known::Open),
    }
}

/// `e^x - 1`. Exact: 0 at zeros, with their sign. Else it is transcendental, as e^x.
pub(super) fn expm1(x: Operand) -> Known {
    less_one(x, |_| None)
}

/// `2^x - 1`. Dyadic where x is an integer n, and on a border where |n| is at most 63. Else it is
/// irrational, as 2^x.
pub(super) fn exp2m1(x: Operand) -> Known {
    less_one(x, |n| Some(power_of_two_less_one(n)))
}

/// `10^x - 1`. An integer at integers n > 0, on a border where it has at most 63 bits (n <= 18); at
/// integers n < 0 it is -(10^|n| - 1) / 10^|n|, which is not dyadic. Else it is irrational, as 10^x.
pub(super) fn exp10m1(x: Operand) -> Known {
    less_one(x, |n| Some(power_of_ten_less_one(n)))
}

/// A power of x less 1: 0 at 0, -1 at -inf and infinite at +inf, with its values at integers.
fn less_one(x: Operand, at: impl Fn(i64) -> Option<Known>) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Infinite { sign: true } => Known::one(true),
        Operand::Infinite { sign: false } => Known::Infinite(false),
        Operand::Number(_) => integer(x).and_then(at).unwrap_or(Known::Open),
    }
}

/// The integer that a number is.
fn integer(x: Operand) -> Option<i64> {
    let Operand::Number(x) = x else { return None };
    let n = Odd::of(x).to_integer()?;
    Some(if x.sign { -n } else { n })
}

/// `2^n - 1`, n not 0: |n| ones, from 2^(n - 1) or from 1/2 down.
fn power_of_two_less_one(n: i64) -> Known {
    let ones = n.unsigned_abs().min(128) as u32;
    let low = if n < 0 { -i64::from(ones) } else { n - i64::from(ones) };
    let sticky = n.unsigned_abs() > 128;
    Known::Value(softfloat::Unrounded { sticky, ..scaled(n < 0, u128::MAX >> (128 - ones), low) })
}

/// `10^n - 1`, n not 0.
fn power_of_ten_less_one(n: i64) -> Known {
    /// 10 to this power is beyond every format.
    const BEYOND: u32 = 5_000;
    /// 10 to minus this power is below 2^-128.
    const NOTHING: u64 = 39;
    match u32::try_from(n) {
        Ok(n) if n < BEYOND => Known::Value(cut(false, &(BigUint::from(10u32).pow(n) - 1u32), 0)),
        _ if n > 0 => Known::Value(scaled(false, 1, i64::MAX)),
        _ if n.unsigned_abs() < NOTHING => {
            let power = 10u128.pow(n.unsigned_abs() as u32);
            Known::ratio(1 - power as i128, power)
        }
        _ => power_of_two_less_one(-129),
    }
}
