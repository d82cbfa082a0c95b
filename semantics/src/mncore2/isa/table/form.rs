//! What a row is about, without its prose.

use super::{MvKind, Place};
use crate::mncore2::isa::{AluOp, MauKind, Precision, RrnOp, Width};

/// What a row is about, in terms of the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `#`
    Comment,
    /// `quit`
    Quit,
    /// `d get`
    Get,
    /// `d set`
    Set,
    /// `mask`
    Mask,
    /// `mvnop`
    MvNop,
    /// A transfer between these places.
    Mv {
        /// The opcode without its operation.
        kind: MvKind,
        /// Places of the two operands.
        places: [Place; 2],
        /// Long words of a unit on each side; the alignment of the addresses (s. 3.5.3).
        units: [u32; 2],
    },
    /// An operation of the reduction networks.
    Rrn(RrnOp),
    /// An L2BM expression.
    L2bm {
        /// The opcode and direction.
        kind: L2bmKind,
        /// Alignments of the two addresses.
        units: [u32; 2],
    },
    /// An L1BM expression.
    L1bm {
        /// The opcode.
        kind: L1bmKind,
        /// From PEs to L1BM.
        up: bool,
        /// Two long words a PE and cycle.
        double: bool,
        /// Alignment of the address.
        unit: u32,
    },
    /// A MAU operation.
    Mau {
        /// The precision.
        precision: Precision,
        /// The operation.
        kind: MauKind,
        /// Whether it takes a matrix.
        matrix: bool,
        /// What may follow the name: half of a double product, `r`.
        suffixes: &'static [&'static str],
    },
    /// A matrix register write with this width of the matrix operand.
    Mwrite(Precision, Width),
    /// A transposed read.
    Mread(Precision),
    /// `zero`
    Zero,
    /// `imm`
    Imm,
    /// `immu`
    Immu,
    /// `msl`
    Msl,
    /// `msr`
    Msr,
    /// An ALU operation on elements.
    Alu {
        /// The operation.
        op: AluOp,
        /// Its name without letters.
        name: &'static str,
        /// The precision letters with which it takes the unsigned option.
        unsigned: &'static str,
    },
    /// `nop`
    Nop,
    /// `noforward`
    Noforward,
    /// `wait`
    Wait,
    /// A kind of operand.
    Operand(Kind),
}

/// An L2BM expression without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum L2bmKind {
    /// `l2bmb`
    Broadcast,
    /// `l2bmb2`
    Broadcast2,
    /// `l2bmd` to L1BM
    Distribute,
    /// `l2bm@b`
    Transfer,
    /// `l2bmrOP`
    Reduce,
    /// `l2bmr2OP`
    Reduce2,
    /// `l2bmd` to L2BM
    Gather,
    /// `l2bmi`
    Multicast,
    /// `l2bmdars`
    Dars,
    /// `l2bmdarw`
    Darw,
}

/// An L1BM expression without its direction and operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum L1bmKind {
    /// `l1bmp`
    P,
    /// `l1bmm`
    M,
    /// `l1bmm4`
    M4,
    /// `l1bmrOP`
    R,
    /// `l1bmr4OP`
    R4,
    /// `l1bmd`
    D,
}

/// A kind of operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// LM0 and its base address register.
    Lm0,
    /// LM1 and its base address register.
    Lm1,
    /// GRF0
    Grf0,
    /// GRF1
    Grf1,
    /// T
    T,
    /// Mask registers as outputs.
    Omr,
    /// Matrix registers.
    Matrix,
    /// Forwarding registers.
    Forward,
    /// `$nowrite`
    Nowrite,
    /// Constants.
    Constant,
}
