//! What is known of a result before anything is approximated: special values, domains and poles, and
//! every value that is rational, or an algebraic number for which integers are as good.
//!
//! A border is a number at which some rounding into some format changes: a number of the format, or
//! the middle of two neighbours. Formats have at most 62 significant bits, so a border is a dyadic
//! number of at most 63. What a file here leaves open lies on none of them; its functions say why.

mod activation;
mod block;
mod constant;
mod error_gamma;
mod exponential;
mod hyperbolic;
mod inverse;
mod logarithm;
mod numbers;
mod operands;
mod piecewise;
mod power;
mod reduction;
mod root;
mod softmax;
mod trigonometric;

pub(crate) use block::{Element, blocks};
pub(crate) use operands::operands;

use num_bigint::BigInt;
use softfloat::{Env, Format, Unrounded, ieee::Exact};

use crate::exact::{Dyadic, quotient, scaled};
use crate::operand::Operand;
use crate::{Function, Function as F};

/// A result that operands decide without an approximation, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The operation is invalid.
    Invalid,
    /// An exact infinity of finite operands, of this sign.
    Pole(bool),
    /// An infinity of infinite operands, of this sign.
    Infinite(bool),
    /// An exact zero of this sign.
    Zero(bool),
    /// A number other than 0; sticky where it lies between this significand and the next, which has
    /// then 66 bits at least.
    Value(Unrounded<u128>),
    /// A number that lies on no border of any rounding in any format (it is irrational, or has more
    /// bits than any format), to be enclosed.
    Open,
}

impl Known {
    /// The result before rounding, unless it is open.
    pub(crate) fn exact(self, format: &Format, env: &Env) -> Option<Exact> {
        Some(match self {
            Self::Invalid => Exact::invalid(format, env),
            Self::Pole(sign) => Exact::pole(format, sign),
            Self::Infinite(sign) => Exact::infinite(format, env, sign),
            Self::Zero(sign) => Exact::zero(sign),
            // No format has numbers beyond 2^(2^17): farther out is as far.
            Self::Value(u) => {
                Exact::Unrounded(Unrounded { exponent: u.exponent.clamp(-(1 << 24), 1 << 24), ..u })
            }
            Self::Open => return None,
        })
    }

    /// `2^exponent` with a sign.
    const fn power_of_two(sign: bool, exponent: i32) -> Self {
        Self::Value(Unrounded::exact(sign, exponent, 1))
    }

    /// 1 with a sign.
    const fn one(sign: bool) -> Self {
        Self::power_of_two(sign, 0)
    }

    /// An integer.
    fn integer(n: i64) -> Self {
        match n {
            0 => Self::Zero(false),
            _ => Self::Value(scaled(n < 0, n.unsigned_abs().into(), 0)),
        }
    }

    /// A quotient, neither part of it 0.
    fn quotient(n: &Dyadic, d: &Dyadic) -> Self {
        Self::Value(quotient(n, d))
    }

    /// A quotient of integers, neither of them 0.
    fn ratio(n: impl Into<BigInt>, d: impl Into<BigInt>) -> Self {
        Self::quotient(&Dyadic::integer(n), &Dyadic::integer(d))
    }

    /// An exact number other than 0.
    fn number(x: Unrounded<u64>) -> Self {
        Self::Value(x.cast())
    }

    /// An operand.
    fn operand(x: Operand) -> Self {
        match x {
            Operand::Zero { sign } => Self::Zero(sign),
            Operand::Number(x) => Self::number(x),
            Operand::Infinite { sign } => Self::Infinite(sign),
        }
    }

    /// The same times -1 where `sign`.
    fn signed(self, sign: bool) -> Self {
        match self {
            Self::Pole(s) => Self::Pole(s != sign),
            Self::Infinite(s) => Self::Infinite(s != sign),
            Self::Zero(s) => Self::Zero(s != sign),
            Self::Value(u) => Self::Value(Unrounded { sign: u.sign != sign, ..u }),
            Self::Invalid | Self::Open => self,
        }
    }
}

/// A value that is known, or one on no border.
impl From<Option<Unrounded<u128>>> for Known {
    fn from(value: Option<Unrounded<u128>>) -> Self {
        value.map_or(Self::Open, Self::Value)
    }
}

/// What is known of a function of one or two numbers; open of numbers other than 0 alone, never of a
/// zero or an infinity.
pub(crate) fn known(function: Function, &[x, y]: &[Operand; 2]) -> Known {
    match function {
        F::Exp => exponential::exp(x),
        F::Exp2 => exponential::exp2(x),
        F::Exp10 => exponential::exp10(x),
        F::Expm1 => exponential::expm1(x),
        F::Exp2m1 => exponential::exp2m1(x),
        F::Exp10m1 => exponential::exp10m1(x),
        F::Log => logarithm::log(x),
        F::Log2 => logarithm::log2(x),
        F::Log10 => logarithm::log10(x),
        F::Log1p => logarithm::log1p(x),
        F::Log2p1 => logarithm::log2p1(x),
        F::Log10p1 => logarithm::log10p1(x),
        F::Sin | F::Tan => trigonometric::sin(x),
        F::Cos => trigonometric::cos(x),
        F::SinPi => trigonometric::sinpi(x),
        F::CosPi => trigonometric::cospi(x),
        F::TanPi => trigonometric::tanpi(x),
        F::Asin => inverse::asin(x),
        F::Acos => inverse::acos(x),
        F::Atan => inverse::atan(x),
        F::Atan2 => inverse::atan2(x, y),
        F::AsinPi => inverse::asinpi(x),
        F::AcosPi => inverse::acospi(x),
        F::AtanPi => inverse::atanpi(x),
        F::Atan2Pi => inverse::atan2pi(x, y),
        F::Sinh | F::Asinh => hyperbolic::sinh(x),
        F::Cosh => hyperbolic::cosh(x),
        F::Tanh => hyperbolic::tanh(x),
        F::Acosh => hyperbolic::acosh(x),
        F::Atanh => hyperbolic::atanh(x),
        F::Pow => power::pow(x, y),
        F::Powr => power::powr(x, y),
        F::Pown => power::pown(x, y),
        F::Compound => power::compound(x, y),
        F::Rootn => root::rootn(x, y),
        F::Hypot => root::hypot(x, y),
        F::Cbrt => root::cbrt(x),
        F::Rsqrt => root::rsqrt(x),
        F::Rcp => root::rcp(x),
        F::Erf => error_gamma::erf(x),
        F::Erfc => error_gamma::erfc(x),
        F::Lgamma => error_gamma::lgamma(x),
        F::Tgamma => error_gamma::tgamma(x),
        F::Sigmoid => activation::sigmoid(x),
        F::Silu | F::Gelu | F::GeluTanh | F::Mish => activation::gated(x),
        F::Swish => activation::swish(x, y),
        F::Softplus => activation::softplus(x),
        F::LogSigmoid => activation::log_sigmoid(x),
        F::TanhShrink => activation::tanh_shrink(x),
        F::Elu => activation::elu(x, y),
        F::Selu => activation::selu(x),
        F::Celu => activation::celu(x, y),
        F::Softsign => piecewise::softsign(x),
        F::HardSigmoid => piecewise::hard_sigmoid(x),
        F::HardSwish => piecewise::hard_swish(x),
        F::HardTanh => piecewise::hard_tanh(x),
        F::HardShrink => piecewise::hard_shrink(x),
        // Functions of blocks are none of one or two numbers.
        F::Softmax
        | F::LogSoftmax
        | F::LogSumExp
        | F::Norm
        | F::Rnorm
        | F::Cosine
        | F::Mean
        | F::Variance => Known::Invalid,
    }
}

#[cfg(test)]
mod tests;
