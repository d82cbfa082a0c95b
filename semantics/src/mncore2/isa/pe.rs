//! PE instruction statements (s. 3.6): one step is a line of expressions.

use super::compute::{Alu, Mau, Mread, Mwrite};
use super::operand::{Dest, Input, Mask};
use super::transfer::{Down, L2bm, Up};

/// A tag `i00` to `iff`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u8);

/// A PE instruction statement: expressions issued together, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// At least one.
    pub exprs: Vec<Expr>,
}

/// One expression of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// `nop/n`: n steps that do nothing.
    Nop(u32),
    /// `noforward`: forwarding and turnaround registers keep their values.
    Noforward,
    /// `wait iTT`
    Wait(Tag),
    /// Between L2BM and L1BM, and to the DAR.
    L2bm(L2bm),
    /// From L1BM to PEs.
    Down(Down),
    /// From PEs to L1BM.
    Up(Up),
    /// A MAU operation.
    Mau(Mau),
    /// A matrix register write.
    Mwrite(Mwrite),
    /// A transposed matrix register read.
    Mread(Mread),
    /// An ALU operation.
    Alu(Alu),
}

impl Expr {
    /// The inputs from the PE.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        match self {
            Self::Up(up) => std::slice::from_ref(&up.from),
            Self::Mau(mau) => &mau.inputs,
            Self::Mwrite(write) => std::slice::from_ref(&write.from),
            Self::Alu(alu) => &alu.inputs,
            _ => &[],
        }
    }

    /// The outputs to the PE.
    #[must_use]
    pub fn dests(&self) -> &[Dest] {
        match self {
            Self::Down(down) => &down.dests,
            Self::Mau(mau) => &mau.dests,
            Self::Mread(read) => &read.dests,
            Self::Alu(alu) => &alu.dests,
            _ => &[],
        }
    }

    /// The inputs, to be written otherwise.
    pub(crate) fn inputs_mut(&mut self) -> &mut [Input] {
        match self {
            Self::Up(up) => std::slice::from_mut(&mut up.from),
            Self::Mau(mau) => &mut mau.inputs,
            Self::Mwrite(write) => std::slice::from_mut(&mut write.from),
            Self::Alu(alu) => &mut alu.inputs,
            _ => &mut [],
        }
    }

    /// The outputs, to be written otherwise.
    pub(crate) fn dests_mut(&mut self) -> &mut [Dest] {
        match self {
            Self::Down(down) => &mut down.dests,
            Self::Mau(mau) => &mut mau.dests,
            Self::Mread(read) => &mut read.dests,
            Self::Alu(alu) => &mut alu.dests,
            _ => &mut [],
        }
    }

    /// The zero flush.
    #[must_use]
    pub const fn flush(&self) -> Option<&Mask> {
        match self {
            Self::Down(down) => down.flush.as_ref(),
            Self::Mau(mau) => mau.flush.as_ref(),
            Self::Mread(read) => read.flush.as_ref(),
            Self::Alu(alu) => alu.flush.as_ref(),
            _ => None,
        }
    }
}
