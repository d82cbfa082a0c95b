//! Assembly text (Tile, s. 2.4): a line is an instruction, `.quad` and a word, or a directive of the program.

mod print;
mod read;
mod registers;
mod statement;
mod syntax;
mod token;

pub use print::print;
pub(crate) use print::word;
pub(crate) use statement::{Statement, format, statement};
pub(crate) use token::{Line, lines};

use super::isa::Instruction;

/// The instruction of a line of text.
///
/// ```
/// use semantics::tile::text::{parse, print};
/// let instruction = parse("tmv.mv2t t3, #5, bc  # t3 is 5 everywhere").unwrap();
/// assert_eq!(print(&instruction), "tmv.mv2t t3, #5, bc");
/// assert!(parse("tmv.mv2t t256, #5, bc").is_err()); // the last is t255
/// ```
///
/// # Errors
/// What is wrong with it, with its column.
pub fn parse(text: &str) -> Result<Instruction, String> {
    let line = token::line(1, text);
    read::instruction(&line).map_err(|fault| fault.place(1, text).to_string())
}
