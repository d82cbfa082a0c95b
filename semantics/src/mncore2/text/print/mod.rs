//! Statements -> canonical text: decimal numbers, single blanks, `; ` between expressions.

mod control;
mod operand;
mod step;
use crate::mncore2::isa::table::{Opcode, word_of};
use crate::mncore2::isa::{Mv, MvOperand, MvTransfer, Tag};
use core::fmt::{self, Display, Formatter};

impl Display for Mv {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nop => f.write_str(word_of(Opcode::MvNop)),
            Self::Transfer(transfer) => transfer.fmt(f),
        }
    }
}

impl Display for MvTransfer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/n{}", word_of(Opcode::Mv(self.op)), self.size)?;
        if let Some(tag) = self.tag {
            tag.fmt(f)?;
        }
        if let Some(priority) = self.priority {
            write!(f, "p{priority}")?;
        }
        if let Some(run) = self.run {
            write!(f, "nd{run}")?;
        }
        write!(f, " {} {}", self.from, self.to)
    }
}

impl Display for Tag {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "i{:02x}", self.0)
    }
}

impl Display for MvOperand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (group, l2b) = match *self {
            Self::Pdm { address, group } => {
                write!(f, "$p{address}")?;
                (group, None)
            }
            Self::Dram { address, group } => {
                write!(f, "$d{address}")?;
                (group, None)
            }
            Self::Indirect { entry, group } => {
                write!(f, "$di{entry}")?;
                (group, None)
            }
            Self::L2bm { address, group, l2b } => {
                write!(f, "$lc{address}")?;
                (group, l2b)
            }
        };
        match (group, l2b) {
            (None, None) => Ok(()),
            (Some(g), None) => write!(f, "@{g}"),
            (None, Some(l)) => write!(f, "@.{l}"),
            (Some(g), Some(l)) => write!(f, "@{g}.{l}"),
        }
    }
}
