//! Words and instructions.

use super::form::Field;
use super::row::{Row, ones, rows};
use super::{Scalar, rules};
use std::fmt;
use std::sync::LazyLock;

/// An instruction: a row, and its word, in which the free fields are chosen.
#[derive(Clone, Copy)]
pub struct Instruction {
    row: &'static Row,
    word: u64,
}

/// Why a word is no instruction (TILE-D13), or why fields make none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Illegal(pub String);

impl Instruction {
    /// The instruction of a word.
    ///
    /// # Errors
    /// [`Illegal`] for every word that the tables and rules leave reserved, as far as the word tells: what `tcsr` makes of
    /// it shows when it runs, and the extension (TILE-D49) is an instruction here.
    pub fn decode(word: u64) -> Result<Self, Illegal> {
        let candidates = bucket(word);
        let found = candidates.iter().map(|at| &rows()[usize::from(*at)]);
        let row = found.clone().find(|row| word & row.mask() == row.word());
        let Some(row) = row else {
            return Err(unknown(word, found.min_by_key(|r| wrong(r, word))));
        };
        let instruction = Self { row, word };
        rules::check(&instruction)?;
        Ok(instruction)
    }

    /// The instruction of a row with these values in its free fields, 0 in the others.
    ///
    /// # Errors
    /// [`Illegal`] where a field is not free or too small for its value, and where the word is reserved.
    pub fn encode(row: &'static Row, fields: &[(Field, u64)]) -> Result<Self, Illegal> {
        let mut word = row.word();
        for &(field, value) in fields {
            let Some((low, width)) = row.form.place(field) else {
                return Err(Illegal(format!("{} has no field `{field}`", row.mnemonic)));
            };
            if value > ones(width) {
                let most = ones(width);
                return Err(Illegal(format!("`{field}` cannot be {value}: it is at most {most}")));
            }
            let bits = ones(width) << low;
            if row.mask() & bits & (row.word() ^ (value << low)) != 0 {
                return Err(Illegal(format!("`{field}` of {} cannot be {value}", row.mnemonic)));
            }
            word = word & !bits | value << low;
        }
        let instruction = Self { row, word };
        rules::check(&instruction)?;
        Ok(instruction)
    }

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

/// Bits 7 to 17 choose the instruction, up to fields that are 0.
const KEY: (u32, u32) = (7, 11);

fn key(word: u64) -> usize {
    usize::try_from(word >> KEY.0 & ones(KEY.1)).unwrap_or(0)
}

/// The rows that these bits leave.
fn bucket(word: u64) -> &'static [u16] {
    static BUCKETS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
        let mut buckets = vec![Vec::new(); 1 << KEY.1];
        for (at, row) in (0..).zip(rows()) {
            for (key, bucket) in buckets.iter_mut().enumerate() {
                let bits = (key as u64) << KEY.0;
                if (bits ^ row.word()) & row.mask() & ones(KEY.1) << KEY.0 == 0 {
                    bucket.push(at);
                }
            }
        }
        buckets
    });
    &BUCKETS[key(word)]
}

/// How many fields of a word are not as the row has them.
fn wrong(row: &Row, word: u64) -> u32 {
    (word & row.mask() ^ row.word()).count_ones()
}

fn unknown(word: u64, near: Option<&Row>) -> Illegal {
    let opcode = word & ones(7);
    if opcode != super::OPCODE {
        return Illegal(format!("opcode is {opcode:#04x}; right is {:#04x}", super::OPCODE));
    }
    let Some(row) = near else { return Illegal(reserved(word)) };
    for &(field, right) in row.fixed() {
        let Some((low, width)) = row.form.place(field) else { continue };
        let value = word >> low & ones(width);
        if value != right {
            return Illegal(format!("`{field}` of {} is {value}; right is {right}", row.mnemonic));
        }
    }
    let bits = row.form.bits();
    Illegal(format!("bits {bits} to 63 of {} are {:#x}; right is 0", row.mnemonic, word >> bits))
}

fn reserved(word: u64) -> String {
    let part = |low: u32, width: u32| word >> low & ones(width);
    match part(7, 3) {
        tuop @ (0 | 1) => format!("tuop {tuop} with memuop {} is reserved", part(10, 6)),
        2 => format!("ctrluop {} with code {} is reserved", part(10, 3), part(13, 2)),
        3 => format!("mmauop {} is reserved", part(10, 5)),
        4 => format!("vecuop1 {} with vecuop2 {} is reserved", part(10, 2), part(12, 6)),
        tuop => format!("tuop {tuop} is reserved"),
    }
}
