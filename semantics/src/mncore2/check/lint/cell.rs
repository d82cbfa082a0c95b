//! Cells: the smallest parts of the memories that lints tell apart, in one row of numbers.
//!
//! A cell is a single word of LM or GRF, a cycle of T, a base address register, a mask entry, a
//! physical row of a matrix register, four long words of L1BM, 16 of L2BM. It stands for that place in
//! all PEs, L1Bs or L2Bs at once, since one instruction stream drives them all: a cell is written
//! where one of them is.

use crate::mncore2::isa::size;
use crate::mncore2::isa::{Access, Bank, Modifier, Precision, Side};

const BANKS: [u16; 4] = [0, 4096, 8192, 8704];
const T: u16 = 9216;
const BAR: u16 = T + 4;
const MASK: u16 = BAR + 2;
const MATRIX: u16 = MASK + 16;
const L1BM: u16 = MATRIX + 32;
const L2BM: u16 = L1BM + L1BM_CELLS;
const L1BM_CELLS: u16 = size::L1BM_WORDS as u16 / L1BM_IN_CELL;
const L2BM_CELLS: u16 = size::L2BM_WORDS as u16 / L2BM_IN_CELL;

/// Long words of L1BM in a cell.
pub(super) const L1BM_IN_CELL: u16 = 4;
/// Long words of L2BM in a cell.
pub(super) const L2BM_IN_CELL: u16 = 16;
/// How many cells there are.
pub(super) const CELLS: usize = (L2BM + L2BM_CELLS) as usize;

/// Some cells: up to eight stretches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cells {
    stretches: [(u16, u16); 8],
    used: u8,
}

impl Cells {
    fn push(&mut self, first: u16, length: u16) {
        self.stretches[usize::from(self.used)] = (first, length);
        self.used += 1;
    }

    /// `length` cells from the `at`-th of a memory on, which wraps.
    fn wrapped(memory: u16, size: u16, at: u16, length: u16) -> Self {
        let (at, length) = (at % size, length.min(size));
        let behind = length.min(size - at);
        let mut cells = Self::default();
        cells.push(memory + at, behind);
        if behind < length {
            cells.push(memory, length - behind);
        }
        cells
    }

    /// Their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let Self { stretches, used } = *self;
        (0..usize::from(used)).flat_map(move |i| {
            let (first, length) = stretches[i];
            usize::from(first)..usize::from(first) + usize::from(length)
        })
    }

    /// Their bits in rows of 64.
    fn words(&self) -> impl Iterator<Item = (usize, u64)> {
        self.stretches[..usize::from(self.used)].iter().flat_map(|&(first, length)| {
            let (first, end) = (usize::from(first), usize::from(first) + usize::from(length));
            (first / 64..end.div_ceil(64)).map(move |word| {
                let from = first.max(64 * word) - 64 * word;
                let to = end.min(64 * word + 64) - 64 * word;
                (word, (!0 >> (64 - (to - from))) << from)
            })
        })
    }

    /// The first of them.
    pub(super) fn first(&self) -> usize {
        self.stretches[0].0.into()
    }

    /// How many there are; those of overlapping stretches count twice.
    pub(super) fn count(&self) -> u32 {
        self.stretches[..usize::from(self.used)].iter().map(|s| u32::from(s.1)).sum()
    }
}

/// The `words` first single words of each access in the cycles of the pattern (cycle 0 is 8). With
/// `j` both the places that its PEs may take.
pub(super) fn access(access: &Access, words: u16, pattern: u8) -> Cells {
    let (size, width) = (access.bank.words(), access.width.words());
    let mut cells = Cells::default();
    for c in (0..4).filter(|c| pattern >> (3 - c) & 1 == 1) {
        let mut place = |address: u32| {
            let at = (address % u32::from(size)) as u16 & !(width - 1);
            cells.push(BANKS[access.bank as usize] + at, words);
        };
        let at = access.cycles.at(c);
        match access.modifier {
            Modifier::Within(3) => place(at + u32::from(width)),
            Modifier::Within(_) => {
                place(at);
                place(at + u32::from(width));
            }
            Modifier::None | Modifier::Indirect => place(at),
        }
    }
    cells
}

/// Single words of a bank, as `d get` and `d set` name them.
pub(super) fn words(bank: Bank, at: u32, count: u32) -> Cells {
    let size = u32::from(bank.words());
    Cells::wrapped(BANKS[bank as usize], bank.words(), (at % size) as u16, count.min(size) as u16)
}

/// The cycles of T in the pattern.
pub(super) fn t(pattern: u8) -> Cells {
    let mut cells = Cells::default();
    for c in (0..4).filter(|c| pattern >> (3 - c) & 1 == 1) {
        cells.push(T + c, 1);
    }
    cells
}

/// The base address register of LM0 or LM1.
pub(super) fn bar(bank: Bank) -> Cells {
    Cells::wrapped(BAR, 2, u16::from(bank != Bank::Lm0), 1)
}

/// A mask entry.
pub(super) fn mask(entry: u8) -> Cells {
    Cells::wrapped(MASK, 16, entry.into(), 1)
}

/// Mask entries from one on.
pub(super) fn masks(entry: u32, count: u32) -> Cells {
    Cells::wrapped(MASK, 16, entry as u16 % 16, count.min(16) as u16)
}

/// Logical rows of a precision from `first` on, which wrap (s. 3.6.1.14).
pub(super) fn rows(side: Side, precision: Precision, first: u8, count: u8) -> Cells {
    let start = MATRIX + 16 * side as u16;
    let rows = precision.matrix_rows();
    if rows == 16 {
        return Cells::wrapped(start, 16, first.into(), count.into());
    }
    let mut cells = Cells::default();
    for row in 0..count.min(rows) {
        cells.push(start + u16::from((first % rows + row) % rows * (16 / rows)), 1);
    }
    cells
}

/// Long words of L1BM.
pub(super) fn l1bm(at: u32, count: u32) -> Cells {
    blocks(L1BM, L1BM_CELLS, L1BM_IN_CELL, at, count)
}

/// Long words of L2BM.
pub(super) fn l2bm(at: u32, count: u32) -> Cells {
    blocks(L2BM, L2BM_CELLS, L2BM_IN_CELL, at, count)
}

fn blocks(memory: u16, size: u16, words: u16, at: u32, count: u32) -> Cells {
    let words = u32::from(words);
    let (first, last) = (at / words, at.saturating_add(count.max(1) - 1) / words);
    let length = (last - first + 1).min(size.into()) as u16;
    Cells::wrapped(memory, size, (first % u32::from(size)) as u16, length)
}

/// The place of a cell, for messages.
pub(super) fn name(cell: usize) -> String {
    let cell = cell as u16;
    match cell {
        L2BM.. => format!("L2BM from $lc{} on", (cell - L2BM) * L2BM_IN_CELL),
        L1BM.. => format!("L1BM from $lb{} on", (cell - L1BM) * L1BM_IN_CELL),
        MATRIX.. => {
            let side = if cell < MATRIX + 16 { 'x' } else { 'y' };
            format!("matrix register {side} in physical row {}", (cell - MATRIX) % 16)
        }
        MASK.. => format!("mask entry {}", cell - MASK),
        BAR.. => format!("the base address register of LM{}", cell - BAR),
        T.. => format!("T in cycle {}", cell - T),
        _ => {
            let bank = BANKS.iter().rposition(|&first| first <= cell).unwrap_or(0);
            let (bank, at) = (Bank::ALL[bank], cell - BANKS[bank]);
            format!("{} at ${}{at}", bank_name(bank), bank.letter())
        }
    }
}

const fn bank_name(bank: Bank) -> &'static str {
    match bank {
        Bank::Lm0 => "LM0",
        Bank::Lm1 => "LM1",
        Bank::Grf0 => "GRF0",
        Bank::Grf1 => "GRF1",
    }
}

/// The LM of a cell.
pub(super) fn lm(cell: usize) -> Option<Bank> {
    match cell {
        0..4096 => Some(Bank::Lm0),
        4096..8192 => Some(Bank::Lm1),
        _ => None,
    }
}

/// A bit a cell.
#[derive(Clone, Debug)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    pub(super) fn new() -> Self {
        Self(vec![0; CELLS.div_ceil(64)].into())
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether all of some cells are set.
    pub(super) fn all(&self, cells: &Cells) -> bool {
        cells.words().all(|(word, bits)| self.0[word] & bits == bits)
    }

    /// Sets or clears some cells.
    pub(super) fn fill(&mut self, cells: &Cells, bit: bool) {
        for (word, bits) in cells.words() {
            let word = &mut self.0[word];
            *word = if bit { *word | bits } else { *word & !bits };
        }
    }
}
