//! What a host can be told.

use crate::pod::Fault;
use crate::pod::isa::Slot;
use crate::source::{Errors, Refusal};
use std::fmt;

/// Why something was not done.
#[derive(Debug)]
#[non_exhaustive]
pub enum HostError {
    /// A text that cannot be assembled.
    Assembly(Errors),
    /// A packet that cannot be executed: the line of the instruction, from 1; 0 where there is none.
    Fault {
        /// The line.
        line: u32,
        /// The packet, from 0.
        packet: u64,
        /// What is wrong.
        fault: Fault,
    },
    /// What is not there.
    Refused(Refusal),
}

impl HostError {
    pub(super) const fn fault(packet: u64, fault: Fault) -> Self {
        Self::Fault { line: 0, packet, fault }
    }

    /// With the line of a slot's instruction.
    pub(in crate::pod) fn at(self, line: impl Fn(Slot) -> u32) -> Self {
        match self {
            Self::Fault { fault, packet, .. } => {
                Self::Fault { line: line(fault.slot), packet, fault }
            }
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
            Self::Fault { line: 0, packet, fault } => write!(f, "packet {packet}: {fault}"),
            Self::Fault { line, packet, fault } => {
                write!(f, "line {line}, packet {packet}: {fault}")
            }
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for HostError {}
