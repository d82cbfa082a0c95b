//! What a host can be told.

use crate::pod::Fault;
use crate::pod::isa::Slot;
use crate::source::{Errors, Refusal};
use std::fmt;

/// Why something was not done.
#[derive(Debug)]
pub enum HostError {
    /// A text that cannot be assembled.
    Assembly(Errors),
    /// A packet that cannot be executed: the line of the instruction, from 1; 0 where there is none.
    Fault {
        /// The line.
        line: u32,
        /// What is wrong.
        fault: Fault,
    },
    /// What is not there.
    Refused(Refusal),
}

impl HostError {
    pub(super) const fn fault(fault: Fault) -> Self {
        Self::Fault { line: 0, fault }
    }

    /// With the line of a slot's instruction.
    pub(in crate::pod) fn at(self, line: impl Fn(Slot) -> u32) -> Self {
        match self {
            Self::Fault { fault, .. } => Self::Fault { line: line(fault.slot), fault },
            other => other,
        }
    }
}

impl From<Errors> for HostError {
    fn from(errors: Errors) -> Self {
        Self::Assembly(errors)
    }
}

impl From<Refusal> for HostError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assembly(errors) => errors.fmt(f),
            Self::Fault { line: 0, fault } => fault.fmt(f),
            Self::Fault { line, fault } => write!(f, "line {line}: {fault}"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for HostError {}
