//! `assay fmt`: programs in canonical text.

use crate::Remarks;
use crate::diagnose::{self, Text, name};
use crate::failure::Failure;
use crate::output;
use crate::system::System;
use semantics::source::ReadError;
use std::path::{Path, PathBuf};

/// Write programs in canonical text
///
/// Every statement is written in one way, at the start of its line; statements remain the same, and a
/// second time changes nothing. Files are rewritten in place. Exits with 1 where --check finds a
/// difference, with 2 where a program cannot be read, with 3 where one cannot be written; the others
/// are written all the same. Rules that concern steps are not looked at.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What changes: blanks, also at the start of a line; numbers (decimal); strides that need not be
written; hexadecimal digits; line ends (line feeds, one at the end); a byte order mark (taken away).
Two blanks stand before a comment behind a statement. What remains: comments, blank lines between
others, lines that start with `!`, the letters of assembled lines (`j vsm ...`), and all that stands
behind `quit`.

Examples:
  assay fmt program.vsm
  assay fmt --check *.vsm
  assay fmt - < program.vsm
  assay fmt program.vsm -o canonical.vsm")]
pub(crate) struct Fmt {
    /// The programs, `.vsm` or assembled text of MN-Core 2, `.pod`, `.xdsa` or `.tile`; `-` is standard input, and its canonical text
    /// goes to standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write nothing; print the files that would change, with the first line that differs
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Write to this file instead, which appears when it is complete; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    system: System,
}

impl Fmt {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if self.output.is_some() && self.files.len() > 1 {
            return Err(Failure::input(
                "--output: there are several programs\n  right: one program",
            ));
        }
        if self.files.iter().filter(|f| *f == Path::new("-")).count() > 1 {
            return Err(Failure::input("standard input (-) is named twice\n  right: - once"));
        }
        let (mut code, mut changed, mut unwritten) = (0, 0, 0);
        for file in &self.files {
            let failure = match self.file(file, remarks) {
                Ok(Done::Same) => continue,
                Ok(Done::Changed) => {
                    changed += 1;
                    continue;
                }
                Ok(Done::Unwritten(failure)) => {
                    unwritten += 1;
                    failure
                }
                Err(failure) => failure,
            };
            if let Failure::ReaderGone = failure {
                return Err(failure);
            }
            // The other files are written all the same.
            failure.tell();
            code = code.max(failure.code());
        }
        let (files, done) =
            (self.files.len(), if self.check { "not canonical" } else { "changed" });
        let word = if files == 1 { "file" } else { "files" };
        let left = if unwritten > 0 { format!(", {unwritten} not written") } else { String::new() };
        remarks.say(format_args!("{files} {word}, {changed} {done}{left}"));
        if self.check && changed > 0 {
            code = code.max(1);
        }
        if code == 0 { Ok(()) } else { Err(Failure::Told(code)) }
    }

    /// Writes the canonical text, if it is another one.
    fn file(&self, file: &Path, remarks: Remarks) -> Result<Done, Failure> {
        let name = name(file);
        let text = Text::read(file)?;
        let machine = self.system.machine(file)?;
        let canonical = match machine.format(&mut &text.bytes[..]) {
            Ok(canonical) => canonical,
            Err(ReadError::Errors(errors)) => {
                diagnose::tell(&name, &text, &errors);
                return Err(Failure::Told(2));
            }
            Err(e) => return Err(Failure::input(format!("{name}: {e}"))),
        };
        let change = canonical != text.bytes;
        let place = self.output.as_deref().unwrap_or(file);
        if self.check {
            if change {
                // Where nobody reads them, the exit code still tells.
                match output::print(&difference(&name, &text.bytes, &canonical)) {
                    Err(Failure::ReaderGone) => {}
                    printed => printed?,
                }
            }
        } else if change || place != file || place == Path::new("-") {
            // A file that is canonical already is not touched.
            match output::rewrite(file, place, &text, &canonical, remarks) {
                Err(failure @ (Failure::Input(_) | Failure::Environment(_))) => {
                    return Ok(Done::Unwritten(failure));
                }
                written => written?,
            }
        }
        Ok(if change { Done::Changed } else { Done::Same })
    }
}

/// What came of a file.
enum Done {
    Same,
    Changed,
    /// Its canonical text is another one, and could not be written.
    Unwritten(Failure),
}

/// The first line that differs, as it is and as it would be.
fn difference(name: &str, old: &[u8], new: &[u8]) -> String {
    let [mut old, mut new] = [old, new].map(|text| text.split_inclusive(|&b| b == b'\n'));
    for number in 1u64.. {
        let lines = [old.next(), new.next()];
        if lines[0] != lines[1] || lines[0].is_none() {
            let [old, new] = lines.map(shown);
            return format!("{name}:{number}: not canonical\n  - {old}\n  + {new}\n");
        }
    }
    String::new()
}

/// A line as it is printed: cut, without control characters.
fn shown(line: Option<&[u8]>) -> String {
    const LONGEST: usize = 100;
    let Some(line) = line else { return "(the end)".into() };
    let (line, end) = match line.strip_suffix(b"\n") {
        Some(line) => (line, ""),
        None => (line, " (no line feed)"),
    };
    let line = String::from_utf8_lossy(line);
    let mut text = String::new();
    for c in line.chars().take(LONGEST) {
        match c {
            '\r' => text.push_str("\\r"),
            c if c.is_control() && c != '\t' => text.push('?'),
            c => text.push(c),
        }
    }
    let cut = if line.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("{text}{cut}{end}")
}
