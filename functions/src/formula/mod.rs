//! The functions where their value is open: enclosures made of those of [`Context`].
//!
//! Operands are exact numbers other than 0, and no value is a number or a midpoint of any format
//! (`known` has dealt with those). Every formula keeps its side: where a value is "a number and a
//! little more", the enclosure begins at that number.

mod activation;
mod angle;
mod exponential;
mod hyperbolic;
mod near;
mod power;
mod special;
#[cfg(test)]
mod tests;
mod value;

pub(crate) mod block;

pub(crate) use hyperbolic::tanh;
pub(crate) use special::{erf, erfc};

use crate::Function;
use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::operand::Operand;
use value::value;

/// The value of a function at exact operands.
#[inline]
pub(crate) fn enclose<const N: usize>(
    c: &Context<N>,
    function: Function,
    [first, second]: [Operand; 2],
) -> Enclosure<N> {
    use Function as F;
    let (Operand::Number(u), Operand::Number(_) | Operand::Zero { .. }) = (first, second) else {
        return angle::limit(c, function, first, second);
    };
    let (x, y) = (value(first), value(second));
    match function {
        F::Exp => c.exp(x),
        F::Exp2 => c.exp2(x),
        F::Exp10 => c.exp10(x),
        F::Expm1 => c.expm1(x),
        F::Exp2m1 => exponential::exp2m1(c, x),
        F::Exp10m1 => exponential::exp10m1(c, x),
        F::Log => c.ln(x),
        F::Log2 => c.ln(x).mul(c.log2e),
        F::Log10 => c.ln(x).mul(c.log10e),
        F::Log1p => c.log1p(x),
        F::Log2p1 => exponential::log2p1(c, x),
        F::Log10p1 => c.log1p(x).mul(c.log10e),
        F::Sin => angle::sin(c, u),
        F::Cos => angle::cos(c, u),
        F::Tan => angle::tan(c, u),
        F::SinPi => angle::sinpi(c, u),
        F::CosPi => angle::cospi(c, u),
        F::TanPi => angle::tanpi(c, u),
        F::Asin => angle::asin(c, x),
        F::Acos => angle::acos(c, x),
        F::Atan => c.atan(x),
        F::Atan2 => angle::atan2(c, x, y),
        F::AsinPi => angle::asin(c, x).div(c.pi),
        F::AcosPi => angle::acospi(c, x),
        F::AtanPi => angle::atan2pi(c, x, Enclosure::ONE),
        F::Atan2Pi => angle::atan2pi(c, x, y),
        F::Sinh => hyperbolic::sinh(c, x),
        F::Cosh => hyperbolic::cosh(c, x),
        F::Tanh => hyperbolic::tanh(c, x),
        F::Asinh => hyperbolic::asinh(c, x),
        F::Acosh => hyperbolic::acosh(c, x),
        F::Atanh => hyperbolic::atanh(c, x),
        F::Pow | F::Powr | F::Pown => power::pow(c, x, y, second),
        F::Rootn => power::rootn(c, x, y),
        F::Compound => power::compound(c, u, y, second),
        F::Erf => special::erf(c, x),
        F::Erfc => special::erfc(c, x),
        F::Lgamma => special::lgamma(c, u),
        F::Tgamma => special::tgamma(c, u),
        F::Sigmoid => activation::sigmoid(c, x),
        F::Silu => x.mul(activation::sigmoid(c, x)),
        F::Swish => x.mul(activation::sigmoid(c, x.mul(y))),
        F::Gelu => activation::gelu(c, x),
        F::GeluTanh => activation::gelu_tanh(c, x),
        F::Softplus => activation::softplus(c, x),
        F::Mish => activation::mish(c, x),
        F::Elu => c.expm1(x).mul(y),
        F::Selu => activation::selu(c, x),
        F::Celu => activation::celu(c, x, y),
        F::LogSigmoid => activation::softplus(c, x.neg()).neg(),
        F::TanhShrink => activation::tanh_shrink(c, x),
        // Rational and algebraic functions are never open; blocks are not of one number.
        _ => Enclosure::UNKNOWN,
    }
}
