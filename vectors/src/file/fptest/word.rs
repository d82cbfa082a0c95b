//! The words of a line, and what is wrong with one.

use super::super::error::{Fault, What};

/// A word of a line, and where it stands.
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

/// The fault of a word that is not what belongs there.
pub(super) fn bad(found: &str, offset: usize, right: &'static str) -> Box<Fault> {
    let found: String = found.chars().take(80).collect();
    Box::new(What::Word { found, right }.at(offset))
}
