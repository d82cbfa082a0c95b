//! What the board remembers (s. 1.1, 1.5): memories and registers of every level, and their sizes.
//!
//! An L1B holds its 64 PEs side by side: a word of a PE memory is one row of 64 long words, the PE
//! number `4*MAB + PE` the fastest index, so that one expression is a pass over contiguous words.
//! Memories are paged; what nothing has written costs nothing and reads as its fill value.

mod block;
mod pages;
mod shared;

use super::isa::size;

pub(crate) use block::{Block, Matrix, Turnaround};
#[cfg(test)]
pub(crate) use pages::path;
pub(crate) use pages::{CYCLES, Flags, ONES, Pages, Path, Row, Rows};
pub(crate) use shared::Blocks;

/// Groups of the board.
pub(crate) const GROUPS: usize = size::GROUPS as usize;
/// L2Bs of a group.
pub(crate) const L2BS: usize = size::L2BS as usize;
/// L1Bs of an L2B.
pub(crate) const L1BS: usize = size::L1BS as usize;
/// MABs of an L1B.
pub(crate) const MABS: usize = size::MABS as usize;
/// PEs of a MAB.
pub(crate) const PES: usize = size::PES as usize;
/// PEs of an L1B, the length of a row.
pub(crate) const LANES: usize = MABS * PES;
/// L1Bs of the board.
pub(crate) const BLOCKS: usize = GROUPS * L2BS * L1BS;

/// Long words of a group's DRAM: 4 GiB.
pub(crate) const DRAM_WORDS: usize = size::DRAM_WORDS as usize;
/// Long words of a group's PDM: 4 MiB.
pub(crate) const PDM_WORDS: usize = size::PDM_WORDS as usize;
/// Long words of an L2BM.
pub(crate) const L2BM_WORDS: usize = size::L2BM_WORDS as usize;
/// Long words of an L1BM.
pub(crate) const L1BM_WORDS: usize = size::L1BM_WORDS as usize;
/// Long words of LM0 and LM1 of a PE.
pub(crate) const LM_WORDS: usize = size::LM_WORDS as usize;
/// Long words of GRF0 and GRF1 of a PE.
pub(crate) const GRF_WORDS: usize = size::GRF_WORDS as usize;
/// Entries of a group's DRAM address register.
pub(crate) const DAR_ENTRIES: usize = size::DAR_ENTRIES as usize;
/// Entries of the buffer in front of it.
pub(crate) const DARBUF_ENTRIES: usize = size::DARBUF_ENTRIES as usize;
/// Physical rows of a side of a matrix register.
pub(crate) const MATRIX_ROWS: usize = size::MATRIX_ROWS as usize;
/// Entries of a mask register, the fixed ones not counted; entry 0 is all ones.
pub(crate) const MASK_ENTRIES: usize = size::MASK_ENTRIES as usize;

/// Pages of an L1BM: 4 KiB.
pub(crate) type L1bmWords = Pages<512>;
/// Pages of an L2BM: 16 KiB.
pub(crate) type L2bmWords = Pages<2048>;
/// Pages of PDM and DRAM: 64 KiB.
pub(crate) type OffChip = Pages<8192>;

/// The memories of a group outside its L2Bs.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) pdm: OffChip,
    pub(crate) dram: OffChip,
    pub(crate) dar: Box<[u32; DAR_ENTRIES]>,
    pub(crate) darbuf: Box<[u32; DARBUF_ENTRIES]>,
    /// Where `l2bmdarw` writes next.
    pub(crate) dar_write: usize,
    /// Where `l2bmdarw` reads next.
    pub(crate) dar_read: usize,
}

impl Group {
    /// A group whose PDM and DRAM read as `fill`.
    pub(crate) fn new(fill: u64) -> Self {
        Self {
            pdm: OffChip::new(PDM_WORDS, fill),
            dram: OffChip::new(DRAM_WORDS, fill),
            dar: Box::new([0; DAR_ENTRIES]),
            darbuf: Box::new([0; DARBUF_ENTRIES]),
            dar_write: 0,
            dar_read: 0,
        }
    }
}

/// The whole state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) groups: Vec<Group>,
    /// Number `2*group + L2B`.
    pub(crate) l2bms: Vec<L2bmWords>,
    /// Number `8*(2*group + L2B) + L1B`.
    pub(crate) blocks: Blocks,
}

impl State {
    /// All memories zero, PDM and DRAM filled with `fill` (MN-D64, MN-D65).
    pub(crate) fn new(fill: u64) -> Self {
        Self {
            groups: (0..GROUPS).map(|_| Group::new(fill)).collect(),
            l2bms: (0..GROUPS * L2BS).map(|_| L2bmWords::new(L2BM_WORDS, 0)).collect(),
            blocks: Blocks::new(Block::new()),
        }
    }
}
