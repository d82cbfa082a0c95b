//! Hyperbolic functions and their inverses (IEEE 754-2019, 9.2): irrational but at 0 (Lindemann) and
//! where an inverse is 0.

use rug::Float;
use rug::float::Round;

use super::exponential::mpfr;
use super::operand::{Operand, infinite, number, one, pole, zero};
use super::target::{Target, float};
use crate::Rational;
use crate::reference::ieee::Exact;

/// An odd function that grows without end.
fn odd_growth(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(sign) => infinite(*sign),
        Operand::Number(v) => of_number(v),
    }
}

pub(super) fn sinh(t: &Target, x: &Operand) -> Exact {
    odd_growth(x, |v| mpfr!(t, v, sinh_ref))
}

pub(super) fn cosh(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(_) => one(),
        Operand::Infinite(_) => infinite(false),
        Operand::Number(v) => mpfr!(t, v, cosh_ref),
    }
}

pub(super) fn tanh(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(sign) => number(if *sign { -1 } else { 1 }),
        Operand::Number(v) => mpfr!(t, v, tanh_ref),
    }
}

pub(super) fn asinh(t: &Target, x: &Operand) -> Exact {
    odd_growth(x, |v| mpfr!(t, v, asinh_ref))
}

pub(super) fn acosh(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Infinite(false) => infinite(false),
        Operand::Number(v) if *v == 1 => zero(false),
        Operand::Number(v) if *v > 1 => mpfr!(t, v, acosh_ref),
        _ => Exact::Invalid,
    }
}

pub(super) fn atanh(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Number(v) if *v == 1 || *v == -1 => pole(*v < 0),
        Operand::Number(v) if *v < 1 && *v > -1 => mpfr!(t, v, atanh_ref),
        _ => Exact::Invalid,
    }
}
