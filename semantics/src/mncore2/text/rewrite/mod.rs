//! Sources written anew: in canonical text, or with the nops that hazards need. Comments, blank
//! lines and what stands behind `quit` remain.

mod format;
mod mend;

pub use format::format;
pub use mend::mend;

use super::diagnostic::{Errors, ReadError, Severity};
use super::walk::{Visited, Walk};
use crate::source::MAX_DIAGNOSTICS;
use std::io::BufRead;

/// Walks a source and hands its lines on; the errors of lines that cannot be read, if there are any.
fn lines<R: BufRead>(
    walk: &mut Walk<R>,
    mut each: impl FnMut(&Visited<'_>),
) -> Result<(), ReadError> {
    let mut errors = Errors { diagnostics: Vec::new(), more: 0 };
    while let Some(mut line) = walk.line()? {
        if !line.is_unread() {
            each(&line);
            continue;
        }
        errors.more += line.more[0];
        for diagnostic in line.diagnostics.drain(..).filter(|d| d.severity == Severity::Error) {
            if errors.diagnostics.len() < MAX_DIAGNOSTICS {
                errors.diagnostics.push(diagnostic);
            } else {
                errors.more += 1;
            }
        }
    }
    if errors.diagnostics.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// The letter of a line of assembled text that carries a statement (MN-D96).
fn letter(code: &str) -> Option<&str> {
    let word = code.split([' ', '\t']).find(|word| !word.is_empty())?;
    matches!(word, "i" | "j" | "m").then_some(word)
}
