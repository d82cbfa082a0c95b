//! MV instruction statements (s. 3.5): transfers among PDM, DRAM and L2BM.

use super::element::Rrn;
use super::pe::Tag;

/// An MV statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mv {
    /// `mvnop`
    Nop,
    /// A transfer.
    Transfer(MvTransfer),
}

/// The operation and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MvTransfer {
    /// The opcode.
    pub op: MvOp,
    /// `n`: size in long words (s. 3.5.3).
    pub size: u32,
    /// `iTT`; `i00` and none are the same (MN-D60).
    pub tag: Option<Tag>,
    /// `p0` to `p3`; no effect on results.
    pub priority: Option<u8>,
    /// `nd`: consecutive 16-LW accesses an entry of the DAR serves.
    pub run: Option<u32>,
    /// First operand.
    pub from: MvOperand,
    /// Second operand.
    pub to: MvOperand,
}

/// An MV opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MvOp {
    /// `mvp`: copy.
    P,
    /// `mvb`: broadcast.
    B,
    /// `mvb2`: broadcast within a group.
    B2,
    /// `mvb4`: broadcast between groups.
    B4,
    /// `mvd`: scatter, gather.
    D,
    /// `mvrOP`: reduction of all L2BM.
    R(Rrn),
    /// `mvr2OP`: reduction within a group.
    R2(Rrn),
    /// `mvr4OP`: reduction between groups.
    R4(Rrn),
}

/// An operand of an MV statement, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MvOperand {
    /// `$pA[@g]`
    Pdm {
        /// Address in long words.
        address: u32,
        /// The group.
        group: Option<u8>,
    },
    /// `$dA[@g]`
    Dram {
        /// Address in long words.
        address: u32,
        /// The group.
        group: Option<u8>,
    },
    /// `$diM[@g]`: DRAM through the DAR.
    Indirect {
        /// First DAR entry.
        entry: u16,
        /// The group.
        group: Option<u8>,
    },
    /// `$lcA[@g.l | @g | @.l]`
    L2bm {
        /// Address in long words.
        address: u16,
        /// The group.
        group: Option<u8>,
        /// The L2B.
        l2b: Option<u8>,
    },
}
