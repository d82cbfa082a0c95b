//! Arc sine, arc cosine, arc tangent and the angle of a point, in radians and in half turns.
//!
//! In radians each is the logarithm of an algebraic number (over i), and so 0 or transcendental
//! (Lindemann). In half turns (over pi) it is rational where that number is a root of unity, by
//! Niven's theorem at the few points that are named; else it is irrational (Gelfond-Schneider: even
//! transcendental).

use super::{Known, constant};
use crate::exact::Odd;
use crate::operand::Operand;

/// `arcsin x`. Exact: 0 at zeros, with their sign. pi/2 at 1. Invalid where |x| > 1.
pub(super) fn asin(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Number(x) if Odd::of(x) == Odd::ONE => constant::turn(x.sign, 2),
        Operand::Number(x) if Odd::of(x) < Odd::ONE => Known::Open,
        Operand::Number(_) | Operand::Infinite { .. } => Known::Invalid,
    }
}

/// `arccos x`. Exact: arccos 1 = 0. pi/2 at 0 and pi at -1. Invalid where |x| > 1.
pub(super) fn acos(x: Operand) -> Known {
    match x {
        _ if x.is_one() => Known::Zero(false),
        Operand::Zero { .. } => constant::turn(false, 2),
        Operand::Number(x) if Odd::of(x) == Odd::ONE => constant::turn(false, 4),
        _ => asin(x),
    }
}

/// `arctan x`. Exact: 0 at zeros, with their sign. pi/2 at infinities, with their sign.
pub(super) fn atan(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign } => constant::turn(sign, 2),
    }
}

/// `arcsin(x) / pi`. Rational: 1/2 at 1, 1/6 at 1/2 (not dyadic), with the sign of x, and 0 at zeros.
pub(super) fn asinpi(x: Operand) -> Known {
    match x {
        Operand::Number(u) if Odd::of(u) == Odd::ONE => Known::power_of_two(u.sign, -1),
        Operand::Number(u) if Odd::of(u) == Odd::HALF => Known::ratio(1, 6).signed(u.sign),
        _ => asin(x),
    }
}

/// `arccos(x) / pi`. Rational: 0 at 1, 1/2 at 0, 1 at -1; 1/3 at 1/2 and 2/3 at -1/2 (not dyadic).
pub(super) fn acospi(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => Known::power_of_two(false, -1),
        Operand::Number(u) if u.sign && Odd::of(u) == Odd::ONE => Known::one(false),
        Operand::Number(u) if Odd::of(u) == Odd::HALF => Known::ratio(1 + i32::from(u.sign), 3),
        _ => acos(x),
    }
}

/// `arctan(x) / pi`. Rational: 1/4 at 1 and 1/2 at +inf, with the sign of x, and 0 at zeros.
pub(super) fn atanpi(x: Operand) -> Known {
    match x {
        Operand::Infinite { sign } => Known::power_of_two(sign, -1),
        Operand::Number(u) if Odd::of(u) == Odd::ONE => Known::power_of_two(u.sign, -2),
        _ => atan(x),
    }
}

/// The angle of the point (x, y). Exact: 0, with the sign of y, where y is 0 or x infinite, and x
/// positive (a zero by its sign). Other multiples of pi/4 on the axes, on the diagonals |x| = |y|, and
/// where an operand is infinite.
pub(super) fn atan2(y: Operand, x: Operand) -> Known {
    match eighths(y, x) {
        Some(0) => Known::Zero(y.sign()),
        Some(eighths) => constant::turn(y.sign(), eighths),
        None => Known::Open,
    }
}

/// The angle of the point (x, y) over pi. Rational: on the axes, on the diagonals |x| = |y|, and
/// where an operand is infinite: multiples of 1/4.
pub(super) fn atan2pi(y: Operand, x: Operand) -> Known {
    match eighths(y, x) {
        Some(0) => Known::Zero(y.sign()),
        Some(eighths) => Known::Value(softfloat::Unrounded::exact(y.sign(), -2, eighths)),
        None => Known::Open,
    }
}

/// The magnitude of the angle, where it is a multiple of an eighth of a turn.
fn eighths(y: Operand, x: Operand) -> Option<u128> {
    use Operand::{Infinite, Number, Zero};
    let right = match (y, x) {
        (Zero { .. }, _) | (Number(_), Infinite { .. }) => 0,
        (Number(_) | Infinite { .. }, Zero { .. }) | (Infinite { .. }, Number(_)) => 2,
        (Infinite { .. }, Infinite { .. }) => 1,
        (Number(y), Number(x)) if Odd::of(y) == Odd::of(x) => 1,
        (Number(_), Number(_)) => return None,
    };
    Some(if x.sign() { 4 - right } else { right })
}
