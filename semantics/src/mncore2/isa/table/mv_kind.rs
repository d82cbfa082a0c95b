//! What rows of MV statements are about.

use crate::mncore2::isa::{MvOp, MvOperand};
use core::fmt;

/// An MV opcode without its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MvKind {
    /// `mvp`
    P,
    /// `mvb`
    B,
    /// `mvb2`
    B2,
    /// `mvb4`
    B4,
    /// `mvd`
    D,
    /// `mvrOP`
    R,
    /// `mvr2OP`
    R2,
    /// `mvr4OP`
    R4,
}

impl MvKind {
    /// The kind of an opcode.
    #[must_use]
    pub const fn of(op: MvOp) -> Self {
        match op {
            MvOp::P => Self::P,
            MvOp::B => Self::B,
            MvOp::B2 => Self::B2,
            MvOp::B4 => Self::B4,
            MvOp::D => Self::D,
            MvOp::R(_) => Self::R,
            MvOp::R2(_) => Self::R2,
            MvOp::R4(_) => Self::R4,
        }
    }
}

/// What an MV operand says about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `$p`
    Pdm,
    /// `$p@g`
    PdmAt,
    /// `$d`, `$di`
    Dram,
    /// `$d@g`, `$di@g`
    DramAt,
    /// `$lc`
    L2bm,
    /// `$lc@.l`
    L2bmOf,
    /// `$lc@g`
    L2bmGroup,
    /// `$lc@g.l`
    L2bmAt,
}

impl Place {
    /// The place of an operand.
    #[must_use]
    pub const fn of(operand: &MvOperand) -> Self {
        match operand {
            MvOperand::Pdm { group: None, .. } => Self::Pdm,
            MvOperand::Pdm { .. } => Self::PdmAt,
            MvOperand::Dram { group: None, .. } | MvOperand::Indirect { group: None, .. } => {
                Self::Dram
            }
            MvOperand::Dram { .. } | MvOperand::Indirect { .. } => Self::DramAt,
            MvOperand::L2bm { group: None, l2b: None, .. } => Self::L2bm,
            MvOperand::L2bm { group: None, .. } => Self::L2bmOf,
            MvOperand::L2bm { l2b: None, .. } => Self::L2bmGroup,
            MvOperand::L2bm { .. } => Self::L2bmAt,
        }
    }
}

impl Place {
    /// The letter of the memory.
    #[must_use]
    pub const fn memory(self) -> char {
        match self {
            Self::Pdm | Self::PdmAt => 'p',
            Self::Dram | Self::DramAt => 'd',
            Self::L2bm | Self::L2bmOf | Self::L2bmGroup | Self::L2bmAt => 'c',
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pdm => "$pA",
            Self::PdmAt => "$pA@g",
            Self::Dram => "$dA",
            Self::DramAt => "$dA@g",
            Self::L2bm => "$lcA",
            Self::L2bmOf => "$lcA@.l",
            Self::L2bmGroup => "$lcA@g",
            Self::L2bmAt => "$lcA@g.l",
        })
    }
}
