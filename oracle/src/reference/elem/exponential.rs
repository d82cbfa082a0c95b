//! Exponential functions and logarithms (IEEE 754-2019, 9.2), sums in their arguments included.
//!
//! Rational are e^0 and ln 1 alone (Hermite, Lindemann); 2^x and 10^x of integers x; log2 of powers of
//! two and log10 of powers of ten (Gelfond, Schneider: a rational power of 2 that is rational and not
//! such a one would be algebraic irrational).

use crate::Rational;
use rug::float::Round;
use rug::{Float, Integer};

use super::operand::{Operand, infinite, number, odd, one, pole, small, zero};
use super::target::{Target, float};
use crate::reference::ieee::Exact;

/// MPFR's value of a function of a number, by the name of its method.
macro_rules! mpfr {
    ($target:expr, $x:expr, $method:ident) => {{
        let x = float($x);
        $target.beside(|bits| Float::with_val_round(bits, x.$method(), Round::Nearest))
    }};
}
pub(super) use mpfr;

/// The powers that are written out; those beyond are no numbers of any format, and not near any.
const WRITTEN: i32 = 40_000;

/// b^x of numbers other than 0, where that is rational: of integers x.
fn rational_power(base: u32, x: &Rational) -> Option<Rational> {
    let n = small(x, WRITTEN)?;
    let power = Rational::from(Integer::from(Integer::u_pow_u(base, n.unsigned_abs())));
    Some(if n < 0 { power.recip() } else { power })
}

fn power(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(_) => one(),
        Operand::Infinite(true) => zero(false),
        Operand::Infinite(false) => infinite(false),
        Operand::Number(v) => of_number(v),
    }
}

pub(super) fn exp(t: &Target, x: &Operand) -> Exact {
    power(x, |v| mpfr!(t, v, exp_ref))
}

pub(super) fn exp2(t: &Target, x: &Operand) -> Exact {
    power(x, |v| match v.to_integer() {
        Some(n) => t.power_of_two(false, &n),
        None => mpfr!(t, v, exp2_ref),
    })
}

pub(super) fn exp10(t: &Target, x: &Operand) -> Exact {
    power(x, |v| match rational_power(10, v) {
        Some(power) => number(power),
        None if v.is_integer() && *v < 0 => t.tiny(false),
        None if v.is_integer() => t.huge(false),
        None => mpfr!(t, v, exp10_ref),
    })
}

fn power_minus_one(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(true) => number(-1),
        Operand::Infinite(false) => infinite(false),
        Operand::Number(v) => of_number(v),
    }
}

pub(super) fn expm1(t: &Target, x: &Operand) -> Exact {
    power_minus_one(x, |v| mpfr!(t, v, exp_m1_ref))
}

pub(super) fn exp2m1(t: &Target, x: &Operand) -> Exact {
    power_minus_one(x, |v| match rational_power(2, v) {
        Some(power) => number(power - 1u32),
        None => mpfr!(t, v, exp2_m1_ref),
    })
}

pub(super) fn exp10m1(t: &Target, x: &Operand) -> Exact {
    power_minus_one(x, |v| match rational_power(10, v) {
        Some(power) => number(power - 1u32),
        None => mpfr!(t, v, exp10_m1_ref),
    })
}

fn logarithm(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(_) => pole(true),
        Operand::Infinite(false) => infinite(false),
        Operand::Infinite(true) => Exact::Invalid,
        Operand::Number(v) if *v < 0 => Exact::Invalid,
        Operand::Number(v) if *v == 1 => zero(false),
        Operand::Number(v) => of_number(v),
    }
}

/// The integer k where v is 2^k.
fn power_of_two(v: &Rational) -> Option<i64> {
    odd(v).filter(|(m, _)| *m == 1).map(|(_, e)| e)
}

/// The integer k where v is 10^k and an integer; no other power of ten is a number of a format, nor
/// one above such a number.
fn power_of_ten(v: &Rational) -> Option<u32> {
    let n = v.to_integer().filter(|n| *n > 1)?;
    // 10^k is 2^k 5^k.
    let k = n.find_one(0)?;
    (n == Integer::from(Integer::u_pow_u(10, k))).then_some(k)
}

pub(super) fn log(t: &Target, x: &Operand) -> Exact {
    logarithm(x, |v| mpfr!(t, v, ln_ref))
}

pub(super) fn log2(t: &Target, x: &Operand) -> Exact {
    logarithm(x, |v| match power_of_two(v) {
        Some(k) => number(k),
        None => mpfr!(t, v, log2_ref),
    })
}

pub(super) fn log10(t: &Target, x: &Operand) -> Exact {
    logarithm(x, |v| match power_of_ten(v) {
        Some(k) => number(k),
        None => mpfr!(t, v, log10_ref),
    })
}

fn logarithm_of_sum(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(false) => infinite(false),
        Operand::Infinite(true) => Exact::Invalid,
        Operand::Number(v) if *v == -1 => pole(true),
        Operand::Number(v) if *v < -1 => Exact::Invalid,
        Operand::Number(v) => of_number(v),
    }
}

pub(super) fn log1p(t: &Target, x: &Operand) -> Exact {
    logarithm_of_sum(x, |v| mpfr!(t, v, ln_1p_ref))
}

pub(super) fn log2p1(t: &Target, x: &Operand) -> Exact {
    logarithm_of_sum(x, |v| match power_of_two(&(v + 1)) {
        Some(k) => number(k),
        None => mpfr!(t, v, log2_1p_ref),
    })
}

pub(super) fn log10p1(t: &Target, x: &Operand) -> Exact {
    logarithm_of_sum(x, |v| match power_of_ten(&(v + 1)) {
        Some(k) => number(k),
        None => mpfr!(t, v, log10_1p_ref),
    })
}
