//! Powers and roots.

use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::operand::Operand;
use softfloat::Unrounded;

/// `e^(y ln |x|)`, negative where x is and y is odd.
pub(super) fn pow<const N: usize>(
    c: &Context<N>,
    x: Enclosure<N>,
    y: Enclosure<N>,
    exponent: Operand,
) -> Enclosure<N> {
    let odd = matches!(exponent, Operand::Number(y) if is_odd(y));
    c.exp(y.mul(logarithm(c, x.abs()))).signed(x.negative && odd)
}

/// `e^(ln |x| / n)`, negative where x is.
pub(super) fn rootn<const N: usize>(
    c: &Context<N>,
    x: Enclosure<N>,
    n: Enclosure<N>,
) -> Enclosure<N> {
    c.exp(logarithm(c, x.abs()).div(n)).signed(x.negative)
}

/// `e^(n ln(1 + x))`.
pub(super) fn compound<const N: usize>(
    c: &Context<N>,
    x: Enclosure<N>,
    n: Enclosure<N>,
) -> Enclosure<N> {
    c.exp(n.mul(c.log1p(x)))
}

/// ln x, beside 1 by x - 1, which is exact there.
fn logarithm<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let over = x.sub(Enclosure::ONE);
    if over.exponent <= -7 { c.log1p(over) } else { c.ln(x) }
}

/// Whether a number is an odd integer.
fn is_odd(y: Unrounded<u64>) -> bool {
    match y.exponent {
        e @ -63..=0 => {
            let whole = y.significand >> -e;
            whole << -e == y.significand && whole & 1 == 1
        }
        _ => false,
    }
}
