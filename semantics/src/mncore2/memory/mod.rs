//! Every memory of the board as long words at a place: what dumps, `d set`, files and code outside
//! go through.

mod access;
mod levels;

pub(crate) use access::{extent, read, read_words, write_alike, write_words};
pub use levels::{Level, Place};

use super::isa::{Bank, Forward, Levels, Side};
use super::state::{
    CYCLES, DAR_ENTRIES, DARBUF_ENTRIES, DRAM_WORDS, GRF_WORDS, L1BM_WORDS, L2BM_WORDS, LANES,
    LM_WORDS, MASK_ENTRIES, MATRIX_ROWS, PDM_WORDS,
};
use std::fmt;

/// A memory or a register file. Its words are numbered from 0; a word has 64 bits or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// PDM of a group.
    Pdm,
    /// DRAM of a group.
    Dram,
    /// DRAM address register of a group: 32-bit entries.
    Dar,
    /// The buffer in front of it: 32-bit entries.
    Darbuf,
    /// L2BM of an L2B.
    L2bm,
    /// L1BM of an L1B.
    L1bm,
    /// Turnaround register of an L1B: word `64*cycle + k`, k in the order of L1BM addresses.
    Turnaround,
    /// Physical rows of a matrix register's side: word `4*row + j`.
    Matrix(Side),
    /// LM0, LM1, GRF0, GRF1 of a PE, in long words: half of the address in a program.
    Bank(Bank),
    /// T of a PE: word `2*cycle`, its LSB side `2*cycle + 1`.
    T,
    /// Mask register of a PE: word `4*entry + cycle` has the four bits of the word direction. Entry 0
    /// is all ones.
    Mask,
    /// Base address register of LM0 or LM1 of a PE: one word of 12 bits.
    Bar(Bank),
    /// A forwarding register of a PE: word `2*cycle`, its LSB side `2*cycle + 1`.
    Forward(Forward),
}

impl Store {
    /// All that have words.
    pub const ALL: [Self; 21] = [
        Self::Pdm,
        Self::Dram,
        Self::Dar,
        Self::Darbuf,
        Self::L2bm,
        Self::L1bm,
        Self::Turnaround,
        Self::Matrix(Side::X),
        Self::Matrix(Side::Y),
        Self::Bank(Bank::Lm0),
        Self::Bank(Bank::Lm1),
        Self::Bank(Bank::Grf0),
        Self::Bank(Bank::Grf1),
        Self::T,
        Self::Mask,
        Self::Bar(Bank::Lm0),
        Self::Bar(Bank::Lm1),
        Self::Forward(Forward::Mau),
        Self::Forward(Forward::Alu),
        Self::Forward(Forward::Mread),
        Self::Forward(Forward::L1bm),
    ];

    /// How many words it has; none: there is no such memory (the base address register of a GRF).
    #[must_use]
    pub const fn words(self) -> usize {
        match self {
            Self::Pdm => PDM_WORDS,
            Self::Dram => DRAM_WORDS,
            Self::Dar => DAR_ENTRIES,
            Self::Darbuf => DARBUF_ENTRIES,
            Self::L2bm => L2BM_WORDS,
            Self::L1bm => L1BM_WORDS,
            Self::Turnaround => CYCLES * LANES,
            Self::Matrix(_) => MATRIX_ROWS * 4,
            Self::Bank(Bank::Lm0 | Bank::Lm1) => LM_WORDS,
            Self::Bank(Bank::Grf0 | Bank::Grf1) => GRF_WORDS,
            Self::T | Self::Forward(_) => 2 * CYCLES,
            Self::Mask => MASK_ENTRIES * CYCLES,
            Self::Bar(bank) => bank.is_lm() as usize,
        }
    }

    /// Bits of a word.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Dar | Self::Darbuf => 32,
            Self::Bar(_) => 12,
            Self::Mask => 4,
            _ => 64,
        }
    }

    /// The level of the tree whose elements have it.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::Pdm | Self::Dram | Self::Dar | Self::Darbuf => Level::Group,
            Self::L2bm => Level::L2b,
            Self::L1bm | Self::Turnaround => Level::L1b,
            Self::Matrix(_) => Level::Mab,
            _ => Level::Pe,
        }
    }

    /// The elements that have it among those named, in the order of dumps: n, c, b, m, p, the last
    /// fastest. Levels below its own have no effect.
    ///
    /// ```
    /// use semantics::mncore2::{Level, Store, isa::Levels};
    /// let levels = Levels { group: Some(1), l1b: Some(5), ..Levels::default() };
    /// let names: Vec<String> = Store::L1bm.places(&levels).map(|p| p.name(Level::L1b)).collect();
    /// assert_eq!(names, ["n1c0b5", "n1c1b5"]);
    /// ```
    pub fn places(self, levels: &Levels) -> impl Iterator<Item = Place> + use<> {
        levels::places(levels, self.level())
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pdm => "PDM",
            Self::Dram => "DRAM",
            Self::Dar => "DAR",
            Self::Darbuf => "DARBUF",
            Self::L2bm => "L2BM",
            Self::L1bm => "L1BM",
            Self::Turnaround => "turnaround register",
            Self::Matrix(Side::X) => "matrix register x",
            Self::Matrix(Side::Y) => "matrix register y",
            Self::Bank(Bank::Lm0) => "LM0",
            Self::Bank(Bank::Lm1) => "LM1",
            Self::Bank(Bank::Grf0) => "GRF0",
            Self::Bank(Bank::Grf1) => "GRF1",
            Self::T => "T",
            Self::Mask => "mask register",
            Self::Bar(Bank::Lm0) => "base address register of LM0",
            Self::Bar(Bank::Lm1) => "base address register of LM1",
            Self::Bar(_) => "base address register of a GRF",
            Self::Forward(Forward::Mau) => "MAU forwarding register",
            Self::Forward(Forward::Alu) => "ALU forwarding register",
            Self::Forward(Forward::Mread) => "transposed read forwarding register",
            Self::Forward(Forward::L1bm) => "L1BM forwarding register",
        })
    }
}

/// A word that cannot be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// No such element of the tree.
    #[error("there is no {level} {number}; right: 0 to {}", level.size() - 1)]
    Place {
        /// The level.
        level: Level,
        /// The number asked for.
        number: u8,
    },
    /// Words behind the end.
    #[error(
        "{count} words from word {address} on reach over the end of the {store}, which has {}",
        store.words()
    )]
    Address {
        /// The memory.
        store: Store,
        /// The first word.
        address: usize,
        /// Words asked for.
        count: usize,
    },
    /// A value with bits that its word does not have.
    #[error("{value:#x} does not fit a word of the {store}, which has {} bits", store.bits())]
    Value {
        /// The memory.
        store: Store,
        /// The value.
        value: u64,
    },
    /// Mask entry 0.
    #[error("mask entry 0 is fixed: all ones")]
    Fixed,
}
