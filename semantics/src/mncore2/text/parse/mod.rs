//! One line -> one statement.

mod access;
mod advice;
mod alu;
mod control;
mod foreign;
mod host;
mod l1bm;
mod l2bm;
mod mask;
mod mau;
mod memref;
mod mv;
mod near;
mod opcode;
mod operand;
mod payload;
mod scan;
mod statement;
mod step;
pub(crate) mod word;

use crate::mncore2::isa::Statement;
pub(super) use advice::Spellings;
pub(super) use foreign::carriage_return;
pub(super) use scan::Scanner;

/// Reads the statement of a line; nothing for a blank or comment line. With errors in the scanner
/// the statement does not count. The scanner gets the places of its parts.
pub(super) fn line(s: &mut Scanner<'_>, spellings: &mut Spellings) -> Option<Statement> {
    let statement = statement::bare(s);
    advice::advise(s.text, &mut s.faults, spellings);
    statement
}

/// Whether a line is an assembled instruction: `i`, `j`, `m`.
pub(super) fn is_assembled(code: &str) -> bool {
    let mut rest = code.trim_start_matches([' ', '\t']).chars();
    matches!(rest.next(), Some('i' | 'j' | 'm')) && matches!(rest.next(), Some(' ' | '\t'))
}
