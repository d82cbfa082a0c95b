//! What is wrong with a program, as people read it.

use crate::failure::Failure;
use crate::input::Input;
use crate::printable;
use semantics::source::{Diagnostic, Earlier, Errors, MAX_SOURCE, Severity, more};
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};
use std::path::Path;

/// Findings of a program that are printed.
pub(crate) const REPORTED: usize = 100;

/// Characters shown of a long line.
const SHOWN: usize = 100;

/// How a diagnostic weighs: `error`, `warning`, and `allowed` where the source has an exception.
pub(crate) fn kind(diagnostic: &Diagnostic, strict: bool, reason: Option<&str>) -> &'static str {
    match (reason, diagnostic.severity) {
        (Some(_), _) => "allowed",
        (None, Severity::Warning) if !strict => "warning",
        (None, Severity::Warning | Severity::Error) => "error",
    }
}

/// `FILE:LINE:COLUMN: error[CODE]: message`, the line, the mark; the other place in the same way;
/// the reason of an exception, the help, the section.
pub(crate) fn describe<'a>(
    name: &str,
    diagnostic: &Diagnostic,
    strict: bool,
    reason: Option<&str>,
    line: impl Fn(u32) -> Option<&'a [u8]>,
    text: &mut String,
) {
    let Diagnostic { code, line: number, column, length, message, .. } = diagnostic;
    let kind = kind(diagnostic, strict, reason);
    // Writing to a string does not fail.
    let message = printable::text(message);
    let _ = writeln!(text, "{name}:{number}:{column}: {kind}[{code}]: {message}");
    marked(line(*number), [*column, *length], text);
    if let Some(other) = diagnostic.other {
        let _ = writeln!(text, "{name}:{number}:{}: note: the other place", other[0]);
        marked(line(*number), other, text);
    }
    if let Some(earlier) = &diagnostic.earlier {
        let Earlier { line: number, column, length, text: operand } = &**earlier;
        let _ = writeln!(text, "{name}:{number}:{column}: note: the earlier `{operand}`");
        marked(line(*number), [*column, *length], text);
    }
    if let Some(reason) = reason {
        let _ = writeln!(text, "  allowed: {}", printable::line(reason));
    } else if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "  help: {help}");
    }
    if !diagnostic.section.is_empty() {
        let _ = writeln!(text, "  see s. {}", diagnostic.section);
    }
}

/// All that is wrong with a source, on standard error.
pub(crate) fn tell(name: &str, source: &Text, errors: &Errors) {
    let mut text = String::new();
    let printed = errors.diagnostics.len().min(REPORTED);
    for diagnostic in &errors.diagnostics[..printed] {
        describe(name, diagnostic, false, None, |n| source.line(n), &mut text);
    }
    let hidden = errors.more + (errors.diagnostics.len() - printed) as u64;
    if hidden > 0 {
        let _ = writeln!(text, "{name}: {}", more(hidden, "error"));
    }
    // Nowhere is left to report a failing standard error.
    let _ = io::stderr().write_all(text.as_bytes());
}

fn marked(line: Option<&[u8]>, [column, length]: [u32; 2], text: &mut String) {
    if let Some((shown, mark)) =
        line.and_then(|line| excerpt(line, column as usize, length as usize))
    {
        let _ = writeln!(text, "    {shown}\n    {mark}");
    }
}

/// The line, or what lies around the part, and below it `^` under the part.
fn excerpt(line: &[u8], column: usize, length: usize) -> Option<(String, String)> {
    let plain = |c: char| if c.is_control() && c != '\t' { '?' } else { c };
    let line = String::from_utf8_lossy(line);
    let line = line.strip_suffix('\r').unwrap_or(&line);
    let characters = line.chars().count();
    let at = column.checked_sub(1).filter(|&at| at <= characters && characters > 0)?;
    let start = if characters <= SHOWN { 0 } else { at.saturating_sub(SHOWN / 2) };
    let shown: Vec<char> = line.chars().skip(start).take(SHOWN).map(plain).collect();
    let [before, after] =
        [start > 0, start + shown.len() < characters].map(|cut| if cut { "..." } else { "" });
    let length = length.clamp(1, (shown.len() + start).saturating_sub(at).max(1));
    // Tabs stay tabs, so that the mark stands below its part.
    let blank = |c: &char| if *c == '\t' { '\t' } else { ' ' };
    let indent: String = shown.iter().take(at - start).map(blank).collect();
    let shown: String = shown.into_iter().collect();
    let space = " ".repeat(before.len());
    Some((format!("{before}{shown}{after}"), format!("{space}{indent}{}", "^".repeat(length))))
}

// A whole program in memory.

/// A program's name for messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { printable::path(path) }
}

/// Lines from one mark to the next.
const STRIDE: usize = 64;

/// The text of a program, whose lines can be had by their numbers.
pub(crate) struct Text {
    /// All bytes; of a program over the limit one more than that.
    pub(crate) bytes: Vec<u8>,
    /// Where every 64th line begins, found when the first is asked for.
    marks: OnceCell<Vec<u32>>,
}

impl Text {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, marks: OnceCell::new() }
    }

    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let input = Input::with_end(path);
        let read = input.and_then(|input| input.take(MAX_SOURCE + 1).read_to_end(&mut bytes));
        read.map_err(|e| Failure::read(path, &e))?;
        Ok(Self::new(bytes))
    }

    /// A line without its line feed, and without the byte order mark of the first.
    pub(crate) fn line(&self, number: u32) -> Option<&[u8]> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.marks.get_or_init(|| self.find_marks()).get(index / STRIDE)? as usize;
        let line = self.bytes.get(start..)?.split(|&b| b == b'\n').nth(index % STRIDE)?;
        let mark = if index == 0 { "\u{feff}".as_bytes() } else { b"" };
        Some(line.strip_prefix(mark).unwrap_or(line))
    }

    fn find_marks(&self) -> Vec<u32> {
        let ends = self.bytes.iter().enumerate().filter(|(_, b)| **b == b'\n');
        // The limit of a source is far below 2^32.
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1));
        starts.step_by(STRIDE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn lines_by_their_numbers() {
        let all: Vec<String> = (1..=1000).map(|n| format!("line {n}")).collect();
        let text = Text::new(format!("\u{feff}{}", all.join("\n")).into_bytes());
        for (number, line) in (1..).zip(&all) {
            assert_eq!(text.line(number), Some(line.as_bytes()));
        }
        assert_eq!(text.line(0), None);
        assert_eq!(text.line(1001), None);
    }
}
