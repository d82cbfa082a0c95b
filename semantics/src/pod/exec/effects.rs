//! What a packet did beside changing the state, and why it could not.

use std::fmt;

use crate::pod::isa::Slot;

/// What the memory model, the counters and the reader of warnings want to know of a packet. Made once and used again.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// How many PEs were active.
    pub active: u32,
    /// What is allowed and seldom meant.
    pub warnings: Warnings,
    /// Accesses to system memory.
    pub accesses: Vec<Access>,
    /// The most bytes that one PE sent to its neighbour by `xferblk`.
    pub block_bytes: u64,
}

impl Effects {
    /// Nothing happened.
    pub fn clear(&mut self) {
        self.active = 0;
        self.warnings = Warnings::default();
        self.accesses.clear();
        self.block_bytes = 0;
    }
}

/// An access of an active PE to system memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which PE.
    pub pe: u16,
    /// The first byte.
    pub address: u64,
    /// How many bytes; never 0.
    pub bytes: u64,
    /// To system memory.
    pub write: bool,
    /// Of a `copyblk`; where the side of system memory is strided, one access a block.
    pub block: bool,
}

/// A kind of warning: each counts once a packet (POD-D87).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Warning {
    /// Two writers of a register (POD-D05).
    DoubleWrite,
    /// Several writers of the data return buffer (POD-D22).
    Buffer,
    /// More masks pushed than there are bits, or popped than pushed (POD-D24).
    MaskDepth,
    /// A block transfer writes bytes that it reads (POD-D51).
    Overlap,
    /// Transfers in different directions (POD-D74).
    Directions,
}

impl Warning {
    /// All.
    pub const ALL: [Self; 5] =
        [Self::DoubleWrite, Self::Buffer, Self::MaskDepth, Self::Overlap, Self::Directions];

    /// Its decision.
    #[must_use]
    pub const fn decision(self) -> &'static str {
        match self {
            Self::DoubleWrite => "POD-D05",
            Self::Buffer => "POD-D22",
            Self::MaskDepth => "POD-D24",
            Self::Overlap => "POD-D51",
            Self::Directions => "POD-D74",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleWrite => "a register is written twice in a packet",
            Self::Buffer => "several PEs write the data return buffer",
            Self::MaskDepth => "masks are pushed deeper than 63 levels, or popped below the first",
            Self::Overlap => "a block transfer writes bytes that are read by it",
            Self::Directions => "transfers of a packet go in different directions",
        })
    }
}

/// A set of kinds of warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings(u8);

impl Warnings {
    /// Takes a kind.
    pub const fn insert(&mut self, warning: Warning) {
        self.0 |= 1 << warning as u8;
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is one of a kind.
    #[must_use]
    pub const fn contains(self, warning: Warning) -> bool {
        self.0 >> warning as u8 & 1 == 1
    }

    /// How many kinds.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Its kinds.
    pub fn iter(self) -> impl Iterator<Item = Warning> {
        Warning::ALL.into_iter().filter(move |warning| self.contains(*warning))
    }
}

/// Why a packet cannot be executed; of several errors that of the lowest slot, then of the lowest PE (POD-D73).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The slot.
    pub slot: Slot,
    /// The PE.
    pub pe: usize,
    /// What was found, and what would be right.
    pub what: String,
}

/// The errors at run time (POD-D72), and what no machine of ours can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A byte outside of an SRAM.
    LocalRange,
    /// A row or column outside of the array.
    PeRange,
    /// More blocks, bytes or memory than is simulated.
    Limit,
}

impl FaultKind {
    /// As case files name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LocalRange => "local-range",
            Self::PeRange => "pe-range",
            Self::Limit => "limit",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, slot, pe, what } = self;
        write!(f, "{}: slot {slot:?}, PE {pe}: {what}", kind.name())
    }
}

impl std::error::Error for Fault {}
