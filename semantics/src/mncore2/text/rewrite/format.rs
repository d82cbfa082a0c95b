//! Canonical text.

use super::super::diagnostic::ReadError;
use super::super::walk::{Visited, Walk};
use super::{letter, lines};
use crate::mncore2::check::{Checker, Rules};
use crate::mncore2::isa::Statement;
use std::io::{BufRead, Write};

/// A source in canonical text: every statement as its `Display` has it, at the start of its line;
/// two blanks before a comment behind a statement; no blanks at the end of a line; line feeds alone,
/// one at the end. What stands behind `quit` is kept as it is. The statements remain the same, and
/// a second time changes nothing.
///
/// ```
/// use semantics::mncore2::text::format;
/// let source = "\r\n  # head \r\n\tlpassa  $lm0v2 $ln0x10v ;# a copy\r\n\r\n";
/// assert_eq!(format(source.as_bytes())?, b"\n# head\nlpassa $lm0v $ln16v  # a copy\n");
/// # Ok::<(), semantics::mncore2::text::ReadError>(())
/// ```
///
/// # Errors
/// If the reader fails, or all that cannot be read. Rules that concern a step or several statements
/// are not looked at.
pub fn format(source: impl BufRead) -> Result<Vec<u8>, ReadError> {
    let mut walk = Walk::new(source, Checker::with(Rules::NONE));
    let mut out = Vec::new();
    let (mut blank, mut quit) = (0, false);
    lines(&mut walk, |line| {
        quit = line.statement == Some(Statement::Quit);
        let start = out.len();
        self::line(line, &mut out);
        if out.len() == start {
            blank += 1;
            return;
        }
        // Blank lines count where something follows.
        out.splice(start..start, std::iter::repeat_n(b'\n', std::mem::take(&mut blank)));
        out.push(b'\n');
    })?;
    if quit {
        walk.rest(&mut out)?;
    }
    Ok(out)
}

/// The canonical text of a line, without line feed.
fn line(line: &Visited<'_>, out: &mut Vec<u8>) {
    let comment = line.comment.trim_ascii_end();
    let code = line.code.trim_matches([' ', '\t']);
    let written = match (&line.statement, letter(code)) {
        // A line that starts with `!` is a comment too.
        (None, _) => {
            let start = out.len();
            out.extend_from_slice(line.code.trim_start_matches([' ', '\t']).as_bytes());
            out.extend_from_slice(comment);
            let length = out[start..].trim_ascii_end().len();
            return out.truncate(start + length);
        }
        (Some(statement), None) => write!(out, "{statement}"),
        (Some(statement), Some(letter)) => write!(out, "{letter} vsm {statement}"),
    };
    // Writing to a vector does not fail.
    drop(written);
    if !comment.is_empty() {
        out.extend_from_slice(b"  ");
        out.extend_from_slice(comment);
    }
}
