//! Trigonometric functions and their inverses.

use super::near;
use super::value::value;
use crate::Function;
use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::operand::Operand;
use softfloat::Unrounded;

/// Sine and cosine of an angle that `quadrant` right angles were taken from.
fn turned<const N: usize>(
    c: &Context<N>,
    (quadrant, y): (u64, Enclosure<N>),
) -> (Enclosure<N>, Enclosure<N>) {
    let (sine, cosine) = c.sin_cos(y);
    match quadrant {
        0 => (sine, cosine),
        1 => (cosine, sine.neg()),
        2 => (sine.neg(), cosine.neg()),
        _ => (cosine.neg(), sine),
    }
}

pub(super) fn sin<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    turned(c, c.reduced(x)).0
}

pub(super) fn cos<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    turned(c, c.reduced(x)).1
}

pub(super) fn tan<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    let (quadrant, y) = c.reduced(x);
    if quadrant == 0 && near::is_tiny(y) {
        // x + x^3/3 + 2x^5/15 + ...: with v = x^2/3 the rest is below 2 v^2.
        return near::scaled(y, y.square().over(3), false, 1);
    }
    let (sine, cosine) = turned(c, (quadrant, y));
    sine.div(cosine)
}

/// Quadrants of pi/2 in pi x, and the angle that is left, exact but for pi.
fn half_turns<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> (u64, Enclosure<N>) {
    // x = s 2^e: q = the integer nearest to 2x.
    let places = -(i64::from(x.exponent) + 1);
    let value = Enclosure::exact(x);
    if places <= 0 {
        // An integer or a half, of which only gamma's reflection asks.
        let q = if places < -1 { 0 } else { x.significand << -places };
        return (if x.sign { q.wrapping_neg() } else { q } & 3, Enclosure::ZERO);
    }
    let (q, rest) = if places > 64 {
        (0, value)
    } else {
        let twice = u128::from(x.significand);
        let q = (twice + (1 << (places - 1))) >> places;
        let rest = x.significand as i128 - (q << places) as i128;
        let left = Unrounded::exact((rest < 0) ^ x.sign, x.exponent, rest.unsigned_abs() as u64);
        (q as u64, Enclosure::exact(left))
    };
    let q = if x.sign { q.wrapping_neg() } else { q };
    (q & 3, rest.mul(c.pi))
}

pub(super) fn sinpi<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    turned(c, half_turns(c, x)).0
}

pub(super) fn cospi<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    turned(c, half_turns(c, x)).1
}

pub(super) fn tanpi<const N: usize>(c: &Context<N>, x: Unrounded<u64>) -> Enclosure<N> {
    let (sine, cosine) = turned(c, half_turns(c, x));
    sine.div(cosine)
}

/// The root of `1 - x^2 = (1 - x)(1 + x)`.
fn beside<const N: usize>(x: Enclosure<N>) -> Enclosure<N> {
    Enclosure::ONE.sub(x).mul(Enclosure::ONE.add(x)).sqrt()
}

pub(super) fn asin<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if near::is_tiny(x) {
        // x + x^3/6 + 3x^5/40 + ...: with v = x^2/6 the rest is below 4 v^2.
        return near::scaled(x, x.square().over(6), false, 2);
    }
    c.angle(x.abs(), beside(x)).signed(x.negative)
}

pub(super) fn acos<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    let angle = c.angle(beside(x), x.abs());
    if x.negative { c.pi.sub(angle) } else { angle }
}

/// The angle of the point (x, y), a zero's sign counting.
pub(super) fn atan2<const N: usize>(
    c: &Context<N>,
    y: Enclosure<N>,
    x: Enclosure<N>,
) -> Enclosure<N> {
    let angle = c.angle(y.abs(), x.abs());
    let angle = if x.negative { c.pi.sub(angle) } else { angle };
    angle.signed(y.negative)
}

/// The same over pi.
pub(super) fn atan2pi<const N: usize>(
    c: &Context<N>,
    y: Enclosure<N>,
    x: Enclosure<N>,
) -> Enclosure<N> {
    c.half_turns(y.abs(), x.abs(), x.negative).signed(y.negative)
}

/// arccos(x) / pi, `1/2 - arcsin(x) / pi` where x is small.
pub(super) fn acospi<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if x.exponent < -1 {
        return Enclosure::power(-1).sub(asin(c, x).div(c.pi));
    }
    acos(c, x).div(c.pi)
}

/// What is open where an operand is 0 or infinite: arccos 0, and the angle of a point on an axis or
/// infinitely far, where an infinity outweighs every number and equals another.
pub(super) fn limit<const N: usize>(
    c: &Context<N>,
    function: Function,
    first: Operand,
    second: Operand,
) -> Enclosure<N> {
    let infinite = |x| matches!(x, Operand::Infinite { .. });
    let far = infinite(first) || infinite(second);
    let side = |x: Operand| {
        let magnitude = match x {
            Operand::Infinite { .. } => Enclosure::ONE,
            _ if far => Enclosure::ZERO,
            x => value(x).abs(),
        };
        magnitude.signed(x.sign())
    };
    match function {
        Function::Acos => c.pi.scaled(-1),
        Function::Atan => c.pi.scaled(-1).signed(first.sign()),
        Function::Atan2 => atan2(c, side(first), side(second)),
        _ => Enclosure::UNKNOWN,
    }
}
