//! What can be said: words of 64 bits (Tile, s. 2.1, 2.2).
//!
//! [`rows`] lists every instruction once: its name, its form with the fields that have one value, what it does, and where
//! that is said. Decoder, encoder, assembler, disassembler, messages and the page of instructions hang on it.

mod action;
mod codec;
mod form;
mod instruction;
mod list;
mod row;
mod rules;

pub use action::{
    Action, Addressing, AtomicKind, AtomicOperation, BlockKind, CopyKind, CsrAccess, Scalar, Scope,
    SemaphoreAction, Space, Wait,
};
pub use form::{Field, Form, OPCODE};

pub use instruction::{Illegal, Instruction};
pub use list::rows;

use crate::tile::element::Element;
use Element::{
    Bf16, E4m3, E5m2, F16, F32, MxE2m1, MxE2m3, MxE3m2, MxE4m3, MxE5m2, MxInt4, MxInt8, S4, S8,
    S32, Tf32, U4, U8,
};
pub use row::{RESERVED, Row, Standing};

// The 29 matrix products (Tile, s. 2.2; TILE-D33).

/// The elements of A, B and D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Those of A.
    pub a: Element,
    /// Those of B.
    pub b: Element,
    /// Those of D.
    pub d: Element,
}

const fn of(a: Element, b: Element, d: Element) -> Kind {
    Kind { a, b, d }
}

/// The kinds by the number that `mmauop` has for them.
pub const KINDS: [Kind; 29] = [
    of(Tf32, Tf32, F32),
    of(Bf16, Bf16, F32),
    of(F16, F16, F32),
    of(E4m3, E4m3, F32),
    of(E5m2, E5m2, F32),
    of(F16, F16, F16),
    of(Bf16, Bf16, Bf16),
    of(E4m3, E4m3, F16),
    of(E4m3, E5m2, F16),
    of(E5m2, E4m3, F16),
    of(E5m2, E5m2, F16),
    of(U8, U8, S32),
    of(S8, S8, S32),
    of(U4, U4, S32),
    of(S4, S4, S32),
    of(U8, U4, S32),
    of(S8, S4, S32),
    of(MxInt8, MxInt8, F32),
    of(MxInt4, MxInt4, F32),
    of(MxInt8, MxInt4, F32),
    of(MxE3m2, MxE3m2, F32),
    of(MxE3m2, MxE2m3, F32),
    of(MxE2m3, MxE3m2, F32),
    of(MxE2m3, MxE2m3, F32),
    of(MxE2m1, MxE2m1, F32),
    of(MxE4m3, MxE4m3, F32),
    of(MxE4m3, MxE5m2, F32),
    of(MxE5m2, MxE4m3, F32),
    of(MxE5m2, MxE5m2, F32),
];

impl Kind {
    /// Whether A or B may be read transposed: elements of 8 bits without scales (TILE-D39).
    #[must_use]
    pub const fn may_transpose(self) -> bool {
        self.a.width() == 8 && self.b.width() == 8 && !self.a.is_block()
    }

    /// Elements of K that are added before D is rounded (Tile, s. 1.5; TILE-D34).
    #[must_use]
    pub const fn slice(self) -> usize {
        if self.a.is_block() {
            return 32;
        }
        let (a, b) = (self.a.width(), self.b.width());
        256 / if a > b { a } else { b }
    }
}

// What TALU computes (Tile, s. 2.2; TILE-D52 to D57).

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// SGMD: `1 / (1 + e^-x)`.
    Sigmoid,
    /// SIN, in radians.
    Sine,
    /// COS.
    Cosine,
    /// EXP2: `2^x`.
    Exp2,
    /// LOG2.
    Log2,
    /// EXP: `e^x`.
    Exp,
    /// RCP: `1 / x`.
    Reciprocal,
    /// SQRT.
    SquareRoot,
    /// RSQRT: `1 / sqrt(x)`.
    ReciprocalRoot,
    /// TANH.
    Tanh,
}

impl Special {
    /// All, by their rows in the code table.
    pub const ALL: [Self; 10] = [
        Self::Sigmoid,
        Self::Sine,
        Self::Cosine,
        Self::Exp2,
        Self::Log2,
        Self::Exp,
        Self::Reciprocal,
        Self::SquareRoot,
        Self::ReciprocalRoot,
        Self::Tanh,
    ];
}

/// Arithmetic of two or three sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `a + b`.
    Add,
    /// `a b`.
    Multiply,
    /// The lesser number (TILE-D55).
    Minimum,
    /// The greater number.
    Maximum,
    /// `a b + c`, rounded once.
    Fused,
}

/// A transpose: the size of elements, and the matrix that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transpose {
    /// Bytes of an element.
    pub size: usize,
    /// Rows of the matrix that is read.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
}

/// The five transposes by their row in the code table.
pub const TRANSPOSES: [Transpose; 5] = [
    Transpose { size: 1, rows: 32, columns: 32 },
    Transpose { size: 2, rows: 16, columns: 32 },
    Transpose { size: 2, rows: 32, columns: 16 },
    Transpose { size: 4, rows: 8, columns: 32 },
    Transpose { size: 4, rows: 32, columns: 8 },
];
