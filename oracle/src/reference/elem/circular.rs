//! Functions of angles and their inverses (IEEE 754-2019, 9.2), in radians and in half turns.
//!
//! Of numbers in radians other than 0 all are irrational (Lindemann), and so are arcs. In half turns
//! sine and cosine are rational at multiples of 1/6, tangents at those of 1/4 (Niven, Olmsted); among
//! numbers of a format that leaves multiples of 1/2 and 1/4. The inverses are rational where these are.

use crate::Rational;
use rug::Float;
use rug::float::Round;

use super::exponential::mpfr;
use super::operand::{Operand, number, one, pole, zero};
use super::target::{Target, float};
use crate::reference::ieee::Exact;
use crate::reference::interval::Interval;

/// An odd function without a value at infinity.
fn odd_wave(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(_) => Exact::Invalid,
        Operand::Number(v) => of_number(v),
    }
}

fn even_wave(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(_) => one(),
        Operand::Infinite(_) => Exact::Invalid,
        Operand::Number(v) => of_number(v),
    }
}

pub(super) fn sin(t: &Target, x: &Operand) -> Exact {
    odd_wave(x, |v| mpfr!(t, v, sin_ref))
}

pub(super) fn cos(t: &Target, x: &Operand) -> Exact {
    even_wave(x, |v| mpfr!(t, v, cos_ref))
}

pub(super) fn tan(t: &Target, x: &Operand) -> Exact {
    odd_wave(x, |v| mpfr!(t, v, tan_ref))
}

/// v times `parts` modulo 4, where that is an integer.
fn quarters(v: &Rational, parts: u32) -> Option<u32> {
    (v * parts).to_integer().map(|n| n.mod_u(4))
}

pub(super) fn sinpi(t: &Target, x: &Operand) -> Exact {
    odd_wave(x, |v| match quarters(v, 2) {
        Some(1) => one(),
        Some(3) => number(-1),
        Some(_) => zero(*v < 0),
        None => mpfr!(t, v, sin_pi_ref),
    })
}

pub(super) fn cospi(t: &Target, x: &Operand) -> Exact {
    even_wave(x, |v| match quarters(v, 2) {
        Some(0) => one(),
        Some(2) => number(-1),
        Some(_) => zero(false),
        None => mpfr!(t, v, cos_pi_ref),
    })
}

pub(super) fn tanpi(t: &Target, x: &Operand) -> Exact {
    let floor_is_odd = |v: &Rational| v.floor().is_odd();
    odd_wave(x, |v| match quarters(v, 4) {
        Some(0) => zero((*v < 0) != floor_is_odd(v)),
        Some(1) => one(),
        Some(2) => pole(floor_is_odd(v)),
        Some(_) => number(-1),
        None => mpfr!(t, v, tan_pi_ref),
    })
}

fn within_one(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Number(v) if *v <= 1 && *v >= -1 => of_number(v),
        Operand::Zero(_) => of_number(&Rational::new()),
        _ => Exact::Invalid,
    }
}

pub(super) fn asin(t: &Target, x: &Operand) -> Exact {
    if let Operand::Zero(sign) = x {
        return zero(*sign);
    }
    within_one(x, |v| mpfr!(t, v, asin_ref))
}

pub(super) fn acos(t: &Target, x: &Operand) -> Exact {
    within_one(x, |v| if *v == 1 { zero(false) } else { mpfr!(t, v, acos_ref) })
}

/// pi times a fraction.
fn of_pi(t: &Target, sign: bool, numerator: u32, denominator: u32) -> Exact {
    let fraction = Rational::from((numerator, denominator));
    let fraction = if sign { -fraction } else { fraction };
    t.within(|bits| Interval::pi(bits).mul(&Interval::new(bits, &fraction)))
}

pub(super) fn atan(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(sign) => of_pi(t, *sign, 1, 2),
        Operand::Number(v) => mpfr!(t, v, atan_ref),
    }
}

/// Twice a number of a format, where it is an integer.
fn halves(v: &Rational) -> Option<i32> {
    (v * 2u32).to_integer().and_then(|n| n.to_i32())
}

pub(super) fn asinpi(t: &Target, x: &Operand) -> Exact {
    if let Operand::Zero(sign) = x {
        return zero(*sign);
    }
    within_one(x, |v| match halves(v) {
        Some(n @ (-1 | 1)) => number((n, 6)),
        Some(n) => number((n, 4)),
        None => mpfr!(t, v, asin_pi_ref),
    })
}

pub(super) fn acospi(t: &Target, x: &Operand) -> Exact {
    within_one(x, |v| match halves(v) {
        Some(2) => zero(false),
        Some(1) => number((1, 3)),
        Some(0) => number((1, 2)),
        Some(-1) => number((2, 3)),
        Some(_) => one(),
        None => mpfr!(t, v, acos_pi_ref),
    })
}

pub(super) fn atanpi(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(sign) => number((if *sign { -1 } else { 1 }, 2)),
        Operand::Number(v) if *v == 1 || *v == -1 => number(v / 4),
        Operand::Number(v) => mpfr!(t, v, atan_pi_ref),
    }
}

/// Where the point lies whose angle is asked for.
enum Angle {
    /// On the positive half of the axis: a zero with the sign of y.
    None,
    /// At a multiple of pi/4 that is not 0, without its sign.
    Quarters(u32),
    /// Anywhere else.
    Other(Rational, Rational),
}

fn angle(y: &Operand, x: &Operand) -> Angle {
    match (y, x) {
        (Operand::Infinite(_), Operand::Infinite(x)) => Angle::Quarters(if *x { 3 } else { 1 }),
        (Operand::Infinite(_), _) => Angle::Quarters(2),
        (Operand::Zero(_), x) | (_, x @ Operand::Infinite(_)) => {
            if x.sign() {
                Angle::Quarters(4)
            } else {
                Angle::None
            }
        }
        (_, Operand::Zero(_)) => Angle::Quarters(2),
        (Operand::Number(y), Operand::Number(x)) if y.cmp_abs(x).is_eq() => {
            Angle::Quarters(if *x < 0 { 3 } else { 1 })
        }
        (Operand::Number(y), Operand::Number(x)) => Angle::Other(y.clone(), x.clone()),
    }
}

pub(super) fn atan2(t: &Target, y: &Operand, x: &Operand) -> Exact {
    match angle(y, x) {
        Angle::None => zero(y.sign()),
        Angle::Quarters(n) => of_pi(t, y.sign(), n, 4),
        Angle::Other(y, x) => {
            let (y, x) = (float(&y), float(&x));
            t.beside(|bits| Float::with_val_round(bits, y.atan2_ref(&x), Round::Nearest))
        }
    }
}

pub(super) fn atan2pi(t: &Target, y: &Operand, x: &Operand) -> Exact {
    match angle(y, x) {
        Angle::None => zero(y.sign()),
        Angle::Quarters(n) => {
            Exact::Number { sign: y.sign(), magnitude: Rational::from((n, 4u32)) }
        }
        Angle::Other(y, x) => {
            let (y, x) = (float(&y), float(&x));
            t.beside(|bits| Float::with_val_round(bits, y.atan2_pi_ref(&x), Round::Nearest))
        }
    }
}
