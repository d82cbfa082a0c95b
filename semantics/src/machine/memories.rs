//! Files into memories and out of them.

use super::Board;
use crate::source::Refusal;

/// What a machine can whose memories are words in elements of a tree; the memories of others hold bytes, and the board knows
/// them by name.
pub trait Memories {
    /// A memory by its name and place; a level of the tree that is left out stands for all its elements.
    ///
    /// # Errors
    /// A memory that is not there, or that files don't go into.
    fn memory(&self, name: &str) -> Result<Box<dyn Memory>, Refusal>;

    /// A memory and its file, for messages.
    fn example(&self) -> &'static str;

    /// The parameter of the model that fills memories with words that no program expects.
    fn dirt(&self) -> (&'static str, &'static str);
}

/// A memory of some elements, which have equally many words of 64 bits.
pub trait Memory {
    /// The sizes of the levels left open, then the words of an element.
    fn shape(&self) -> Vec<usize>;

    /// How many elements.
    fn elements(&self) -> usize;

    /// Whether all of it goes into a file.
    ///
    /// # Errors
    /// A memory that is too large, and what part of it is not.
    fn is_saved(&self) -> Result<(), Refusal>;

    /// Up to which word of an element there are others than zero.
    ///
    /// # Errors
    /// A board of another machine.
    fn extent(&self, board: &dyn Board, element: usize) -> Result<usize, Refusal>;

    /// Words of an element, from one on.
    ///
    /// # Errors
    /// Words that are not there.
    fn read(
        &self,
        board: &dyn Board,
        element: usize,
        first: usize,
        words: &mut [u64],
    ) -> Result<(), Refusal>;

    /// Sets words of an element, from one on.
    ///
    /// # Errors
    /// Words that are not there.
    fn write(
        &self,
        board: &mut dyn Board,
        element: usize,
        first: usize,
        words: &[u64],
    ) -> Result<(), Refusal>;
}
