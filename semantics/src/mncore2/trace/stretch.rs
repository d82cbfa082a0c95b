//! Consecutive words of one memory, before and behind a statement.

use crate::mncore2::board::Board;
use crate::mncore2::memory::{Place, Store};

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
        Self { written: false, place, store, first, singles: None, old, new: Vec::new() }
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
            let word = |n| word(board, self.place, self.store, self.first + n);
            self.new = (0..self.old.len()).map(word).collect();
        }
    }

    /// The number of its `n`-th word.
    #[must_use]
    pub fn at(&self, n: usize) -> usize {
        (self.first + n) % self.store.words()
    }
}

/// A word that is there: places come from the tree, and addresses wrap.
pub(super) fn word(board: &Board, place: Place, store: Store, at: usize) -> u64 {
    board.read(place, store, at % store.words()).unwrap_or(0)
}
