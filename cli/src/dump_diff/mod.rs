//! `assay dump-diff`: two dumps by location and value.

mod json;
mod report;

use crate::failure::Failure;
use crate::output;
use crate::{Remarks, progress};
use clap::ValueEnum;
use semantics::mncore2::dump::{Comparison, Findings, Number, ReadErrorKind, Unreadable, compare};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Compare two dumps by location and value
///
/// Both are dumps as `assay run` or the vendor's emulator print them. The k-th word that one prints of
/// a location meets the k-th of the other, in whatever order and form the lines come; lines that are
/// no dump lines are skipped. The bits are those of the hexadecimal digits; a decimal text that does
/// not fit the bits beside it is told apart.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 equal; 1 different; 2 a dump cannot be read.

Examples:
  assay dump-diff ours.dmp theirs.dmp
  assay run program.vsm | assay dump-diff - theirs.dmp --max-report 100
  assay dump-diff a.dmp b.dmp --by-value f --json")]
pub(crate) struct DumpDiff {
    /// The one dump; `-` is standard input
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The other dump
    #[arg(value_name = "B")]
    b: PathBuf,
    /// The most findings of a kind that are listed
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_report: u32,
    /// Words whose elements are the same numbers are equal: 0 and -0, all codes of a zero, all codes
    /// of an infinity
    #[arg(long, value_name = "PRECISION")]
    by_value: Option<Precision>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Precision {
    D,
    F,
    H,
}

impl Precision {
    fn number(self) -> Number {
        match self {
            Self::D => Number::D,
            Self::F => Number::F,
            Self::H => Number::H,
        }
    }
}

impl DumpDiff {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let standard = Path::new("-");
        if self.a == standard && self.b == standard {
            return Err(Failure::input(
                "both dumps are standard input\n  right: one of them a file",
            ));
        }
        let names = [&self.a, &self.b].map(|path| name(path));
        let how = Comparison {
            by_value: self.by_value.map(Precision::number),
            // The first difference is explained, and does not count.
            most: (self.max_report as usize).saturating_add(1),
        };
        let (a, b) = (open(&self.a, remarks)?, open(&self.b, remarks)?);
        let found = compare(a, b, &how).map_err(|e| unreadable(&names, &e))?;
        for (name, (&skipped, &lines)) in names.iter().zip(found.skipped.iter().zip(&found.lines)) {
            if lines == 0 {
                return Err(Failure::input(format!(
                    "{name}: none of its {skipped} lines is a dump line\n  right: lines that begin \
                     with DEBUG-, as `d get` prints them"
                )));
            }
        }
        self.tell(&names, &found)?;
        if found.is_equal() { Ok(()) } else { Err(Failure::Told(1)) }
    }

    fn tell(&self, names: &[String; 2], found: &Findings) -> Result<(), Failure> {
        let most = self.max_report as usize;
        output::print(&if self.json {
            json::text(names, found, most)
        } else {
            report::text(names, found, most)
        })
    }
}

/// A dump's name for messages.
fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

fn open(path: &Path, remarks: Remarks) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let fail = |e| Failure::input(format!("{}: cannot read: {e}", path.display()));
    let file = File::open(path).map_err(fail)?;
    let metadata = file.metadata().map_err(fail)?;
    if metadata.is_dir() {
        return Err(fail(io::Error::other("it is a directory")));
    }
    let bar = progress::bytes(metadata.len(), remarks);
    Ok(Box::new(BufReader::with_capacity(1 << 16, bar.wrap_read(file))))
}

/// Tells which lines cannot be read.
fn unreadable(names: &[String; 2], what: &Unreadable) -> Failure {
    let mut text = String::new();
    for (side, error) in &what.errors {
        let (name, line) = (&names[*side], error.line);
        match &error.kind {
            ReadErrorKind::Broken(e) => {
                text += &format!("{name}:{line}:{}: error: {}\n", e.column, e.message);
            }
            ReadErrorKind::Io(e) => text += &format!("{name}:{line}: cannot read: {e}\n"),
        }
    }
    if what.more > 0 {
        text += &format!("assay: {} more errors\n", what.more);
    }
    // Nowhere is left to report a failing standard error.
    let _ = io::stderr().write_all(text.as_bytes());
    Failure::Told(2)
}
