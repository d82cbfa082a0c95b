//! `b^x - 1` for b = 2 and 10.

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
