//! The error function and the gamma function.

use super::angle;
use crate::context::Context;
use crate::enclosure::Enclosure;
use softfloat::Unrounded;

pub(crate) fn erf<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    c.erf(x.abs()).signed(x.negative)
}

pub(crate) fn erfc<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if x.negative { Enclosure::ONE.add(c.erf(x.abs())) } else { c.erfc(x) }
}

/// `ln |gamma(x)|`; of a negative x `ln(pi / |sin(pi x)|) - ln gamma(1 - x)`.
pub(super) fn lgamma<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    let value = Enclosure::exact(x);
    if !x.sign {
        return c.lgamma(value);
    }
    let bits = i64::from(Enclosure::<N>::BITS);
    if value.exponent < -bits / 2 {
        // gamma(x) = gamma(1 + x) / x, and |ln gamma(1 + x)| < |x| here.
        return c.ln(value.abs()).neg().blurred(1, value.exponent + bits);
    }
    let sine = angle::sinpi(c, x).abs();
    c.ln(c.pi.div(sine)).sub(c.lgamma(Enclosure::ONE.sub(value)))
}

/// gamma(x); of a negative x `pi / (sin(pi x) gamma(1 - x))`.
pub(super) fn tgamma<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    let value = Enclosure::exact(x);
    let bits = i64::from(Enclosure::<N>::BITS);
    if value.exponent < -bits / 2 {
        // (1 - 0.57721566.. x + ...) / x: the rest is below x^2, that is below 2^-20 x.
        let euler = Enclosure::integer(577_215_665).over(1_000_000_000).blurred(1, bits - 20);
        return Enclosure::ONE.sub(value.mul(euler)).div(value);
    }
    if !x.sign {
        return c.gamma(value);
    }
    c.pi.div(angle::sinpi(c, x).mul(c.gamma(Enclosure::ONE.sub(value))))
}
