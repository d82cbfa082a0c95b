//! The elements of the tree.

/// An element of the tree above the PE, by its number in the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A group: PDM, DRAM, DAR and DARBUF.
    Group(u8),
    /// An L2B.
    L2b(u8),
    /// An L1B with its turnaround register.
    L1b(u8),
    /// A MAB with its four PEs, which matrix and block operations couple.
    Mab(u16),
}
