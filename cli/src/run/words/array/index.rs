//! The indices of an array.

use semantics::machine::Layout;

/// How many elements an array has.
pub(super) fn elements(layout: &dyn Layout) -> u64 {
    layout.shape().iter().product()
}

/// The index of an element in C order, the last axis the fastest.
pub(super) fn index(layout: &dyn Layout, n: u64) -> Vec<u64> {
    let (mut rest, mut index) = (n, layout.shape());
    for size in index.iter_mut().rev() {
        (rest, *size) = (rest / *size, rest % *size);
    }
    index
}
