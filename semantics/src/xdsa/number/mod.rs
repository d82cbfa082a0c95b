//! Numbers (section 3.4): exact values with the rules of IEEE 754 for NaN, infinities and zeros, operation by operation
//! (XDSA-D85), and the one rounding into a unit (XDSA-D26 to D29, D31).
//!
//! - From elements: [`Number::of`], [`Number::constant`] (a field of constants), [`Number::integer`], [`Number::ratio`],
//!   [`Number::fp32`], [`Number::fp64`]; a [`Real`] becomes a number by `Number::from`.
//! - Arithmetic: [`Number::add`], `sub`, `mul`, `div`, `neg`, `abs`, `sqrt`, `exp`, `expm1`, `ln`, `log1p`, `tanh`, `erf`, `pow`.
//!   A finite result that is not 0 is exact, whatever the operation. [`Number::sum`] adds many at once and is quicker than many `add`.
//! - Functions of an element (XDSA-D31): [`Number::function`].
//! - Choices: [`Number::compare`] (zeros equal, NaN `None`), [`Number::max`], [`Number::min`] (NaN propagates, -0 below +0).
//! - To elements: [`round`] with a [`Fit`]; exact integers by [`store`]. [`round_shift`] is XDSA-D33.
//!
//! A number that is finite may be an expression whose value is exactly 0 without anybody knowing; it counts as not 0 until it is
//! rounded, and is then +0 (XDSA-D31).

mod round;
mod rules;
#[cfg(test)]
mod tests;

pub(super) use round::{Fit, round, round_shift, store};

use super::isa::Unit;
use functions::Function;
use functions::real::{Outcome, Real};
use num_bigint::BigInt;
use softfloat::format::Binary32;
use softfloat::{Format, StaticFormat, Unrounded, Value};

/// A number, or what stands for one.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinite {
        /// Whether it is below 0.
        negative: bool,
    },
    /// A zero.
    Zero {
        /// Whether it is -0.
        negative: bool,
    },
    /// Another number, or an expression.
    Finite(Real),
}

impl Number {
    /// +0.
    pub(super) const ZERO: Self = Self::Zero { negative: false };

    /// The value of an element; an integer 0 is +0 (XDSA-D85).
    #[must_use]
    pub(super) fn of(unit: Unit, element: u64) -> Self {
        match unit.format() {
            Some(format) => Self::decoded(&format, element & unit.mask()),
            None => Self::integer(unit.integer(element)),
        }
    }

    fn decoded(format: &Format, code: u64) -> Self {
        match format.decode(code) {
            Value::Nan { .. } => Self::Nan,
            Value::Infinite { sign } => Self::Infinite { negative: sign },
            Value::Finite(u) if u.significand == 0 => Self::Zero { negative: u.sign },
            Value::Finite(u) => Self::Finite(Real::of(u)),
        }
    }

    /// An integer.
    #[must_use]
    pub(super) fn integer(n: i128) -> Self {
        if n == 0 { Self::ZERO } else { Self::Finite(Real::dyadic(n, 0)) }
    }

    /// `n / d`; NaN where d is 0.
    #[must_use]
    pub(super) fn ratio(n: impl Into<BigInt>, d: impl Into<BigInt>) -> Self {
        Real::ratio(n, d).map_or(Self::Nan, Self::from)
    }

    /// The value of an fp32 pattern.
    #[must_use]
    pub(super) fn fp32(bits: u32) -> Self {
        Self::decoded(&Binary32::FORMAT, bits.into())
    }

    /// Whether it is NaN.
    #[must_use]
    pub(super) const fn is_nan(&self) -> bool {
        matches!(self, Self::Nan)
    }

    /// Whether it is a zero.
    #[must_use]
    pub(super) const fn is_zero(&self) -> bool {
        matches!(self, Self::Zero { .. })
    }

    /// Whether it is an infinity.
    #[must_use]
    pub(super) const fn is_infinite(&self) -> bool {
        matches!(self, Self::Infinite { .. })
    }

    /// Whether it is neither NaN nor an infinity.
    #[must_use]
    pub(super) const fn is_finite(&self) -> bool {
        !self.is_nan() && !self.is_infinite()
    }

    /// Its sign, that of a zero too; an expression that may be 0 has none.
    #[must_use]
    pub(super) fn is_negative(&self) -> bool {
        match self {
            Self::Nan => false,
            Self::Infinite { negative } | Self::Zero { negative } => *negative,
            Self::Finite(x) => x.signum() < 0,
        }
    }

    /// Its exact value, if it is finite.
    #[must_use]
    pub(super) fn real(&self) -> Option<Real> {
        match self {
            Self::Zero { .. } => Some(Real::ZERO),
            Self::Finite(x) => Some(x.clone()),
            _ => None,
        }
    }
}

impl From<Real> for Number {
    fn from(x: Real) -> Self {
        if x.is_zero() { Self::ZERO } else { Self::Finite(x) }
    }
}

// The functions of XDSA-D31 at elements.

impl Number {
    /// A function at an element, special values by IEEE 754 clause 9.2. Functions of two numbers, of blocks and algebraic ones
    /// are NaN.
    #[must_use]
    pub(crate) fn function(function: Function, unit: Unit, element: u64) -> Self {
        let value = unit.format().map_or_else(
            || {
                let n = unit.integer(element);
                Value::Finite(Unrounded::exact(n < 0, 0, n.unsigned_abs() as u64))
            },
            |format| format.decode(element & unit.mask()),
        );
        match Real::function(function, value) {
            None | Some(Outcome::Invalid) => Self::Nan,
            Some(Outcome::Pole { negative } | Outcome::Infinite { negative }) => {
                Self::Infinite { negative }
            }
            Some(Outcome::Zero { negative }) => Self::Zero { negative },
            Some(Outcome::Number(x)) => Self::from(x),
        }
    }
}
