//! Instructions: a row, and a word with the free fields.

use super::Scalar;
use super::form::Field;
use super::row::{Row, ones};
use std::fmt;

/// An instruction: a row, and its word, in which the free fields are chosen.
#[derive(Clone, Copy)]
pub struct Instruction {
    pub(super) row: &'static Row,
    pub(super) word: u64,
}

/// Why a word is no instruction (TILE-D13), or why fields make none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Illegal(pub String);

impl Instruction {
    /// What is said of it.
    #[must_use]
    pub const fn row(&self) -> &'static Row {
        self.row
    }

    /// What it does.
    #[must_use]
    pub const fn action(&self) -> super::Action {
        self.row.action
    }

    /// Its word.
    #[must_use]
    pub const fn word(&self) -> u64 {
        self.word
    }

    /// The value of a field; 0 where the form has none of this name.
    #[must_use]
    pub fn field(&self, field: Field) -> u64 {
        self.row.form.place(field).map_or(0, |(low, width)| self.word >> low & ones(width))
    }

    /// Whether a field is not 0.
    #[must_use]
    pub fn flag(&self, field: Field) -> bool {
        self.field(field) != 0
    }

    /// Whether an atomic or an arrival gives the old value back.
    #[must_use]
    pub fn returns(&self) -> bool {
        self.flag(Field::Return)
    }

    /// What source 1 is (TILE-D50, D59); of moves what stands beside the tile (TILE-D60).
    #[must_use]
    pub fn scalar(&self) -> Scalar {
        use super::{Action, Scalar as S};
        let moves = matches!(self.row.action, Action::MoveIn | Action::MoveOut);
        match (moves, self.field(Field::Src1Type)) {
            (false, 0) => S::Tile,
            (false, 1) | (true, 0) => S::Integer,
            (false, 2) | (true, 1) => S::Float,
            (true, 2) => S::Vector,
            _ => S::Immediate,
        }
    }

    /// The immediate of a function: `imm_hi` above `src1` (TILE-D09).
    #[must_use]
    pub fn immediate(&self) -> u32 {
        let imm = self.field(Field::ImmHi) << 8 | self.field(Field::Src1);
        u32::try_from(imm).unwrap_or(u32::MAX)
    }
}

impl PartialEq for Instruction {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Instruction {}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.row.mnemonic, self.word)
    }
}
