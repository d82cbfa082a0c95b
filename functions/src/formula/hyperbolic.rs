//! Hyperbolic functions and their inverses.

use super::near;
use crate::context::Context;
use crate::enclosure::Enclosure;

/// `(E + E/(E + 1)) / 2` with `E = e^|x| - 1`.
pub(super) fn sinh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if near::is_tiny(x) {
        // x + x^3/6 + x^5/120 + ...
        return near::scaled(x, x.square().over(6), false, 0);
    }
    let e = c.expm1(x.abs());
    e.add(e.div(e.add(Enclosure::ONE))).scaled(-1).signed(x.negative)
}

/// `1 + E^2 / (2 (E + 1))` with `E = e^|x| - 1`.
pub(super) fn cosh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let e = c.expm1(x.abs());
    if x.exponent > 3 {
        let power = e.add(Enclosure::ONE);
        return power.add(power.reciprocal()).scaled(-1);
    }
    Enclosure::ONE.add(e.square().div(e.add(Enclosure::ONE)).scaled(-1))
}

/// `1 - 2 / (e^2|x| + 1)`, near 0 `E / (E + 2)` with `E = e^2|x| - 1`.
pub(crate) fn tanh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if near::is_tiny(x) {
        // x - x^3/3 + 2x^5/15 - ...: with v = x^2/3 the rest is below 2 v^2.
        return near::scaled(x, x.square().over(3), true, 1);
    }
    let magnitude = if x.exponent >= 0 {
        let power = c.exp(x.abs().scaled(1));
        Enclosure::ONE.sub(Enclosure::integer(2).div(power.add(Enclosure::ONE)))
    } else {
        let e = c.expm1(x.abs().scaled(1));
        e.div(e.add(Enclosure::integer(2)))
    };
    magnitude.signed(x.negative)
}

/// `ln(1 + |x| + x^2 / (1 + sqrt(1 + x^2)))`.
pub(super) fn asinh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if near::is_tiny(x) {
        // x - x^3/6 + 3x^5/40 - ...: with v = x^2/6 the rest is below 4 v^2.
        return near::scaled(x, x.square().over(6), true, 2);
    }
    let one = Enclosure::ONE;
    let (magnitude, square) = (x.abs(), x.square());
    let root = one.add(square).sqrt();
    let more = magnitude.add(square.div(one.add(root)));
    c.log1p(more).signed(x.negative)
}

/// `ln(1 + (x - 1) + sqrt((x - 1)(x + 1)))`.
pub(super) fn acosh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let one = Enclosure::ONE;
    let over = x.sub(one);
    c.log1p(over.add(over.mul(x.add(one)).sqrt()))
}

/// `ln(1 + 2|x| / (1 - |x|)) / 2`.
pub(super) fn atanh<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if near::is_tiny(x) {
        // x + x^3/3 + x^5/5 + ...: with v = x^2/3 the rest is below 2 v^2.
        return near::scaled(x, x.square().over(3), false, 1);
    }
    let magnitude = x.abs();
    let ratio = magnitude.scaled(1).div(Enclosure::ONE.sub(magnitude));
    c.log1p(ratio).scaled(-1).signed(x.negative)
}
