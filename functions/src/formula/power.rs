//! Powers and roots.

use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::exact::Odd;
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

/// `e^(n ln(1 + x))`; of a large x `x^n (1 + 1/x)^n`, where x^n is a number of few bits.
pub(super) fn compound<const N: usize>(
    c: &Context<N>,
    x: Unrounded<u64>,
    n: Enclosure<N>,
    exponent: Operand,
) -> Enclosure<N> {
    let value = Enclosure::exact(x);
    if value.exponent > 32
        && let Operand::Number(n) = exponent
        && let Some(power) = short_power(x, n)
    {
        let n = Enclosure::exact(n);
        return power.mul(c.exp(n.mul(c.log1p(value.reciprocal()))));
    }
    c.exp(n.mul(c.log1p(value)))
}

/// x^n of an integer n, where it has few bits; beyond all numbers where n is cut short.
fn short_power<const N: usize>(x: Unrounded<u64>, n: Unrounded<u64>) -> Option<Enclosure<N>> {
    let zeros = x.significand.trailing_zeros();
    let (odd, exponent) = (x.significand >> zeros, i64::from(x.exponent) + i64::from(zeros));
    let magnitude = Odd::of(n).to_integer()?;
    let n = if n.sign { -magnitude } else { magnitude };
    if odd == 1 {
        return Some(Enclosure::power(exponent * n));
    }
    let power = odd.checked_pow(u32::try_from(n).ok()?)?;
    Some(Enclosure::exact(Unrounded::exact(false, 0, power)).scaled(exponent * n))
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
