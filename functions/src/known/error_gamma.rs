//! The error function and the gamma function.
//!
//! What is proved of these is less than of the others, and each function says it. Where it is open
//! whether a value could be dyadic, nothing is guessed: an enclosure of such a value would never
//! decide, and that would be said (`Undecided`).

use num_bigint::BigUint;
use softfloat::Unrounded;

use super::Known;
use crate::exact::{Odd, cut, scaled};
use crate::operand::Operand;

/// `erf x`. Exact: 0 at zeros, with their sign; 1 and -1 at infinities. At algebraic x other than 0 the
/// integral of e^(-t^2) is transcendental (Siegel-Shidlovskii, of an E-function); that its product
/// with 2/sqrt(pi) is irrational is believed, but not proved.
pub(super) fn erf(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign } => Known::one(sign),
    }
}

/// `1 - erf x`. Exact: 1 at 0, 0 at +inf and 2 at -inf. Else as erf.
pub(super) fn erfc(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => Known::one(false),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign: true } => Known::power_of_two(false, 1),
        Operand::Infinite { sign: false } => Known::Zero(false),
    }
}

/// `ln |gamma(x)|`. Exact: 0 at 1 and 2; poles at integers up to 0. At integers from 3 on it is
/// transcendental (Lindemann: the logarithm of an integer above 1). Of other x nothing of the kind is
/// proved (at 1/2 it is ln(pi) / 2).
pub(super) fn lgamma(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => Known::Pole(false),
        Operand::Infinite { .. } => Known::Infinite(false),
        Operand::Number(u) => match Odd::of(u) {
            x if u.sign && x.is_integer() => Known::Pole(false),
            Odd::ONE | Odd::TWO if !u.sign => Known::Zero(false),
            _ => Known::Open,
        },
    }
}

/// `gamma(x)`. An integer at the integers from 1 on: (n - 1)!, with at most 63 significant bits up to
/// 22!, and then on a border. The pole at 0 has the sign of the zero, those at negative integers have
/// none and are invalid. At x = n + 1/2 it is a rational multiple of sqrt(pi), at multiples of 1/4 it
/// is transcendental too (Chudnovsky); of other x nothing is proved.
pub(super) fn tgamma(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Pole(sign),
        Operand::Infinite { sign: true } => Known::Invalid,
        Operand::Infinite { sign: false } => Known::Infinite(false),
        Operand::Number(u) => match Odd::of(u).to_integer() {
            Some(_) if u.sign => Known::Invalid,
            Some(n) => Known::Value(factorial(n - 1)),
            None => Known::Open,
        },
    }
}

/// `n!`. From 1,800! on, which is above 2^16384, any number beyond all formats.
fn factorial(n: i64) -> Unrounded<u128> {
    if n >= 1_800 {
        return scaled(false, 1, i64::MAX);
    }
    cut(false, &product(1, n as u32), 0)
}

/// The product of the integers from `low` to `high`, by halves: its factors are then of one size.
fn product(low: u32, high: u32) -> BigUint {
    if high < low + 16 {
        return (low..=high).map(BigUint::from).product();
    }
    let middle = low.midpoint(high);
    product(low, middle) * product(middle + 1, high)
}
