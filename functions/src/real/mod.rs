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
    ///
    /// ```
    /// use functions::real::Real;
    /// assert!(Real::dyadic(3, -1).compare(&Real::ratio(3, 2).unwrap()).is_eq());
    /// ```
    #[must_use]
    pub const fn dyadic(n: i128, exponent: i64) -> Self {
        Self(Repr::Ratio(Ratio::Small { n, e: exponent }))
    }

    /// `n / d`, `None` where d is 0.
    ///
    /// ```
    /// use functions::real::Real;
    /// let x = Real::ratio(6, -9).unwrap();
    /// assert!(x.compare(&Real::ratio(-2, 3).unwrap()).is_eq());
    /// assert!(Real::ratio(1, 0).is_none());
    /// ```
    #[must_use]
    pub fn ratio(n: impl Into<BigInt>, d: impl Into<BigInt>) -> Option<Self> {
        let (n, d): (BigInt, BigInt) = (n.into(), d.into());
        let (sign, d) = d.into_parts();
        let n = if sign == Sign::Minus { -n } else { n };
        (sign != Sign::NoSign).then(|| Self(Repr::Ratio(Ratio::new(n, d, 0))))
    }

    /// An exact value of softfloat (what is sticky is forgotten).
    ///
    /// ```
    /// use functions::real::Real;
    /// use softfloat::Unrounded;
    /// let x = Real::of(Unrounded::exact(true, -1, 3u64));
    /// assert_eq!(x.small(), Some((-3, -1))); // -1.5
    /// ```
    #[must_use]
    pub fn of(u: Unrounded<u64>) -> Self {
        let n = i128::from(u.significand);
        Self::dyadic(if u.sign { -n } else { n }, u.exponent.into())
    }

    /// pi.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::pi().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0x4049_0fdb);
    /// ```
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
    ///
    /// ```
    /// use functions::real::Real;
    /// assert!(Real::ratio(1, 3).unwrap().is_rational() && !Real::pi().is_rational());
    /// ```
    #[must_use]
    pub const fn is_rational(&self) -> bool {
        matches!(self.0, Repr::Ratio(_))
    }

    /// Whether it is the rational number 0.
    ///
    /// ```
    /// use functions::real::Real;
    /// assert!((Real::from(2) - Real::from(2)).is_zero() && !Real::pi().is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.rational().is_some_and(|ratio| ratio.signum() == 0)
    }

    /// Numerator and denominator of a rational number, the latter positive, perhaps with common factors.
    ///
    /// ```
    /// use functions::real::Real;
    /// let x = Real::ratio(3, -2).unwrap();
    /// assert_eq!(x.fraction(), Some(((-3).into(), 2u32.into())));
    /// assert_eq!(Real::pi().fraction(), None);
    /// ```
    #[must_use]
    pub fn fraction(&self) -> Option<(BigInt, BigUint)> {
        self.rational().map(Ratio::fraction)
    }

    /// `(n, e)` of a number `n * 2^e` of few bits.
    ///
    /// ```
    /// use functions::real::Real;
    /// assert_eq!(Real::dyadic(3, -1).small(), Some((3, -1)));
    /// assert_eq!(Real::ratio(1, 3).unwrap().small(), None);
    /// ```
    #[must_use]
    pub const fn small(&self) -> Option<(i128, i64)> {
        match &self.0 {
            Repr::Ratio(Ratio::Small { n, e }) => Some((*n, *e)),
            _ => None,
        }
    }

    /// The largest integer not above a rational number.
    ///
    /// ```
    /// use functions::real::Real;
    /// assert_eq!(Real::ratio(-7, 2).unwrap().floor(), Some((-4).into()));
    /// assert_eq!(Real::pi().floor(), None);
    /// ```
    #[must_use]
    pub fn floor(&self) -> Option<BigInt> {
        self.rational().map(Ratio::floor)
    }

    /// -1, 0 or 1; 0 too where 4096 bits do not tell it from 0.
    ///
    /// ```
    /// use functions::real::Real;
    /// let x = Real::pi() - Real::ratio(22, 7).unwrap(); // -0.0013
    /// assert_eq!((x.signum(), Real::ZERO.signum()), (-1, 0));
    /// ```
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
    ///
    /// ```
    /// use functions::real::Real;
    /// assert!(Real::pi().compare(&Real::ratio(22, 7).unwrap()).is_lt());
    /// assert!(Real::ratio(2, 6).unwrap().compare(&Real::ratio(1, 3).unwrap()).is_eq());
    /// ```
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self.rational(), other.rational()) {
            (Some(a), Some(b)) => a.cmp(b),
            _ => (self - other).signum().cmp(&0),
        }
    }

    /// What rounds to nearest, ties to even, as the value does: into numbers of this grid. Of rational numbers it
    /// is right for every direction, with 126 bits at least.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary16, Env, Rounding, StaticFormat};
    /// let (format, up) = (Binary16::FORMAT, Env::IEEE.rounding(Rounding::Up));
    /// let u = Real::ratio(1, 3).unwrap().nearest(Grid::of(&format));
    /// assert_eq!(format.round_pack(&Env::IEEE, u).bits, 0x3555); // 1365 * 2^-12
    /// assert_eq!(format.round_pack(&up, u).bits, 0x3556); // 1366 * 2^-12
    /// ```
    #[must_use]
    pub fn nearest(&self, grid: Grid) -> Unrounded<u128> {
        nearest::nearest(self, grid)
    }

    /// A function of one number by its definition; `None` of a function that is not transcendental, or of blocks.
    ///
    /// ```
    /// use functions::{real::{Outcome, Real}, Function};
    /// use softfloat::{format::Binary16, StaticFormat};
    /// let ln = |code| Real::function(Function::Log, Binary16::FORMAT.decode(code));
    /// assert!(matches!(ln(0x0000), Some(Outcome::Pole { negative: true }))); // of 0
    /// assert!(matches!(ln(0x3c00), Some(Outcome::Zero { negative: false }))); // of 1
    /// assert!(matches!(ln(0xbc00), Some(Outcome::Invalid))); // of -1
    /// ```
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
