//! x^y, x^n and (1 + x)^n.
//!
//! A magnitude is m 2^e with m odd. Its power to an integer n > 0 is m^n 2^(en): m^n is odd, and more
//! than 63 bits of it lie on no border. To a negative one it is dyadic where m = 1 alone. To a
//! fraction k / 2^j, k odd, it is rational where m is an integer to the power of 2^j and 2^j divides
//! e (each prime stands in x^k as often as in the 2^j-th power of the result, and k is odd), and
//! else an irrational root. Operands being dyadic, there are no other fractions.

use softfloat::Unrounded;

use super::Known;
use crate::exact::{Dyadic, Odd};
use crate::operand::Operand;

/// `x^y` (IEEE 754-2019, 9.2.1). Exact cases as above; of a negative x with the sign of (-1)^y, and
/// invalid where y is no integer.
pub(super) fn pow(x: Operand, y: Operand) -> Known {
    let negative = x.sign() && is_odd(y);
    match (x, y) {
        (_, Operand::Zero { .. }) => Known::one(false),
        _ if x.is_one() => Known::one(false),
        // A zero to -inf is no pole: it is not asked how fast y grows.
        (Operand::Zero { .. }, Operand::Infinite { sign: true }) => Known::Infinite(false),
        (Operand::Zero { .. }, _) if y.sign() => Known::Pole(negative),
        (Operand::Zero { .. }, _) => Known::Zero(negative),
        (Operand::Infinite { .. }, _) if y.sign() => Known::Zero(negative),
        (Operand::Infinite { .. }, _) => Known::Infinite(negative),
        (Operand::Number(x), Operand::Infinite { sign }) => to_infinity(Odd::of(x), sign),
        (Operand::Number(x), Operand::Number(y)) if x.sign && !Odd::of(y).is_integer() => {
            Known::Invalid
        }
        (Operand::Number(x), Operand::Number(y)) => magnitude(x, y).signed(negative),
    }
}

/// Whether it is an odd integer.
fn is_odd(y: Operand) -> bool {
    matches!(y, Operand::Number(y) if Odd::of(y).is_odd())
}

/// x to an infinity.
fn to_infinity(x: Odd, sign: bool) -> Known {
    match x {
        Odd::ONE => Known::one(false),
        _ if (x > Odd::ONE) == sign => Known::Zero(false),
        _ => Known::Infinite(false),
    }
}

/// `|x|^y`.
fn magnitude(x: Unrounded<u64>, y: Unrounded<u64>) -> Known {
    let (x, k) = (Odd::of(x), Odd::of(y));
    // y = k / 2^j: the root first. One of degree 2^32 is rational of 1 alone.
    let base = match u32::try_from(-k.exponent) {
        Ok(j) if j > 0 => 1u32.checked_shl(j).and_then(|degree| x.root(degree.into())),
        _ => Some(x),
    };
    let n = Odd { exponent: k.exponent.max(0), ..k }.to_integer();
    let power = |base: Odd| base.power(n.map(|n| if y.sign { -n } else { n })?);
    base.and_then(power).into()
}

/// `e^(y ln x)` (IEEE 754-2019, 9.2.1): as pow, of x >= 0, the zeros alike, and invalid where y ln x is
/// a product of 0 and an infinity.
pub(super) fn powr(x: Operand, y: Operand) -> Known {
    match (x, y) {
        (Operand::Zero { .. } | Operand::Infinite { sign: false }, Operand::Zero { .. }) => {
            Known::Invalid
        }
        (Operand::Zero { .. }, _) => pow(Operand::Zero { sign: false }, y),
        _ if x.sign() => Known::Invalid,
        (_, Operand::Infinite { .. }) if x.is_one() => Known::Invalid,
        _ => pow(x, y),
    }
}

/// `x^n` (IEEE 754-2019, 9.2.1): as pow, whose special cases at integers are these.
pub(super) fn pown(x: Operand, n: Operand) -> Known {
    pow(x, n)
}

/// `(1 + x)^n` (IEEE 754-2019, 9.2.1). Exact as a power of 1 + x, which is dyadic: at x = 0 and n = 0,
/// where 1 + x is a power of two, and where the odd part of 1 + x to the n-th has at most 63 bits.
pub(super) fn compound(x: Operand, n: Operand) -> Known {
    let u = match x {
        Operand::Infinite { sign: true } => return Known::Invalid,
        Operand::Number(u) if u.sign && Odd::of(u) > Odd::ONE => return Known::Invalid,
        Operand::Zero { .. } => return Known::one(false),
        // Infinity, and 1 + x = 0.
        Operand::Infinite { .. } => return pow(x, n),
        Operand::Number(u) if u.sign && Odd::of(u) == Odd::ONE => {
            return pow(Operand::Zero { sign: false }, n);
        }
        Operand::Number(u) => u,
    };
    let n = match n {
        Operand::Number(n) => (Odd::of(n), n.sign),
        _ => return Known::one(false),
    };
    let one = Dyadic::integer(1);
    match (n, Odd::of(u).one_plus(u.sign)) {
        // 1 + x itself, of any number of bits.
        ((Odd::ONE, false), _) => Known::Value((&one + &Dyadic::of(u)).unrounded()),
        ((Odd::ONE, true), _) => Known::quotient(&one, &(&one + &Dyadic::of(u))),
        ((n, sign), Some(base)) => {
            n.to_integer().and_then(|n| base.power(if sign { -n } else { n })).into()
        }
        // Odd, with more than 127 bits.
        (_, None) => Known::Open,
    }
}
