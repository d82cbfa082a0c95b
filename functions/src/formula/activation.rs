//! Functions of machine learning.

use super::{hyperbolic, near};
use crate::context::Context;
use crate::enclosure::Enclosure;

/// `1 / (1 + e^-x)`.
pub(super) fn sigmoid<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    c.exp(x.neg()).add(Enclosure::ONE).reciprocal()
}

/// `x/2 (1 + erf(x / sqrt 2))`, of a negative x `x/2 erfc(-x / sqrt 2)`.
pub(super) fn gelu<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let u = x.abs().mul(Enclosure::power(-1).sqrt());
    let factor = if x.negative { c.erfc(u) } else { Enclosure::ONE.add(c.erf(u)) };
    x.scaled(-1).mul(factor)
}

/// `x / (1 + e^(-2u))` with `u = sqrt(2/pi) (x + 0.044715 x^3)`.
pub(super) fn gelu_tanh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let root = Enclosure::integer(2).div(c.pi).sqrt();
    let cubic = x.square().times(44_715).over(1_000_000).add(Enclosure::ONE);
    x.mul(sigmoid(c, root.mul(x.mul(cubic)).scaled(1)))
}

/// `ln(1 + e^x)`, of a positive x `x + ln(1 + e^-x)`.
pub(super) fn softplus<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let rest = c.log1p(c.exp(x.abs().neg()));
    if x.negative { rest } else { x.add(rest) }
}

/// `x / (1 + 2 / (n (n + 2)))` with `n = e^x`; near 0, with `v = d (4 + d)` and `d = n - 1`,
/// `(3x + 2x v / (5 + v)) / 5`.
pub(super) fn mish<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let (one, two) = (Enclosure::ONE, Enclosure::integer(2));
    if x.exponent <= -7 {
        let d = c.expm1(x);
        let v = d.mul(d.add(Enclosure::integer(4)));
        let more = x.mul(v.scaled(1).div(v.add(Enclosure::integer(5))));
        return x.times(3).add(more).over(5);
    }
    let n = c.exp(x);
    x.div(one.add(two.div(n.mul(n.add(two)))))
}

/// `gamma alpha (e^x - 1)`; of a positive x the product is known.
pub(super) fn selu<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    // alpha = 1.67326319217681884765625, gamma = 1.05070102214813232421875: binary32.
    let alpha = Enclosure::integer(0x00d6_2d7d).scaled(-23);
    let gamma = Enclosure::integer(0x0086_7d5f).scaled(-23);
    c.expm1(x).mul(alpha.mul(gamma))
}

/// `alpha (e^(x/alpha) - 1)`; where x/alpha is small, x times what is next to 1.
pub(super) fn celu<const N: usize>(
    c: &Context<N>,
    x: Enclosure<N>,
    alpha: Enclosure<N>,
) -> Enclosure<N> {
    let ratio = x.div(alpha);
    if ratio.exponent <= -7 { x.mul(c.expm1_factor(ratio)) } else { alpha.mul(c.expm1(ratio)) }
}

/// `x - tanh x`.
pub(super) fn tanh_shrink<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if near::is_tiny(x) {
        // x^3/3 (1 - 2x^2/5 + 17x^4/105 - ...): with v = 2x^2/5 the rest is below 2 v^2.
        let cube = x.mul(x.square()).over(3);
        return near::scaled(cube, x.square().scaled(1).over(5), true, 1);
    }
    x.sub(hyperbolic::tanh(c, x))
}
