//! Descriptions under other rules, and whether one means something.

use core::fmt;

use super::datapath::{Alignment, Datapath, Join, Normalise, Operand, Order, ProductRule};
use super::datapath::{Target, Term, Width};
use crate::Env;

/// What makes a description meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatapathError {
    /// A chunk, group or block of no elements.
    Empty,
    /// A tree's adder has too few or too many inputs.
    FanIn(usize),
    /// A product that keeps no bit.
    NoPrecision,
    /// More omitted low bits than a significand's half.
    Omitted(u32),
    /// A fixed-point unit beyond all numbers.
    Unit(i32),
    /// A width of 0 bits, or one of a sum that is not aligned.
    Width,
    /// `Normalise::End` or `Normalise::Addition` of a tree or of groups, where each adder rounds.
    Normalise,
    /// `Normalise::End` beside an addition of its own.
    JoinAtEnd,
}

impl fmt::Display for DatapathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a chunk, group or block has at least one element"),
            Self::FanIn(n) => {
                write!(f, "an adder of a tree has 2 to {} inputs, not {n}", Order::MAX_FAN_IN)
            }
            Self::NoPrecision => write!(f, "a product keeps at least one bit"),
            Self::Omitted(n) => write!(f, "at most 32 low bits are omitted, not {n}"),
            Self::Unit(n) => {
                let most = Alignment::MAX_UNIT;
                write!(f, "a fixed-point unit is 2^-{most} to 2^{most}, not 2^{n}")
            }
            Self::Width => write!(f, "a width is at least one bit, of an aligned sum"),
            Self::Normalise => write!(f, "in trees and groups each adder rounds"),
            Self::JoinAtEnd => {
                write!(
                    f,
                    "a sequence that is normalised at its end only joins no chunk by an addition of its own"
                )
            }
        }
    }
}

impl core::error::Error for DatapathError {}

impl Datapath {
    /// The same datapath with all its roundings under these rules.
    ///
    /// ```
    /// use softfloat::{format::Binary32, sum::plain, Env, Rounding, StaticFormat};
    /// let add = plain::add(Binary32::FORMAT, Rounding::NearestEven);
    /// let up = add.under(Env::IEEE.rounding(Rounding::Up));
    /// assert_eq!(add.evaluate(&[0x3380_0000], &[], 0x3f80_0000).bits, 0x3f80_0000); // 1 + 2^-24
    /// assert_eq!(up.evaluate(&[0x3380_0000], &[], 0x3f80_0000).bits, 0x3f80_0001);
    /// ```
    #[must_use]
    pub const fn under(self, env: Env) -> Self {
        let partial = Target { env, ..self.partial };
        let result = Target { env, ..self.result };
        let term = match self.term {
            Term::Product { a, b, rule: ProductRule::Rounded(target) } => {
                Term::Product { a, b, rule: ProductRule::Rounded(Target { env, ..target }) }
            }
            term => term,
        };
        Self { term, partial, result, ..self }
    }

    /// Whether the description means something. [`evaluate`](Self::evaluate) does not panic on one
    /// that does not: it takes the nearest number that does, and leaves out what cannot be.
    ///
    /// ```
    /// use softfloat::{format::Binary32, sum::{plain, DatapathError}, Rounding, StaticFormat};
    /// let tree = |fan_in| plain::tree(Binary32::FORMAT, fan_in, Rounding::NearestEven);
    /// assert_eq!(tree(2).check(), Ok(()));
    /// assert_eq!(tree(1).check(), Err(DatapathError::FanIn(1)));
    /// ```
    ///
    /// # Errors
    /// What is meaningless.
    pub fn check(&self) -> Result<(), DatapathError> {
        if let Term::Product { a, b, rule } = self.term {
            for operand in [a, b] {
                if let Operand::Shared { len: 0, .. } = operand {
                    return Err(DatapathError::Empty);
                }
            }
            match rule {
                ProductRule::Precision { bits: 0, .. } => return Err(DatapathError::NoPrecision),
                ProductRule::Omitted { bits: n @ 33.., .. } => {
                    return Err(DatapathError::Omitted(n));
                }
                _ => {}
            }
        }
        if let Alignment::Fixed { unit, .. } = self.alignment
            && unit.unsigned_abs() > Alignment::MAX_UNIT.unsigned_abs()
        {
            return Err(DatapathError::Unit(unit));
        }
        match (self.width, self.alignment) {
            (Some(Width { bits: 0, .. }), _) | (Some(_), Alignment::Exact) => {
                return Err(DatapathError::Width);
            }
            _ => {}
        }
        self.check_order()
    }

    fn check_order(&self) -> Result<(), DatapathError> {
        match self.order {
            Order::Sequential { chunk: 0 } | Order::Groups { size: 0, .. } => {
                Err(DatapathError::Empty)
            }
            Order::Sequential { .. } => match (self.normalise, self.join) {
                (Normalise::End, Join::After) => Err(DatapathError::JoinAtEnd),
                _ => Ok(()),
            },
            Order::Tree { fan_in } if !(2..=Order::MAX_FAN_IN).contains(&fan_in) => {
                Err(DatapathError::FanIn(fan_in))
            }
            _ if self.normalise != Normalise::Chunk => Err(DatapathError::Normalise),
            _ => Ok(()),
        }
    }
}
