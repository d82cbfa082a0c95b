//! What stops a program (TILE-D81).

use super::isa::{Illegal, Space};
use crate::machine::{STEP_LIMIT, done};
use std::fmt;

/// The kinds of errors, as case files name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// What is reserved.
    Illegal,
    /// An address that is no multiple of what it must be one of.
    Misaligned,
    /// An access that leaves its memory.
    AddressRange,
    /// A count of a barrier word that leaves its range.
    BarrierWord,
    /// A semaphore that would be above 2^32-1.
    SemaphoreRange,
    /// A barrier whose warps don't agree on their number, or of none.
    BarrierCount,
    /// A wait that nobody can end.
    Deadlock,
    /// More than this model takes.
    TooLarge,
    /// A function's value that is not decided in 1024 bits.
    Undecided,
    /// More instructions than the limit.
    StepLimit,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Illegal,
        Self::Misaligned,
        Self::AddressRange,
        Self::BarrierWord,
        Self::SemaphoreRange,
        Self::BarrierCount,
        Self::Deadlock,
        Self::TooLarge,
        Self::Undecided,
        Self::StepLimit,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "Illegal",
            Self::Misaligned => "Misaligned",
            Self::AddressRange => "AddressRange",
            Self::BarrierWord => "BarrierWord",
            Self::SemaphoreRange => "SemaphoreRange",
            Self::BarrierCount => "BarrierCount",
            Self::Deadlock => "Deadlock",
            Self::TooLarge => "TooLarge",
            Self::Undecided => "Undecided",
            Self::StepLimit => STEP_LIMIT,
        }
    }
}

/// An instruction that cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {what}")]
pub struct Fault {
    /// The kind.
    pub kind: Kind,
    /// What happened, and what would be right.
    pub what: String,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Illegal> for Fault {
    fn from(illegal: Illegal) -> Self {
        Self::illegal(illegal.0)
    }
}

impl Fault {
    pub(crate) fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into() }
    }

    /// What is reserved.
    pub(crate) fn illegal(what: impl Into<String>) -> Self {
        Self::new(Kind::Illegal, what)
    }

    /// So many bytes from there on, which may lie anywhere, in a memory of this size.
    pub(crate) fn address_range(space: Space, begin: i128, bytes: u128, size: u128) -> Self {
        let sign = if begin < 0 { "-" } else { "" };
        let (at, name) = (begin.unsigned_abs(), name(space));
        let what =
            format!("{bytes} bytes at {sign}{at:#x} are outside of the {name}: it has {size:#x}");
        Self::new(Kind::AddressRange, what)
    }

    /// An address that is no multiple of this.
    pub(crate) fn misaligned(space: Space, begin: u64, alignment: u64) -> Self {
        let name = name(space);
        let what = format!("address {begin:#x} of the {name} is no multiple of {alignment}");
        Self::new(Kind::Misaligned, what)
    }

    /// More instructions than the limit.
    pub(crate) fn step_limit(most: u64) -> Self {
        Self::new(Kind::StepLimit, done(most))
    }

    /// A count of a barrier word.
    pub(crate) fn barrier_word(what: impl Into<String>) -> Self {
        Self::new(Kind::BarrierWord, what)
    }

    /// The number of a PE that the cluster does not have.
    pub(crate) fn no_such_pe(pe: u8) -> Self {
        Self::new(Kind::AddressRange, format!("there is no PE {pe}; a cluster has PEs 0 to 3"))
    }

    /// More bytes than this model moves in one instruction.
    pub(crate) fn too_large(bytes: u128, most: u128) -> Self {
        Self::new(
            Kind::TooLarge,
            format!("{bytes} bytes are moved; this model moves {most} at most"),
        )
    }
}

const fn name(space: Space) -> &'static str {
    match space {
        Space::Global => "global memory",
        Space::Shared => "shared memory",
    }
}
