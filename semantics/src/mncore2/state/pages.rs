//! Paged memories: a page exists from the first write on that does not repeat the fill value.

use super::LANES;

/// A memory of long words in pages of `N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pages<const N: usize> {
    /// None as long as nothing is written.
    pages: Vec<Option<Box<[u64; N]>>>,
    words: usize,
    fill: u64,
}

impl<const N: usize> Pages<N> {
    /// A memory of `words` long words, a power of two and a multiple of `N`, that read as `fill`.
    pub(crate) fn new(words: usize, fill: u64) -> Self {
        assert!(words.is_power_of_two() && words.is_multiple_of(N));
        Self { pages: Vec::new(), words, fill }
    }

    /// Reads consecutive words from `address` on, wrapping word by word.
    pub(crate) fn read(&self, address: usize, out: &mut [u64]) {
        let mut at = address & (self.words - 1);
        let mut rest = out;
        while !rest.is_empty() {
            let length = rest.len().min(N - at % N);
            let (part, tail) = rest.split_at_mut(length);
            match self.pages.get(at / N) {
                Some(Some(page)) => part.copy_from_slice(&page[at % N..at % N + length]),
                _ => part.fill(self.fill),
            }
            rest = tail;
            at = (at + length) & (self.words - 1);
        }
    }

    /// Writes consecutive words from `address` on, wrapping word by word.
    pub(crate) fn write(&mut self, address: usize, words: &[u64]) {
        let mut at = address & (self.words - 1);
        let mut rest = words;
        while !rest.is_empty() {
            let length = rest.len().min(N - at % N);
            let (part, tail) = rest.split_at(length);
            let is_there = self.pages.get(at / N).is_some_and(Option::is_some);
            if is_there || part.iter().any(|&w| w != self.fill) {
                self.pages.resize_with(self.words / N, || None);
                let page = self.pages[at / N].get_or_insert_with(|| Box::new([self.fill; N]));
                page[at % N..at % N + length].copy_from_slice(part);
            }
            rest = tail;
            at = (at + length) & (self.words - 1);
        }
    }

    /// The addresses that this memory or another of its size has pages for.
    pub(crate) fn written_with(&self, other: &Self) -> impl Iterator<Item = usize> {
        both(&self.pages, &other.pages).flat_map(|page| page * N..(page + 1) * N)
    }

    /// One more than the address of the last word that is not 0; the whole size with a fill value.
    pub(crate) fn extent(&self) -> usize {
        if self.fill != 0 {
            return self.words;
        }
        let last = |page: &[u64; N]| page.iter().rposition(|&w| w != 0);
        let found = self.pages.iter().enumerate().rev().find_map(|(number, page)| {
            page.as_ref().and_then(|p| last(p)).map(|at| number * N + at + 1)
        });
        found.unwrap_or(0)
    }
}

/// The numbers of pages that one of two memories has.
fn both<T>(own: &[Option<T>], other: &[Option<T>]) -> impl Iterator<Item = usize> {
    let has = |pages: &[Option<T>], page| pages.get(page).is_some_and(Option::is_some);
    (0..own.len().max(other.len())).filter(move |page| has(own, *page) || has(other, *page))
}

/// Single words, as tests look at them.
#[cfg(test)]
impl<const N: usize> Pages<N> {
    pub(crate) fn get(&self, address: usize) -> u64 {
        let mut word = [0];
        self.read(address, &mut word);
        word[0]
    }

    pub(crate) fn set(&mut self, address: usize, word: u64) {
        self.write(address, &[word]);
    }
}

/// Rows of a page of [`Rows`]: 8 KiB.
const PAGE_ROWS: usize = 16;

/// A PE memory of an L1B: long word `a` of all 64 PEs is row `a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pages: Vec<Option<Box<[Row; PAGE_ROWS]>>>,
}

static ZERO: Row = [0; LANES];

impl Rows {
    /// `rows` rows of zeros, a multiple of 16.
    pub(crate) fn new(rows: usize) -> Self {
        Self { pages: vec![None; rows / PAGE_ROWS] }
    }

    /// A row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &Row {
        self.pages[row / PAGE_ROWS].as_ref().map_or(&ZERO, |page| &page[row % PAGE_ROWS])
    }

    /// A row to write to.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut Row {
        let page = &mut self.pages[row / PAGE_ROWS];
        &mut page.get_or_insert_with(|| Box::new([ZERO; PAGE_ROWS]))[row % PAGE_ROWS]
    }

    /// The rows that this memory or another of its size has pages for.
    pub(crate) fn written_with(&self, other: &Self) -> impl Iterator<Item = usize> {
        both(&self.pages, &other.pages).flat_map(|page| page * PAGE_ROWS..(page + 1) * PAGE_ROWS)
    }

    /// The word of one PE.
    #[inline]
    pub(crate) fn get(&self, row: usize, lane: usize) -> u64 {
        self.row(row)[lane]
    }

    /// Sets the word of one PE.
    pub(crate) fn set(&mut self, row: usize, lane: usize, word: u64) {
        if word != 0 || self.pages[row / PAGE_ROWS].is_some() {
            self.row_mut(row)[lane] = word;
        }
    }
}

// The data path of an L1B's PEs: two long words a PE and cycle (s. 1.3).

/// Cycles of a step.
pub(crate) const CYCLES: usize = 4;

/// One long word of each of the 64 PEs of an L1B; lane `4*MAB + PE`.
pub(crate) type Row = [u64; LANES];

/// Mask flags of a step: four bits a cycle and PE, the uppermost word's bit worth 8 (s. 3.6.2).
pub(crate) type Flags = [[u8; LANES]; CYCLES];

/// Flags that are all set.
pub(crate) static ONES: Flags = [[15; LANES]; CYCLES];

/// What passes between memories and units in a step: `hi` is the MSB-side long word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) hi: [Row; CYCLES],
    pub(crate) lo: [Row; CYCLES],
}

impl Path {
    pub(crate) const ZERO: Self = Self { hi: [[0; LANES]; CYCLES], lo: [[0; LANES]; CYCLES] };
}

/// A path with the two long words of every cycle and lane.
#[cfg(test)]
pub(crate) fn path(word: impl Fn(usize, usize) -> (u64, u64)) -> Path {
    let mut path = Path::ZERO;
    for c in 0..CYCLES {
        for lane in 0..LANES {
            (path.hi[c][lane], path.lo[c][lane]) = word(c, lane);
        }
    }
    path
}
