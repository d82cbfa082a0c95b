//! What can be said in MN-Core 2 assembly: typed statements, no strings.

mod compute;
mod control;
mod element;
mod mv;
mod operand;
mod pe;
pub mod size;
pub mod table;
mod transfer;

pub use compute::*;
pub use control::*;
pub use element::*;
pub use mv::*;
pub use operand::*;
pub use pe::*;
pub use transfer::*;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// `quit`: the end of the program.
    Quit,
    /// `d get`
    Get(Get),
    /// `d set`
    Set(Box<Set>),
    /// `mask`
    Mask(MaskSetting),
    /// An MV statement.
    Mv(Mv),
    /// A PE statement.
    Step(Step),
    /// An `r` line of assembled text.
    Load(Box<DramLoad>),
    /// A `c` line of assembled text.
    Host(Box<HostCopy>),
}
