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

use crate::Function;
use crate::exact::{Dyadic, quotient, scaled};
use crate::function::functions;
use crate::operand::Operand;

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

macro_rules! known {
    ($($variant:ident $name:literal $shape:ident $operands:ident $formula:literal $section:expr,
        $known:expr, $enclosed:expr $(, $open:ident)?;)*) => {
        /// What is known of a function of one or two numbers (those of blocks are none); open of numbers other than 0
        /// alone, never of a zero or an infinity.
        pub(crate) fn known(function: Function, &[x, y]: &[Operand; 2]) -> Known {
            match function {
                $(Function::$variant => known!($shape, x, y, $known),)*
            }
        }
    };
    (Unary, $x:ident, $y:ident, $known:expr) => { $known($x) };
    (Binary, $x:ident, $y:ident, $known:expr) => { $known($x, $y) };
    (Power, $x:ident, $y:ident, $known:expr) => { $known($x, $y) };
    (Power64, $x:ident, $y:ident, $known:expr) => { $known($x, $y) };
    ($block:ident, $x:ident, $y:ident, $known:expr) => { Known::Invalid };
}

functions!(known);

#[cfg(test)]
mod tests;
