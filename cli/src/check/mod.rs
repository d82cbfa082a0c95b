//! `assay check`: vector files against the model.

mod html;
mod json;
mod junit;

use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use crate::profile::Profiled;
use crate::{Remarks, arguments, printable, progress};
use std::io::{ErrorKind, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use vectors::accuracy::{NoUlps, Ulps};
use vectors::check::{self, Places, Policy, Report, Settings, Torn};
use vectors::file::{self, Error, Fault, Format, What};
use vectors::registry::{self, Options};
use vectors::testfloat::Tolerance;

/// Findings kept for the reports, beside those that are printed.
const KEPT: usize = 4096;

/// Check the results of vector files
///
/// Recomputes every case and compares: results from a design, a simulator or an older version. Prints
/// a summary line `checked N, mismatched M, unspecified U`, then the mismatches grouped by operation
/// and classes of operands, then the first of them decoded, with the bits that differ. Exits with 1
/// if there are mismatches, with 2 if a file cannot be read as vectors, holds no case, or is no longer
/// whole: a generated file says how many cases it has and carries a digest of what they ask.
///
/// What is not compared ends the summary line: `compared C` where cases are skipped as open, `flags of
/// N not compared` where flags are blank or --no-flags is given. In a case that still has its seal in
/// `class`, blank flags are an error.
///
/// With --tolerance ulp:N, of the functions (elem.*) a result that is no NaN, is not another infinity and
/// lies at most N ulp from the exact value counts as right; its flags are then not compared. The summary
/// line says `by tolerance T` how many results are right in this way alone. `assay ulp` says how far they
/// are off.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay gen mncore2.mau.fvfma -o v.csv && assay check v.csv
  assay check results.csv --unspecified skip --junit report.xml --html report.html
  assay check results.csv --no-flags --json report.json
  assay check results.csv --tolerance ulp:1
  assay gen mncore2.mau.hvmul --format testfloat |
    assay check - --format testfloat --op mncore2.mau.hvmul
  testfloat_gen f32_mulAdd -rminMag | ./design |
    assay check - --format testfloat --op f32_mulAdd -rminMag

In --op, TestFloat's function names are understood, and beside one TestFloat's options: -rnear_even,
-rnear_maxMag, -rminMag, -rmin, -rmax, -rodd, -tininessbefore, -tininessafter, -exact, -notexact,
-errors N, -checkNaNs, -checkInvInts, -checkAll. As in testfloat_ver, --any-nan and
--any-invalid-integer hold then unless -checkNaNs and -checkInvInts are given.")]
pub(crate) struct Check {
    /// Vector files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Format of the files: csv, jsonl or testfloat [default: by the extension, else csv]
    #[arg(long)]
    format: Option<Format>,
    /// The operation of testfloat lines; of other files, check this operation alone
    #[arg(long, value_name = "OP")]
    op: Option<String>,
    /// Options of testfloat lines (repeatable)
    #[arg(long = "opt", value_name = "NAME=VALUE", requires = "op")]
    options: Vec<String>,
    /// Cases whose bits no source determines: skip (any result will do), report (differing ones are
    /// listed, but are no mismatches) or insist (on the decided result)
    #[arg(long, value_name = "POLICY", default_value = "insist")]
    unspecified: Policy,
    /// Do not compare flags
    #[arg(long)]
    no_flags: bool,
    /// Print at most N cases of each file
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = arguments::size)]
    max_report: usize,
    /// NaN results count as right wherever NaN is right, quiet ones whatever their bits
    #[arg(long)]
    any_nan: bool,
    /// Where a conversion to integers is invalid, the limits count as right, and 0 (of signed types for
    /// a NaN alone)
    #[arg(long)]
    any_invalid_integer: bool,
    /// Results of functions (elem.*) count as right up to so many ulp from the exact value: ulp:N
    #[arg(long, value_name = "ulp:N", value_parser = ulps, allow_hyphen_values = true)]
    tolerance: Option<Ulps>,
    #[command(flatten)]
    profile: Profiled,
    /// Also write a JUnit report: a suite for each file, a test case for each operation
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Also write a page with summary, heat map and mismatches
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write all that was found as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
}

/// A file and what came of it.
struct Checked {
    name: String,
    result: Result<Report, Failure>,
}

impl Checked {
    /// The exit code that this file asks for.
    fn code(&self) -> u8 {
        match &self.result {
            Ok(report) if report.torn.is_some() => 2,
            Ok(report) => u8::from(report.counts.mismatched > 0),
            Err(failure) => failure.code(),
        }
    }

    /// What is wrong with the file itself.
    fn error(&self) -> Option<String> {
        match &self.result {
            Ok(report) => report.torn.as_ref().map(|torn| {
                let Torn { line, .. } = torn;
                format!("{}:{line}: {torn}", self.name)
            }),
            Err(failure) => Some(failure.message().unwrap_or("unreadable").to_owned()),
        }
    }
}

impl Check {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let settings = self.settings()?;
        let mut targets = Targets::new(remarks);
        targets.reads(&self.files);
        let mut report = |path: &Option<PathBuf>| -> Result<Option<Output>, Failure> {
            path.as_deref().map(|path| targets.open(Some(path))).transpose()
        };
        let (junit, html) = (report(&self.junit)?, report(&self.html)?);
        let json = report(&self.json)?;
        let mut all: Vec<Checked> = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let name = printable::path(path);
            let result = self.one(path, &settings, remarks);
            if let Ok(report) = &result {
                let gap = all.iter().any(|c| matches!(&c.result, Ok(r) if r.found > 0));
                self.print(if gap { "\n" } else { "" }, &name, report, remarks)?;
            }
            let checked = Checked { name, result };
            if let Some(error) = checked.error() {
                Failure::Input(error).tell();
            }
            all.push(checked);
        }
        if let Some(junit) = junit {
            junit.whole(junit::report(&all))?;
        }
        if let Some(html) = html {
            html.whole(html::page(&all))?;
        }
        if let Some(json) = json {
            json.whole(json::report(&all)?)?;
        }
        match all.iter().map(Checked::code).max() {
            None | Some(0) => Ok(()),
            Some(code) => Err(Failure::Told(code)),
        }
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let op = self.op.as_deref().map(registry::find).transpose().map_err(Failure::input)?;
        let words = self.options.iter().map(String::as_str);
        let testfloat = self.files.iter().any(|f| self.format_of(f) == Format::TestFloat);
        let options = match op {
            Some(op) if testfloat => op.parse_options(words).map_err(Failure::input)?,
            _ if !self.options.is_empty() => {
                return Err(Failure::input(
                    "--opt is given, but the lines name their options themselves\n  right: --opt \
                     with --format testfloat",
                ));
            }
            _ => Options::NONE,
        };
        let reports = self.junit.is_some() || self.html.is_some() || self.json.is_some();
        Ok(Settings {
            op,
            options,
            unspecified: self.unspecified,
            flags: !self.no_flags,
            max_report: self.max_report.max(if reports { KEPT } else { 0 }),
            tolerance: Tolerance { nans: self.any_nan, integers: self.any_invalid_integer },
            ulps: self.tolerance.clone(),
            answers: self.profile.answers(op)?,
            threads: self.threads.map_or(0, NonZeroUsize::get),
        })
    }

    fn format_of(&self, path: &Path) -> Format {
        self.format.or_else(|| Format::of_path(path)).unwrap_or(Format::Csv)
    }

    fn one(&self, path: &Path, settings: &Settings, remarks: Remarks) -> Result<Report, Failure> {
        let format = self.format_of(path);
        let (input, size): (Box<dyn Read>, u64) = if path == Path::new("-") {
            (Box::new(std::io::stdin()), 0)
        } else {
            let file = file::open(path).map_err(|e| failure(path, &e))?;
            let size = file.metadata().map_or(0, |m| m.len());
            (Box::new(file), size)
        };
        let bar = progress::bytes(size, remarks);
        let mut advance = |p: check::Progress| bar.set_position(p.bytes);
        let report = check::check(input, format, settings, &mut advance);
        bar.finish_and_clear();
        let report = report.map_err(|e| failure(path, &e))?;
        if report.counts.checked == 0 && report.torn.is_none() {
            let of = settings.op.map_or_else(String::new, |op| format!(" of {}", op.id));
            let name = path.display();
            return Err(Failure::input(format!(
                "{name}:{}: the file ends without a case{of}\n  right: at least one",
                report.lines + 1
            )));
        }
        Ok(report)
    }

    /// Prints a file's results. Where nobody reads them, the exit code still tells.
    fn print(
        &self,
        gap: &str,
        name: &str,
        report: &Report,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let head = if self.files.len() > 1 { format!("{gap}{name}\n") } else { String::new() };
        let printed = if report.findings.len() > self.max_report {
            let mut fewer = report.clone();
            fewer.findings.truncate(self.max_report);
            output::print(&format!("{head}{fewer}"))
        } else {
            output::print(&format!("{head}{report}"))
        };
        if report.passed_over > 0 {
            let cases = report.passed_over;
            remarks.say(format_args!("{name}: {cases} cases of other operations are passed over"));
        }
        if report.unclaimed.count > 0 {
            let Places { count, first } = report.unclaimed;
            let plural = if count == 1 { "" } else { "s" };
            remarks.say(format_args!(
                "{name}: unspecified of {count} case{plural} is not compared: the bits hang on open \
                 decisions, and the column is blank, first in line {first}"
            ));
        }
        match printed {
            Err(Failure::ReaderGone) => Ok(()),
            printed => printed,
        }
    }
}

/// Reads `ulp:N`.
fn ulps(text: &str) -> Result<Ulps, String> {
    let number = text.strip_prefix("ulp:").ok_or("right is ulp:N, such as ulp:1 or ulp:0.75")?;
    number.parse().map_err(|e: NoUlps| e.to_string())
}

/// What is wrong with a file, and where: `FILE:LINE:COLUMN: ...`.
fn failure(path: &Path, e: &Error) -> Failure {
    let name = path.display();
    match e {
        Error::NoOperation => Failure::input(format!(
            "{name}: testfloat lines do not name their operation\n  right: --op OP, and --opt \
             NAME=VALUE for each of its options"
        )),
        Error::Line { line, fault } => {
            let Fault { column, what } = &**fault;
            let column = column.map_or_else(String::new, |c| format!("{c}:"));
            let hint = match what {
                What::Missing { field, .. } if field == "flags" => {
                    "\n  or: --no-flags, and no flags are compared"
                }
                _ => "",
            };
            Failure::input(format!("{name}:{line}:{column} {what}{hint}"))
        }
        Error::Read(io) if !is_users(io.kind()) => Failure::Environment(format!("{name}: {e}")),
        _ => Failure::input(format!("{name}: {e}")),
    }
}

/// Whether a file of that name was the wrong thing to ask for.
fn is_users(kind: ErrorKind) -> bool {
    use ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
    matches!(kind, InvalidInput | IsADirectory | NotADirectory | NotFound | PermissionDenied)
}
