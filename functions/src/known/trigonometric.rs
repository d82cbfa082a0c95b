//! Sine, cosine and tangent, of x and of pi x.

use super::Known;
use crate::exact::Odd;
use crate::operand::Operand;

/// `sin x` and `tan x`. Exact: 0 at zeros, with their sign. Else they are transcendental
/// (Lindemann-Weierstrass: each is an algebraic function of e^(ix), and not constant).
pub(super) fn sin(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { .. } => Known::Invalid,
    }
}

/// `cos x`. Exact: cos 0 = 1. Else it is transcendental, as the sine.
pub(super) fn cos(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => Known::one(false),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { .. } => Known::Invalid,
    }
}

/// `sin(pi x)`. Exact where x is a multiple of 1/2: 0, 1, -1. It is rational for no other dyadic x:
/// by Niven's theorem sin(pi x) of a rational x is rational at multiples of 1/6 alone, and dyadic
/// multiples of 1/6 are those of 1/2.
pub(super) fn sinpi(x: Operand) -> Known {
    let Operand::Number(u) = x else { return sin(x) };
    let x = Odd::of(u);
    match x.exponent {
        0.. => Known::Zero(u.sign),
        -1 => Known::one(u.sign != is_three(x)),
        _ => Known::Open,
    }
}

/// `cos(pi x)`. Exact where x is a multiple of 1/2: 1, +0, -1. Else it is irrational, as sin(pi x).
pub(super) fn cospi(x: Operand) -> Known {
    let Operand::Number(u) = x else { return cos(x) };
    match Odd::of(u).exponent {
        1.. => Known::one(false),
        0 => Known::one(true),
        -1 => Known::Zero(false),
        _ => Known::Open,
    }
}

/// `tan(pi x)`. Exact where x is a multiple of 1/4: zeros at integers, poles at odd multiples of 1/2,
/// 1 and -1 between. It is rational for no other dyadic x (Niven: of rational values at rational x
/// there are 0, 1 and -1 alone, at multiples of 1/4).
pub(super) fn tanpi(x: Operand) -> Known {
    let Operand::Number(u) = x else { return sin(x) };
    let x = Odd::of(u);
    match x.exponent {
        0.. => Known::Zero(u.sign != x.is_odd()),
        -1 => Known::Pole(u.sign != is_three(x)),
        -2 => Known::one(u.sign != is_three(x)),
        _ => Known::Open,
    }
}

/// Whether the odd integer is 3 modulo 4: in the second half of its turn.
const fn is_three(x: Odd) -> bool {
    x.integer & 2 != 0
}
