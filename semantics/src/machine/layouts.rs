//! Arrays that live somewhere in a memory.

use super::{Board, Element};
use crate::source::Diagnostic;
use std::fmt::Display;
use std::io;

/// What a machine can where texts say which index of an array lives where.
pub trait Layouts {
    /// Reads a layout.
    ///
    /// # Errors
    /// A text that is none, or one that does not stay inside of the machine, with the column.
    fn layout(&self, text: &str) -> Result<Box<dyn Layout>, Diagnostic>;
}

/// Which index of an array lives where.
pub trait Layout: Placed + Display {
    /// The sizes of the axes, the last one the fastest.
    fn shape(&self) -> Vec<u64>;

    /// The type of the elements.
    fn element(&self) -> &dyn Codes;

    /// Two indices that live in one place, where there are any.
    fn clash(&self) -> Option<[Vec<u64>; 2]>;
}

/// Takes the number of an element and what sets its code.
pub type Put<'a> =
    dyn FnMut(u64, &mut dyn FnMut(u64) -> Result<(), String>) -> Result<(), String> + 'a;

/// Takes the code of an element, and where that lives.
pub type Get<'a> = dyn FnMut(u64, &dyn Place) -> io::Result<()> + 'a;

/// An array on a board.
pub trait Placed {
    /// Goes through all elements in the order of their indices to set them.
    ///
    /// # Errors
    /// The first of `put`, whose setter tells what is wrong with a code.
    fn fill(&self, board: &mut dyn Board, put: &mut Put<'_>) -> Result<(), String>;

    /// Sets the element of an index.
    ///
    /// # Errors
    /// An index that is not there, a code that is too wide.
    fn set(&self, board: &mut dyn Board, index: &[u64], code: u64) -> Result<(), String>;

    /// Goes through all elements in the order of their indices; of copies one is looked at.
    ///
    /// # Errors
    /// The first of `get`, or a board of another machine.
    fn each(&self, board: &dyn Board, get: &mut Get<'_>) -> io::Result<()>;

    /// Whether the copies of each element are alike.
    ///
    /// # Errors
    /// The number of the first element whose copies are not, and what they are.
    fn agree(&self, board: &dyn Board) -> Result<(), (u64, String)>;
}

/// Where an element lives.
pub trait Place {
    /// The element of the tree, the address, the bits of the word.
    fn names(&self) -> [String; 3];
}

/// The type of an element: codes, and what they stand for.
pub trait Codes: Display {
    /// Bits of a code.
    fn bits(&self) -> u32;

    /// What files of arrays hold of it: for values that no number of files has a wider one.
    fn number(&self) -> Element;

    /// The value of a code as a text.
    fn text(&self, code: u64) -> String;

    /// The value of a code of a floating-point type.
    fn float(&self, code: u64) -> Option<f64>;

    /// The code of a value. Floating-point types round one between two codes, or refuse it.
    ///
    /// # Errors
    /// A value that no code stands for.
    fn code(&self, value: Given<'_>, round: bool) -> Result<u64, String>;
}

impl dyn Codes + '_ {
    /// The code in hexadecimal, all digits.
    #[must_use]
    pub fn hex(&self, code: u64) -> String {
        format!("{code:00$x}", self.bits() as usize / 4)
    }
}

/// A value as a file gives it.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// A number or an infinity as people write it.
    Text(&'a str),
    /// An integer.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
}
