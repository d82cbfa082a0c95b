//! The nops that hazards need.

use super::super::diagnostic::ReadError;
use super::super::walk::{Visited, Walk};
use super::{letter, lines};
use crate::mncore2::check::{Checker, Rules};
use crate::mncore2::isa::Statement;
use crate::source::Mended;
use crate::source::lines::ending;
use std::io::{BufRead, Write};

/// A source with the fewest nops that its hazards need (s. 3.6.3), each on a line of its own before
/// the statement that would come too early. All else is kept byte for byte. Hazards that the source
/// allows (`# lint: allow CODE: reason`) stay.
///
/// Every hazard asks for a distance of its second statement from an earlier one, so what is inserted
/// as late as can be, and no more than needed, serves all pairs around it: no other choice is shorter.
///
/// ```
/// use semantics::mncore2::text::mend;
/// let source = "lpassa $lr0v $lm0v  # written\r\nlinc $lr8v $ls0v\r\n";
/// let mended = mend(source.as_bytes())?;
/// assert_eq!((mended.text, mended.nops), (source.into(), 0));
/// # Ok::<(), semantics::mncore2::text::ReadError>(())
/// ```
///
/// # Errors
/// If the reader fails, or all that cannot be read.
pub fn mend(source: impl BufRead) -> Result<Mended, ReadError> {
    let mut walk = Walk::new(source, Checker::with(Rules::ASSEMBLER)).mending();
    let mut mended = Mended::default();
    let mut quit = false;
    lines(&mut walk, |line| {
        quit = line.statement == Some(Statement::Quit);
        if line.nops > 0 {
            mended.nops += u64::from(line.nops);
            mended.places += 1;
            nops(line, &mut mended.text);
        }
        mended.text.extend_from_slice(line.raw);
    })?;
    if quit {
        walk.rest(&mut mended.text)?;
    }
    Ok(mended)
}

/// The nops before a line, in its form.
fn nops(line: &Visited<'_>, out: &mut Vec<u8>) {
    let indent = line.code.len() - line.code.trim_start_matches([' ', '\t']).len();
    let before = match letter(line.code) {
        None => "",
        Some("i") => "i vsm ",
        // In the form of PE steps, also before an MV statement.
        Some(_) => "j vsm ",
    };
    let end = match ending(line.raw) {
        // The last line may lack its line feed.
        b"\n" | b"\r\n" => ending(line.raw),
        _ if out.ends_with(b"\r\n") => b"\r\n",
        _ => b"\n",
    };
    let (indent, nops) = (&line.code[..indent], line.nops);
    // Writing to a vector does not fail.
    let _ = match nops {
        1 => write!(out, "{indent}{before}nop"),
        _ => write!(out, "{indent}{before}nop/{nops}"),
    };
    out.extend_from_slice(end);
}
