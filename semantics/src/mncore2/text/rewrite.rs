//! Sources written anew: in canonical text, or with the nops that hazards need. Comments, blank
//! lines and what stands behind `quit` remain.

use super::diagnostic::{Errors, ReadError, Severity};
use super::walk::{Visited, Walk};
use crate::mncore2::check::{Checker, Rules};
use crate::mncore2::isa::Statement;
use crate::source::lines::ending;
use crate::source::{MAX_DIAGNOSTICS, Mended};
use std::io::{BufRead, Write};

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

// The nops that hazards need.

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

// Canonical text.

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
        format_line(line, &mut out);
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
fn format_line(line: &Visited<'_>, out: &mut Vec<u8>) {
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
