//! Consecutive words of one memory, before and behind a statement.

use crate::mncore2::board::Board;
use crate::mncore2::isa::Precision;
use crate::mncore2::memory::{Place, Store};
use crate::mncore2::state::{MATRIX_ROWS, PES};

/// Words of rows of a matrix register, by the rows of a precision (s. 3.6.1.14): of each row the long
/// words from one on, behind the last comes the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Physical rows of one row of the precision.
    pub apart: usize,
    /// The first row.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// The first long word of each.
    pub from: usize,
    /// How many of each.
    pub width: usize,
}

impl Rows {
    /// All long words of some rows of a precision.
    pub(super) fn whole(precision: Precision, first: usize, count: usize) -> Self {
        let apart = MATRIX_ROWS / usize::from(precision.matrix_rows());
        Self { apart, first, count, from: 0, width: PES }
    }

    /// The row of the precision and the long word of it that the `n`-th word is.
    #[must_use]
    pub const fn at(&self, n: usize) -> (usize, usize) {
        (self.first + n / self.width, (self.from + n % self.width) % PES)
    }

    const fn words(&self) -> usize {
        self.count * self.width
    }
}

/// Consecutive words of one memory; behind its last word comes its first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Whether they are written; else they are read.
    pub written: bool,
    /// The element of the tree.
    pub place: Place,
    /// The memory.
    pub store: Store,
    /// The first word.
    pub first: usize,
    /// Which rows and columns of a matrix register they are; then they need not be consecutive.
    pub rows: Option<Rows>,
    /// Which single words of them, where they are not whole: the number of the first and how many.
    pub singles: Option<(usize, usize)>,
    /// The words before the statement.
    pub old: Vec<u64>,
    /// The words behind it, if they are written.
    pub new: Vec<u64>,
}

impl Stretch {
    pub(super) fn read(
        board: &Board,
        place: Place,
        store: Store,
        first: usize,
        count: usize,
    ) -> Self {
        let first = first % store.words();
        let old = (0..count).map(|n| word(board, place, store, first + n)).collect();
        Self {
            written: false,
            place,
            store,
            first,
            rows: None,
            singles: None,
            old,
            new: Vec::new(),
        }
    }

    /// Words of a matrix register.
    pub(super) fn rows(board: &Board, place: Place, store: Store, rows: Rows) -> Self {
        let mut stretch = Self { rows: Some(rows), ..Self::read(board, place, store, 0, 0) };
        stretch.first = stretch.at(0);
        stretch.old = (0..rows.words()).map(|n| word(board, place, store, stretch.at(n))).collect();
        stretch
    }

    pub(super) fn written(
        board: &Board,
        place: Place,
        store: Store,
        first: usize,
        count: usize,
    ) -> Self {
        Self { written: true, ..Self::read(board, place, store, first, count) }
    }

    /// Looks up the words behind the statement.
    pub(super) fn after(&mut self, board: &Board) {
        if self.written {
            let word = |n| word(board, self.place, self.store, self.at(n));
            self.new = (0..self.old.len()).map(word).collect();
        }
    }

    /// The number of its `n`-th word.
    #[must_use]
    pub fn at(&self, n: usize) -> usize {
        match self.rows {
            Some(rows) => {
                let (row, column) = rows.at(n);
                PES * rows.apart * row + column
            }
            None => (self.first + n) % self.store.words(),
        }
    }
}

/// A word that is there: places come from the tree, and addresses wrap.
pub(super) fn word(board: &Board, place: Place, store: Store, at: usize) -> u64 {
    board.read(place, store, at % store.words()).unwrap_or(0)
}
