//! What is known of a result before anything is approximated.

use softfloat::{Env, Format, Unrounded, ieee::Exact};

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
    /// then 64 bits at least.
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
            Self::Value(u) => Exact::Unrounded(u),
            Self::Open => return None,
        })
    }
}
