//! `assay dump-diff`: two dumps by location and value.

mod json;
mod report;

use crate::diagnose::name;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::system;
use crate::{Remarks, printable, progress};
use clap::builder::PossibleValuesParser;
use semantics::machine::{Compare, CompareError, Compared, Comparison};
use semantics::machines;
use semantics::source::more;
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
    #[arg(long, value_name = "PRECISION", value_parser = PossibleValuesParser::new(precisions()))]
    by_value: Option<String>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    /// The system whose dumps they are [default: mncore2]
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
}

/// Those of all machines whose dumps are compared.
fn precisions() -> impl Iterator<Item = &'static str> {
    let dumps = machines::ALL.iter().filter_map(|machine| machine.compare());
    dumps.flat_map(Compare::precisions)
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
            by_value: self.by_value.as_deref(),
            // The first difference is explained, and does not count.
            most: (self.max_report as usize).saturating_add(1),
        };
        let (mut a, mut b) = (open(&self.a, remarks)?, open(&self.b, remarks)?);
        let machine = system::named(self.system.as_deref())?;
        let dumps = machine.compare().ok_or_else(|| {
            let what = "dumps that are compared by place and value";
            Failure::input(machine.lacks(what))
        })?;
        let found = dumps.compare([&mut a, &mut b], &how).map_err(|e| match e {
            CompareError::Refused(refusal) => Failure::input(refusal),
            CompareError::Unreadable(errors, more) => unreadable(&names, &errors, more),
        })?;
        for (name, (&skipped, &lines)) in names.iter().zip(found.skipped.iter().zip(&found.lines)) {
            if lines == 0 {
                return Err(Failure::input(format!(
                    "{name}: none of its {skipped} lines is a dump line\n  right: {}",
                    dumps.lines()
                )));
            }
        }
        self.tell(&names, &found)?;
        if found.is_equal() { Ok(()) } else { Err(Failure::Told(1)) }
    }

    fn tell(&self, names: &[String; 2], found: &Compared) -> Result<(), Failure> {
        let most = self.max_report as usize;
        output::print(&if self.json {
            json::text(names, found, most)
        } else {
            report::text(names, found, most)
        })
    }
}

fn open(path: &Path, remarks: Remarks) -> Result<impl BufRead, Failure> {
    let input = Input::with_end(path).map_err(|e| Failure::read(path, &e))?;
    let bar = progress::bytes(input.size().unwrap_or(0), remarks);
    Ok(BufReader::with_capacity(1 << 16, bar.wrap_read(input)))
}

/// Tells which lines cannot be read.
fn unreadable(names: &[String; 2], errors: &[(usize, String)], left: u64) -> Failure {
    let mut text = String::new();
    for (side, error) in errors {
        text += &format!("{}:{error}\n", names[*side]);
    }
    if left > 0 {
        text += &format!("assay: {}\n", more(left, "error"));
    }
    // Nowhere is left to report a failing standard error.
    let _ = io::stderr().write_all(printable::text(&text).as_bytes());
    Failure::Told(2)
}
