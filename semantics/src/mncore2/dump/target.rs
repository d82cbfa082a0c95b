//! What a `d get` reads: the memory, the words of each line, the printed index.

use super::Fault;
use super::block::is_block;
use super::content::cut;
use crate::mncore2::isa::{Bank, Dtype, Get, Memory, Side, Width};
use crate::mncore2::memory::{AccessError, Store};
use crate::mncore2::state::{CYCLES, MASK_ENTRIES};

/// The lines of one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) store: Store,
    /// How many lines; of a mask register, entries.
    pub(super) count: usize,
    /// The printed index of the first line, and what each line adds.
    index: usize,
    step: usize,
    /// The first word, the words of a line, and what each line adds.
    first: usize,
    pub(super) width: usize,
    stride: usize,
    /// Lines of single words, two of each word.
    pub(super) single: bool,
}

/// What one line shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) index: usize,
    /// The first word.
    pub(super) word: usize,
    /// The single word of it, where only one is shown.
    pub(super) single: Option<usize>,
}

impl Target {
    /// Refuses what the statement cannot mean.
    pub(super) fn of(get: &Get) -> Result<Self, Fault> {
        let target = Self::unchecked(get)?;
        let across =
            matches!(target.store, Store::Bank(_) | Store::T | Store::Matrix(_) | Store::Mask);
        if is_block(get.dtype) && !across {
            return Err(Fault::Form("the blocks of this type lie across the PEs"));
        }
        if target.single && cut(get.dtype).0 == 64 {
            return Err(Fault::Form("single words are read as f, bf, bg, h or bh"));
        }
        let aligned = target.index.is_multiple_of(target.step);
        if matches!(target.store, Store::Bank(_)) && !aligned {
            return Err(Fault::Form("the address is not a multiple of the access width"));
        }
        let end = target.item(target.count.saturating_sub(1)).word + target.width;
        let size = match target.store {
            Store::Mask => MASK_ENTRIES,
            Store::T => return Ok(target),
            store => store.words(),
        };
        if end > size && target.count > 0 {
            let (store, address) = (target.store, target.first);
            return Err(AccessError::Address { store, address, count: end - address }.into());
        }
        Ok(target)
    }

    fn unchecked(get: &Get) -> Result<Self, Fault> {
        let lines = |store, address: u32, width| {
            let (index, count) = (address as usize, get.count as usize);
            let single = false;
            Self { store, count, index, step: width, first: index, width, stride: width, single }
        };
        Ok(match get.memory {
            Memory::Pdm(a) => lines(Store::Pdm, a, 1),
            Memory::Dram(a) => lines(Store::Dram, a, 1),
            Memory::L2bm(a) => lines(Store::L2bm, a, 1),
            Memory::L1bm(Width::Single, _) => {
                return Err(Fault::Form("L1BM has no single words"));
            }
            Memory::L1bm(Width::Long, a) => lines(Store::L1bm, a, 1),
            // Two words from any address on (MN-D67).
            Memory::L1bm(Width::Double, a) => lines(Store::L1bm, a, 2),
            Memory::Pe(width, bank, a) => {
                let words = usize::from(width.words());
                let all = lines(Store::Bank(bank), a, words.div_ceil(2));
                let single = width == Width::Single;
                Self { step: words, first: a as usize / 2, single, ..all }
            }
            Memory::T(Width::Double) => Self { stride: 2, step: 1, ..lines(Store::T, 0, 2) },
            Memory::T(_) => Self { stride: 2, ..lines(Store::T, 0, 1) },
            Memory::Matrix(side, row) => Self::rows(get, side, row)?,
            Memory::Mask(entry) => lines(Store::Mask, entry, 1),
        })
    }

    /// Logical rows of the precision, four physical words each (MN-D72).
    fn rows(get: &Get, side: Side, row: u32) -> Result<Self, Fault> {
        if get.dtype == Dtype::Raw {
            return Err(Fault::Form("rows of a matrix register are read in a precision"));
        }
        let apart = cut(get.dtype).0 as usize / 16;
        Ok(Self {
            store: Store::Matrix(side),
            count: get.count as usize,
            index: row as usize,
            step: 1,
            first: 4 * apart * row as usize,
            width: 4,
            stride: 4 * apart,
            single: false,
        })
    }

    /// The line number n.
    pub(super) fn item(&self, n: usize) -> Item {
        let index = self.index + n * self.step;
        if self.single {
            return Item { index, word: index / 2, single: Some(index % 2) };
        }
        // Beyond four cycles T is read again (MN-D71).
        let n = if self.store == Store::T { n % CYCLES } else { n };
        Item { index, word: self.first + n * self.stride, single: None }
    }
}

/// The memories that dumps show.
pub(super) const STORES: [Store; 12] = [
    Store::Dram,
    Store::Pdm,
    Store::L2bm,
    Store::L1bm,
    Store::Matrix(Side::X),
    Store::Matrix(Side::Y),
    Store::Bank(Bank::Lm0),
    Store::Bank(Bank::Lm1),
    Store::Bank(Bank::Grf0),
    Store::Bank(Bank::Grf1),
    Store::T,
    Store::Mask,
];

/// The label of a memory's lines (MN-D66).
pub(super) fn label(store: Store) -> &'static str {
    match store {
        Store::Pdm => "PDM",
        Store::Dram => "DRAM",
        Store::L2bm => "L2BM",
        Store::L1bm => "L1BM",
        Store::Matrix(Side::X) => "MRx",
        Store::Matrix(Side::Y) => "MRy",
        Store::Bank(Bank::Lm0) => "LM0",
        Store::Bank(Bank::Lm1) => "LM1",
        Store::Bank(Bank::Grf0) => "GREG0",
        Store::Bank(Bank::Grf1) => "GREG1",
        Store::T => "TREG",
        _ => "OMR",
    }
}
