//! Whether two operands are the same place.

use crate::mncore2::isa::{Access, Source};

/// Whether two accesses touch the same words in every cycle of every PE, whatever T and the base
/// address register hold.
pub(super) fn same_region(a: &Access, b: &Access) -> bool {
    let words = u32::from(a.bank.words());
    a.bank == b.bank
        && a.width == b.width
        && a.modifier == b.modifier
        && (0..4).all(|c| a.cycles.at(c) % words == b.cycles.at(c) % words)
}

/// Whether two inputs read the same operand; the written width of T says nothing (s. 3.6.1.12).
pub(super) fn same_source(a: &Source, b: &Source) -> bool {
    match (a, b) {
        (Source::Memory(a), Source::Memory(b)) => same_region(a, b),
        (Source::T(_), Source::T(_)) => true,
        (a, b) => a == b,
    }
}
