//! Expressions of the MAU, the matrix registers and the ALU (s. 3.6.9 to 3.6.12).

use super::element::Precision;
use super::operand::{Dest, Input, Mask, MatrixAccess, Side};

/// What a MAU operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MauKind {
    /// `fma`: product plus addend.
    Fma,
    /// `mul`: product.
    Mul,
    /// `add`: sum (vector only).
    Add,
    /// `passa`: copy (vector only).
    Passa,
}

/// Which half of the PEs or rows a double-precision product works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pair {
    /// `u`: PEs, rows 0 and 1.
    Upper,
    /// `d`: PEs, rows 2 and 3.
    Lower,
}

/// A MAU operation (s. 3.6.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mau {
    /// d, f, g (matrix only), h.
    pub precision: Precision,
    /// What is computed.
    pub kind: MauKind,
    /// The matrix, for matrix-vector products.
    pub matrix: Option<Side>,
    /// `u` or `d`: on d forms with a product, and only there.
    pub pair: Option<Pair>,
    /// `r`: the result shortened (d, h).
    pub shorten: bool,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// x, y, z as the form has them, without the matrix.
    pub inputs: Vec<Input>,
    /// Where to.
    pub dests: Vec<Dest>,
}

/// A matrix register write (s. 3.6.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mwrite {
    /// d, f, g, h.
    pub precision: Precision,
    /// What is written.
    pub from: Input,
    /// First row.
    pub to: MatrixAccess,
}

/// A transposed matrix register read (s. 3.6.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mread {
    /// d, f, g, h.
    pub precision: Precision,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// First column.
    pub from: MatrixAccess,
    /// Where to.
    pub dests: Vec<Dest>,
}

/// An ALU operation on elements (table 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AluOp {
    /// `passa`
    Passa,
    /// `inc`
    Inc,
    /// `dec`
    Dec,
    /// `not`
    Not,
    /// `lnot`
    Lnot,
    /// `rsqrt`
    Rsqrt,
    /// `floor`
    Floor,
    /// `ftoi`
    Ftoi,
    /// `bfn`; for half with its mantissa length, 6 to 9.
    Bfn,
    /// `bfe`, half only, with its mantissa length.
    Bfe,
    /// `max`
    Max,
    /// `min`
    Min,
    /// `packbit`
    Packbit,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `add`
    Add,
    /// `sub`
    Sub,
    /// `lsl`
    Lsl,
    /// `lsr`
    Lsr,
    /// `bsl`
    Bsl,
    /// `bsr`
    Bsr,
    /// `relu`, the same as `relu0`
    Relu,
    /// `relu0`
    Relu0,
    /// `relu1`
    Relu1,
    /// `relu2`
    Relu2,
    /// `relu3`
    Relu3,
    /// `lrelud`
    Lrelud,
    /// `lreluo`
    Lreluo,
    /// `ilrelud`
    Ilrelud,
}

impl AluOp {
    /// How many inputs it has (table 3.9).
    #[must_use]
    pub const fn arity(self) -> usize {
        match self {
            Self::Passa | Self::Inc | Self::Dec | Self::Not | Self::Lnot => 1,
            Self::Rsqrt | Self::Floor | Self::Ftoi | Self::Bfn | Self::Bfe => 1,
            _ => 2,
        }
    }
}

/// The type letters of an immediate (s. 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImmediateKind {
    /// `f`: single-precision number.
    F,
    /// `h`: half-precision number, twice.
    H,
    /// `i`: signed 32-bit integer.
    I,
    /// `s`: signed 16-bit integer, twice.
    S,
    /// `ui`: unsigned 32-bit integer.
    Ui,
    /// `us`: unsigned 16-bit integer, twice.
    Us,
}

/// An immediate: its text and the word that it makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Immediate {
    /// The type.
    pub kind: ImmediateKind,
    /// What stands between the quotes.
    pub text: Box<str>,
    /// The single word.
    pub word: u32,
}

/// What an ALU expression does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AluForm {
    /// `zero`
    Zero,
    /// `imm`: the word four times; `immu` (`upper`): in the first and third place, else 0.
    Imm {
        /// `immu`.
        upper: bool,
        /// The payload.
        value: Immediate,
    },
    /// `msl`: each PE gets the long word of PE p-1.
    Msl,
    /// `msr`: each PE gets the long word of PE p+1.
    Msr,
    /// `[u]<precision><op>[/n]`
    Element {
        /// `u`: the unsigned option.
        unsigned: bool,
        /// The precision.
        precision: Precision,
        /// The operation.
        op: AluOp,
        /// `/6` to `/9` of `hbfn`, `hbfe`; else 0.
        bits: u8,
    },
}

/// An ALU expression (s. 3.6.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alu {
    /// What it does.
    pub form: AluForm,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// None, one or two; never negated, `convert` is `Shorten` or nothing.
    pub inputs: Vec<Input>,
    /// Where to.
    pub dests: Vec<Dest>,
}
