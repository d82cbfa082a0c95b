//! Why a run ends early.

use super::Element;
use std::fmt;

/// Why a run ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The language has no such statement.
    Illegal(String),
    /// An address or a count beyond the end of a memory.
    Range(String),
    /// An element that the scope leaves out is needed.
    OutsideScope(Element),
    /// `d get` with a block type met a block whose exponents differ (s. 3.4.3, 4.4).
    InvalidBlock(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(what) => write!(f, "no such statement: {what}"),
            Self::Range(what) => write!(f, "out of range: {what}"),
            Self::OutsideScope(element) => write!(f, "outside of the scope: {element:?}"),
            Self::InvalidBlock(what) => write!(f, "invalid block: {what}"),
        }
    }
}

/// Shorthand for a [`Stop::Illegal`].
pub(super) fn illegal<T>(what: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Illegal(what.into()))
}
