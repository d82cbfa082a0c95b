//! Roots and reciprocals: rational or algebraic of low degree, and so worked out by integers, with
//! nothing left open but the higher roots.

use softfloat::Unrounded;

use super::Known;
use crate::exact::{Dyadic, Odd, quotient, root};
use crate::operand::Operand;

/// `x^(1/n)` (IEEE 754-2019, 9.2.1). Of x = m 2^e, m odd, it is rational where m is an n-th power and n
/// divides e, and then for n < 0 dyadic where m = 1. Else it is irrational.
pub(super) fn rootn(x: Operand, n: Operand) -> Known {
    let Operand::Number(n) = n else { return Known::Invalid };
    let (k, odd) = (n.significand, n.significand % 2 == 1);
    let sign = x.sign() && odd;
    match x {
        Operand::Zero { .. } if n.sign => Known::Pole(sign),
        Operand::Zero { .. } => Known::Zero(sign),
        _ if x.sign() && !odd => Known::Invalid,
        Operand::Infinite { .. } if n.sign => Known::Zero(sign),
        Operand::Infinite { .. } => Known::Infinite(sign),
        Operand::Number(x) => {
            let root = Odd::of(x).root(k);
            Known::from(root.and_then(|r| r.power(if n.sign { -1 } else { 1 }))).signed(sign)
        }
    }
}

/// `sqrt(x^2 + y^2)`: the root of a dyadic number. Exact where that is a square.
pub(super) fn hypot(x: Operand, y: Operand) -> Known {
    match (x, y) {
        (Operand::Infinite { .. }, _) | (_, Operand::Infinite { .. }) => Known::Infinite(false),
        (Operand::Zero { .. }, Operand::Zero { .. }) => Known::Zero(false),
        (Operand::Zero { .. }, Operand::Number(x)) | (Operand::Number(x), Operand::Zero { .. }) => {
            Known::number(Unrounded { sign: false, ..x })
        }
        (Operand::Number(x), Operand::Number(y)) => {
            let square = |x| &Dyadic::of(x) * &Dyadic::of(x);
            Known::Value(root(2, &(&square(x) + &square(y)), &Dyadic::integer(1)))
        }
    }
}

/// The cube root. Exact where x = m 2^e has a cube m and 3 divides e; no middle of two neighbours has
/// a cube that fits their format.
pub(super) fn cbrt(x: Operand) -> Known {
    match x {
        Operand::Number(u) => {
            Known::Value(root(3, &Dyadic::of(u), &Dyadic::integer(1))).signed(u.sign)
        }
        _ => Known::operand(x),
    }
}

/// `1 / sqrt(x)`. Exact at the even powers of two alone: of m 2^e, m odd, the square of the result times
/// m is a power of two.
pub(super) fn rsqrt(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Pole(sign),
        Operand::Infinite { sign: false } => Known::Zero(false),
        Operand::Number(u) if !u.sign => Known::Value(root(2, &Dyadic::integer(1), &Dyadic::of(u))),
        Operand::Number(_) | Operand::Infinite { sign: true } => Known::Invalid,
    }
}

/// `1 / x`. Exact at powers of two alone.
pub(super) fn rcp(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Pole(sign),
        Operand::Infinite { sign } => Known::Zero(sign),
        Operand::Number(u) => Known::Value(quotient(&Dyadic::integer(1), &Dyadic::of(u))),
    }
}
