//! Logarithms of x and of 1 + x.

use softfloat::Unrounded;

use super::Known;
use crate::exact::Odd;
use crate::operand::Operand;

/// `ln x`. Exact: ln 1 = 0. Else it is transcendental (Lindemann: e to an algebraic number other than
/// 0 is not algebraic, but x is).
pub(super) fn log(x: Operand) -> Known {
    positive(x, |_| None)
}

/// `log2 x`. Exact at powers of two. Else it is irrational: 2^(p/q) = x would make x^q a power of two.
pub(super) fn log2(x: Operand) -> Known {
    positive(x, |x| (x.integer == 1).then_some(x.exponent))
}

/// `log10 x`. Exact at 10^n, n >= 0, that a format holds (n <= 26). Else it is irrational: of
/// 10^(p/q) = x the power to q says that x is 10^n, n = p/q an integer, and x is no multiple of 1/5.
pub(super) fn log10(x: Operand) -> Known {
    positive(x, power_of_ten)
}

/// `ln(1 + x)`. Exact: 0 at zeros, with their sign. Else it is transcendental, as ln.
pub(super) fn log1p(x: Operand) -> Known {
    one_plus(x, |_| None)
}

/// `log2(1 + x)`. Exact where 1 + x is a power of two, x being 2^n - 1, n of either sign and |n| at most
/// 62, the bits of x. Else it is irrational, as log2.
pub(super) fn log2p1(x: Operand) -> Known {
    one_plus(x, |x| (x.integer == 1).then_some(x.exponent))
}

/// `log10(1 + x)`. Exact where x is 10^n - 1, n > 0, an integer of at most 62 bits (n <= 18). Else it
/// is irrational, as log10.
pub(super) fn log10p1(x: Operand) -> Known {
    one_plus(x, power_of_ten)
}

/// The n of 10^n.
fn power_of_ten(x: Odd) -> Option<i64> {
    let n = u32::try_from(x.exponent).ok()?;
    (5u128.checked_pow(n) == Some(x.integer)).then_some(x.exponent)
}

/// A logarithm, and the integers that it is.
fn positive(x: Operand, at: impl Fn(Odd) -> Option<i64>) -> Known {
    match x {
        Operand::Zero { .. } => Known::Pole(true),
        Operand::Infinite { sign: false } => Known::Infinite(false),
        Operand::Number(x @ Unrounded { sign: false, .. }) => of(Some(Odd::of(x)), at),
        Operand::Number(_) | Operand::Infinite { sign: true } => Known::Invalid,
    }
}

/// A logarithm of 1 + x. Where that has more than 127 bits, it is no power of an integer.
fn one_plus(x: Operand, at: impl Fn(Odd) -> Option<i64>) -> Known {
    let Operand::Number(u) = x else {
        return match x {
            Operand::Infinite { sign: true } => Known::Invalid,
            _ => Known::operand(x),
        };
    };
    let x = Odd::of(u);
    if u.sign && x == Odd::ONE {
        return Known::Pole(true);
    }
    if u.sign && x > Odd::ONE {
        return Known::Invalid;
    }
    of(x.one_plus(u.sign), at)
}

fn of(x: Option<Odd>, at: impl Fn(Odd) -> Option<i64>) -> Known {
    match x {
        Some(Odd::ONE) => Known::Zero(false),
        x => x.and_then(at).map_or(Known::Open, Known::integer),
    }
}
