//! The error function and the gamma function (ISO C23, 7.12.8 and F.10.5).
//!
//! erf, erfc are transcendental at numbers other than 0 (Siegel, Shidlovskii). gamma is rational at
//! integers, its logarithm at 1 and 2; elsewhere nothing else is known or expected, and MPFR would say.

use std::cmp::Ordering;

use rug::float::Round;
use rug::{Float, Integer};

use super::exponential::mpfr;
use super::operand::{Operand, infinite, number, one, pole, zero};
use super::target::{Target, float};
use crate::reference::ieee::Exact;

pub(super) fn erf(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(sign) => number(if *sign { -1 } else { 1 }),
        Operand::Number(v) => mpfr!(t, v, erf_ref),
    }
}

pub(super) fn erfc(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(_) => one(),
        Operand::Infinite(true) => number(2),
        Operand::Infinite(false) => zero(false),
        Operand::Number(v) => mpfr!(t, v, erfc_ref),
    }
}

pub(super) fn lgamma(t: &Target, x: &Operand) -> Exact {
    let v = match x {
        Operand::Zero(_) => return pole(false),
        Operand::Infinite(_) => return infinite(false),
        Operand::Number(v) => v,
    };
    match v.to_integer() {
        Some(n) if n < 0 => pole(false),
        Some(n) if n <= 2 => zero(false),
        _ => {
            let x = float(v);
            t.beside(|bits| {
                let mut value = Float::with_val(bits.max(x.prec()), &x);
                let (_, side): (Ordering, Ordering) = value.ln_abs_gamma_round(Round::Nearest);
                (value, side)
            })
        }
    }
}

/// The last integer whose factorial is written out; it is beyond all formats.
const LAST: u32 = 2000;

pub(super) fn tgamma(t: &Target, x: &Operand) -> Exact {
    let v = match x {
        Operand::Zero(sign) => return pole(*sign),
        Operand::Infinite(true) => return Exact::Invalid,
        Operand::Infinite(false) => return infinite(false),
        Operand::Number(v) => v,
    };
    match v.to_integer() {
        Some(n) if n < 0 => Exact::Invalid,
        Some(n) if n > LAST => t.huge(false),
        Some(n) => number(Integer::from(Integer::factorial(n.to_u32_wrapping() - 1))),
        None => mpfr!(t, v, gamma_ref),
    }
}
