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
/// # Errors
/// What is wrong with it, with its column.
pub fn parse(text: &str) -> Result<Instruction, String> {
    let line = token::line(1, text);
    read::instruction(&line).map_err(|fault| fault.place(1, text).to_string())
}
