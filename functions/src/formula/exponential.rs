//! `b^x - 1` for b = 2 and 10, `log2(1 + x)`.

use crate::context::Context;
use crate::enclosure::Enclosure;

pub(super) fn exp2m1<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if x.exponent <= -7 {
        return c.expm1(x.mul(c.ln2));
    }
    c.exp2(x).sub(Enclosure::ONE)
}

pub(super) fn exp10m1<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if x.exponent <= -9 {
        return c.expm1(x.mul(c.ln10));
    }
    c.exp10(x).sub(Enclosure::ONE)
}

/// `ln(1 + x) / ln 2`; of x = 2^k `k + ln(1 + 2^-k) / ln 2`.
pub(super) fn log2p1<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let one = Enclosure::ONE;
    if !x.negative && x.exponent > 1 && x.significand == one.significand {
        let rest = c.log1p(x.reciprocal()).mul(c.log2e);
        return Enclosure::integer(x.exponent - 1).add(rest);
    }
    c.log1p(x).mul(c.log2e)
}
