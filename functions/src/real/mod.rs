//! Exact real numbers: rational numbers, which are folded, and expressions over them, which are enclosed as
//! narrowly as a rounding needs.
//!
//! A value is rounded to nearest by [`Real::nearest`] and [`softfloat::Format::round_pack`]: rational numbers by
//! integers, everything else by enclosures of 1, 2, 4, 16 and 64 words.
//! Where the widest leaves open on which side of the middle of two neighbours a value lies, or finds it nearer than
//! `2^-1200 max(|value|, 2^-1200)`, the value is the middle; an expression that 4096 bits do not tell from 0 is 0.
//!
//! ```
//! use functions::real::{Grid, Real};
//! use softfloat::{Env, StaticFormat, format::Binary32};
//! // (sqrt 2 + 1) (sqrt 2 - 1) / 3
//! let root = Real::from(2).sqrt().unwrap();
//! let value = (&root + &Real::from(1)) * (&root - &Real::from(1));
//! let third = value.div(&Real::from(3)).unwrap();
//! let format = Binary32::FORMAT;
//! let u = third.nearest(Grid::of(&format));
//! assert_eq!(format.round_pack(&Env::IEEE, u).bits, (1f32 / 3.0).to_bits().into());
//! ```

mod arithmetic;
mod ball;
mod nearest;
mod node;
mod power;
mod ratio;
#[cfg(test)]
mod tests;

pub use nearest::Grid;

use core::cmp::Ordering;
use std::sync::Arc;

use ball::Ball;
use node::{Node, Op, enclose};
use num_bigint::{BigInt, BigUint, Sign};
use ratio::Ratio;
use softfloat::{Unrounded, Value};

use crate::known::{Known, known};
use crate::operand::Operand;
use crate::{Function, ziv};

/// A real number; cloning shares it.
#[derive(Clone, Debug)]
pub struct Real(Repr);

#[derive(Clone, Debug)]
enum Repr {
    Ratio(Ratio),
    Open { negative: bool, node: Arc<Node> },
}

/// What a function yields.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The operation is invalid.
    Invalid,
    /// An exact infinity of finite operands.
    Pole {
        /// Its sign.
        negative: bool,
    },
    /// An infinity of infinite operands.
    Infinite {
        /// Its sign.
        negative: bool,
    },
    /// An exact zero.
    Zero {
        /// Its sign.
        negative: bool,
    },
    /// A number other than 0.
    Number(Real),
}

impl Real {
    /// 0.
    pub const ZERO: Self = Self(Repr::Ratio(Ratio::ZERO));

    /// `n * 2^exponent`.
    #[must_use]
    pub const fn dyadic(n: i128, exponent: i64) -> Self {
        Self(Repr::Ratio(Ratio::Small { n, e: exponent }))
    }

    /// `n / d`, `None` where d is 0.
    #[must_use]
    pub fn ratio(n: impl Into<BigInt>, d: impl Into<BigInt>) -> Option<Self> {
        let (n, d): (BigInt, BigInt) = (n.into(), d.into());
        let (sign, d) = d.into_parts();
        let n = if sign == Sign::Minus { -n } else { n };
        (sign != Sign::NoSign).then(|| Self(Repr::Ratio(Ratio::new(n, d, 0))))
    }

    /// An exact value of softfloat (what is sticky is forgotten).
    #[must_use]
    pub fn of(u: Unrounded<u64>) -> Self {
        let n = i128::from(u.significand);
        Self::dyadic(if u.sign { -n } else { n }, u.exponent.into())
    }

    /// pi.
    #[must_use]
    pub fn pi() -> Self {
        Self::open(Op::Pi)
    }

    fn open(op: Op) -> Self {
        Self(Repr::Open { negative: false, node: Node::new(op) })
    }

    fn rational(&self) -> Option<&Ratio> {
        match &self.0 {
            Repr::Ratio(ratio) => Some(ratio),
            Repr::Open { .. } => None,
        }
    }

    /// Whether it is known to be rational.
    #[must_use]
    pub const fn is_rational(&self) -> bool {
        matches!(self.0, Repr::Ratio(_))
    }

    /// Whether it is the rational number 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.rational().is_some_and(|ratio| ratio.signum() == 0)
    }

    /// Numerator and denominator of a rational number, the latter positive, perhaps with common factors.
    #[must_use]
    pub fn fraction(&self) -> Option<(BigInt, BigUint)> {
        self.rational().map(Ratio::fraction)
    }

    /// `(n, e)` of a number `n * 2^e` of few bits.
    #[must_use]
    pub const fn small(&self) -> Option<(i128, i64)> {
        match &self.0 {
            Repr::Ratio(Ratio::Small { n, e }) => Some((*n, *e)),
            _ => None,
        }
    }

    /// The largest integer not above a rational number.
    #[must_use]
    pub fn floor(&self) -> Option<BigInt> {
        self.rational().map(Ratio::floor)
    }

    /// -1, 0 or 1; 0 too where 4096 bits do not tell it from 0.
    #[must_use]
    pub fn signum(&self) -> i32 {
        let sign = |negative: bool| if negative { -1 } else { 1 };
        let (negative, node) = match &self.0 {
            Repr::Ratio(ratio) => return ratio.signum(),
            Repr::Open { negative, node } => (*negative, node),
        };
        if let Op::Root(_) | Op::Exp(_) | Op::Erfc(_) | Op::SinPi(_) | Op::Pi = node.op {
            return sign(negative);
        }
        if let Ball::Known(e) = enclose(self, ziv::two()) {
            return sign(e.negative);
        }
        if let Ball::Known(e) = enclose(self, ziv::sixteen()) {
            return sign(e.negative);
        }
        match enclose(self, ziv::most()) {
            Ball::Known(e) => sign(e.negative),
            Ball::Small(_) | Ball::Unknown => 0,
        }
    }

    /// Which is larger; of rational numbers exactly, of others as far as 4096 bits tell.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self.rational(), other.rational()) {
            (Some(a), Some(b)) => a.cmp(b),
            _ => (self - other).signum().cmp(&0),
        }
    }

    /// What rounds to nearest, ties to even, as the value does: into numbers of this grid. Of rational numbers it
    /// is right for every direction, with 126 bits at least.
    #[must_use]
    pub fn nearest(&self, grid: Grid) -> Unrounded<u128> {
        nearest::nearest(self, grid)
    }

    /// A function of one number by its definition; `None` of a function that is not transcendental, or of blocks.
    #[must_use]
    pub fn function(function: Function, x: Value<u64>) -> Option<Outcome> {
        let operand = match x {
            Value::Nan { .. } => return Some(Outcome::Invalid),
            Value::Infinite { sign } => Operand::Infinite { sign },
            Value::Finite(u) if u.significand == 0 => Operand::Zero { sign: u.sign },
            Value::Finite(u) => Operand::Number(u),
        };
        let open = || Outcome::Number(Self::open(Op::Function(function, operand)));
        Some(match known(function, &[operand, Operand::Zero { sign: false }]) {
            Known::Invalid => Outcome::Invalid,
            Known::Pole(negative) => Outcome::Pole { negative },
            Known::Infinite(negative) => Outcome::Infinite { negative },
            Known::Zero(negative) => Outcome::Zero { negative },
            Known::Value(u) if !u.sticky => {
                let n = i128::try_from(u.significand).ok()?;
                Outcome::Number(Self::dyadic(if u.sign { -n } else { n }, u.exponent.into()))
            }
            // Multiples of pi.
            Known::Value(_) => match function {
                Function::Asin | Function::Acos | Function::Atan => open(),
                _ => return None,
            },
            Known::Open => open(),
        })
    }
}

macro_rules! from {
    ($($t:ident)*) => {$(
        impl From<$t> for Real {
            fn from(n: $t) -> Self {
                Self::dyadic(n.into(), 0)
            }
        }
    )*};
}
from!(i8 i16 i32 i64 i128 u8 u16 u32 u64);

impl From<BigInt> for Real {
    fn from(n: BigInt) -> Self {
        Self(Repr::Ratio(Ratio::new(n, Ratio::one(), 0)))
    }
}
