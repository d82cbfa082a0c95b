//! How many sums a thread has made: the measure of tests that ask how work grows.

use core::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// One more, of so many words.
pub(super) fn count(words: usize) {
    STEPS.set(STEPS.get() + words as u64);
}

/// The words that were added by a call.
pub(crate) fn of(call: impl FnOnce()) -> u64 {
    let before = STEPS.get();
    call();
    STEPS.get() - before
}
