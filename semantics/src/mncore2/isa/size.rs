//! How much of everything there is (s. 1.1, 1.5), in the units that statements count in.

/// Groups of the board.
pub const GROUPS: u32 = 4;
/// L2Bs of a group.
pub const L2BS: u32 = 2;
/// L1Bs of an L2B.
pub const L1BS: u32 = 8;
/// MABs of an L1B.
pub const MABS: u32 = 16;
/// PEs of a MAB.
pub const PES: u32 = 4;

/// Long words of a group's DRAM: 4 GiB.
pub const DRAM_WORDS: u32 = 1 << 29;
/// Long words of a group's PDM: 4 MiB.
pub const PDM_WORDS: u32 = 1 << 19;
/// Long words of an L2BM.
pub const L2BM_WORDS: u32 = 1 << 15;
/// Long words of an L1BM.
pub const L1BM_WORDS: u32 = 1 << 13;
/// Long words of LM0 and LM1 of a PE; addresses count single words.
pub const LM_WORDS: u32 = 2048;
/// Long words of GRF0 and GRF1 of a PE; addresses count single words.
pub const GRF_WORDS: u32 = 256;
/// Entries of a group's DRAM address register.
pub const DAR_ENTRIES: u32 = 1024;
/// Entries of the buffer in front of it.
pub const DARBUF_ENTRIES: u32 = 512;
/// Physical rows of a side of a matrix register.
pub const MATRIX_ROWS: u32 = 16;
/// Entries of a mask register, the fixed ones not counted; entry 0 is all ones.
pub const MASK_ENTRIES: u32 = 16;

/// The most lines that a `d get` prints (MN-D107).
pub(crate) const MOST_LINES: u64 = 1 << 24;
