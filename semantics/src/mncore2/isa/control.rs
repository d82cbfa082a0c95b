//! Control statements (s. 3.4, 3.6.2.1) and host lines of assembled text.

use super::operand::{Bank, MaskWidth, Side, Width};
use super::pe::Tag;
use super::size;

/// How `d get` interprets words (table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// Left out: double, half words and long word.
    Raw,
    /// `d`
    D,
    /// `bd`: block of doubles.
    Bd,
    /// `f`
    F,
    /// `bf`: block of singles.
    Bf,
    /// `bg`: block of pseudo-singles.
    Bg,
    /// `h`
    H,
    /// `bh`: block of halves.
    Bh,
}

/// A memory and an address in it, for `d get`, `d set` (tables 3.2, 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// `$pA`
    Pdm(u32),
    /// `$dA`
    Dram(u32),
    /// `$lcA`
    L2bm(u32),
    /// `$lbA`, `$llbA`; never `Single`.
    L1bm(Width, u32),
    /// `$[l|ll](m|n|r|s)A`
    Pe(Width, Bank, u32),
    /// `$t`, `$lt` (both `Long`), `$llt` (`Double`)
    T(Width),
    /// `$lxA`, `$lyA`: a row.
    Matrix(Side, u32),
    /// `$omrE`
    Mask(u32),
}

impl Memory {
    /// How many addresses it has, and how many one access takes.
    #[must_use]
    pub const fn extent(&self) -> (u64, u64) {
        let (size, step) = match self {
            Self::Pdm(_) => (size::PDM_WORDS, 1),
            Self::Dram(_) => (size::DRAM_WORDS, 1),
            Self::L2bm(_) => (size::L2BM_WORDS, 1),
            Self::L1bm(Width::Double, _) => (size::L1BM_WORDS, 2),
            Self::L1bm(..) => (size::L1BM_WORDS, 1),
            Self::Pe(width, bank, _) => (bank.words() as u32, width.words()),
            // The index of T runs on beyond its four cycles (MN-D71).
            Self::T(_) => (u32::MAX, 1),
            Self::Matrix(..) => (size::MATRIX_ROWS, 1),
            Self::Mask(_) => (size::MASK_ENTRIES, 1),
        };
        (size as u64, step as u64)
    }
}

/// The elements of the tree that a statement names; a level left out means all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Levels {
    /// `n`: group, 0 to 3.
    pub group: Option<u8>,
    /// `c`: L2B, 0 or 1.
    pub l2b: Option<u8>,
    /// `b`: L1B, 0 to 7.
    pub l1b: Option<u8>,
    /// `m`: MAB, 0 to 15.
    pub mab: Option<u8>,
    /// `p`: PE, 0 to 3.
    pub pe: Option<u8>,
}

/// `d get`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Get {
    /// The interpretation.
    pub dtype: Dtype,
    /// Memory and first address.
    pub memory: Memory,
    /// Where in the tree.
    pub levels: Levels,
    /// Words of the access width.
    pub count: u32,
}

/// `d set`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Set {
    /// Memory and first address.
    pub memory: Memory,
    /// Where in the tree.
    pub levels: Levels,
    /// Words of the access width.
    pub count: u32,
    /// The payload's long words.
    pub words: Box<[u64]>,
    /// How the payload was written.
    pub notation: Notation,
}

/// How the payload of a `d set` is written (table 3.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// 16 hexadecimal digits a long word.
    Hex16,
    /// One of `l`, `s`, `h` a long word.
    Letters(Box<[u8]>),
}

/// `mask[l|ll][rstmnk] E`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaskSetting {
    /// The word length.
    pub width: MaskWidth,
    /// The entry, 0 to 31.
    pub entry: u8,
    /// `r`: GRF0.
    pub grf0: bool,
    /// `s`: GRF1.
    pub grf1: bool,
    /// `t`: T.
    pub t: bool,
    /// `m`: LM0 and its base address register.
    pub lm0: bool,
    /// `n`: LM1 and its base address register.
    pub lm1: bool,
    /// `k`: mask registers.
    pub masks: bool,
}

impl MaskSetting {
    /// `mask 0`: the setting at the start, no mask.
    pub const NONE: Self = Self {
        width: MaskWidth::Long,
        entry: 0,
        grf0: false,
        grf1: false,
        t: false,
        lm0: false,
        lm1: false,
        masks: false,
    };
}

/// `r G ADDR LEN PAYLOAD`: long words to the DRAM of a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DramLoad {
    /// The group.
    pub group: u8,
    /// Address in long words.
    pub address: u32,
    /// The long words.
    pub words: Box<[u64]>,
}

/// `c 0 GROUP iTT i00 0 ADDR LEN PAYLOAD`: a copy of the host's into the PDM of a group (MN-D105).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostCopy {
    /// The group.
    pub group: u8,
    /// The tag that it gives; 0 is none.
    pub tag: Tag,
    /// Address in long words.
    pub address: u32,
    /// How many long words.
    pub length: u16,
    /// The long words; none where the line does not have them.
    pub words: Box<[u64]>,
}
