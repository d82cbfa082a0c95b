//! Hyperbolic functions and their inverses. Each function is an algebraic function of e^x, each
//! inverse the logarithm of an algebraic number: but for the points that are named they are
//! transcendental (Lindemann).

use softfloat::Unrounded;

use super::Known;
use crate::exact::Odd;
use crate::operand::Operand;

/// `sinh x` and `arsinh x`. Exact: 0 at zeros, with their sign.
pub(super) fn sinh(x: Operand) -> Known {
    match x {
        Operand::Number(_) => Known::Open,
        _ => Known::operand(x),
    }
}

/// `cosh x`. Exact: cosh 0 = 1.
pub(super) fn cosh(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => Known::one(false),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { .. } => Known::Infinite(false),
    }
}

/// `tanh x`. Exact: 0 at zeros, with their sign; 1 and -1 at infinities.
pub(super) fn tanh(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign } => Known::one(sign),
    }
}

/// `arcosh x`. Exact: arcosh 1 = 0. Invalid where x < 1.
pub(super) fn acosh(x: Operand) -> Known {
    match x {
        _ if x.is_one() => Known::Zero(false),
        Operand::Number(u @ Unrounded { sign: false, .. }) if Odd::of(u) > Odd::ONE => Known::Open,
        Operand::Infinite { sign: false } => Known::Infinite(false),
        _ => Known::Invalid,
    }
}

/// `artanh x`. Exact: 0 at zeros, with their sign. Poles at 1 and -1; invalid where |x| > 1.
pub(super) fn atanh(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Number(u) if Odd::of(u) == Odd::ONE => Known::Pole(u.sign),
        Operand::Number(u) if Odd::of(u) < Odd::ONE => Known::Open,
        Operand::Number(_) | Operand::Infinite { .. } => Known::Invalid,
    }
}
