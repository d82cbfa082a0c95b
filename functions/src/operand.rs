//! Operands as functions see them.

use softfloat::{Env, Format, Unrounded, Value};

use crate::exact::Odd;

/// An operand that is not NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A zero.
    Zero {
        /// Its sign.
        sign: bool,
    },
    /// A number other than 0, exact; an integer operand too (exponent 0).
    Number(Unrounded<u64>),
    /// An infinity.
    Infinite {
        /// Its sign.
        sign: bool,
    },
}

impl Operand {
    /// The meaning of a code, or the NaN.
    pub(crate) fn read(format: &Format, env: &Env, code: u64) -> Result<Self, Value<u64>> {
        match format.operand(env, code) {
            Value::Finite(u) if u.significand == 0 => Ok(Self::Zero { sign: u.sign }),
            Value::Finite(u) => Ok(Self::Number(u)),
            Value::Infinite { sign } => Ok(Self::Infinite { sign }),
            nan @ Value::Nan { .. } => Err(nan),
        }
    }

    /// An integer.
    pub(crate) fn integer(n: i64) -> Self {
        match n {
            0 => Self::Zero { sign: false },
            _ => Self::Number(Unrounded::exact(n < 0, 0, n.unsigned_abs())),
        }
    }

    /// The sign.
    pub(crate) const fn sign(self) -> bool {
        match self {
            Self::Zero { sign } | Self::Infinite { sign } => sign,
            Self::Number(u) => u.sign,
        }
    }

    /// Whether it is 1.
    pub(crate) fn is_one(self) -> bool {
        matches!(self, Self::Number(x) if !x.sign && Odd::of(x) == Odd::ONE)
    }
}
