//! `assay check`: vector files against the model.

mod checked;
mod html;
mod json;
mod judging;
mod junit;
mod reports;

pub(crate) use checked::Checked;
pub(crate) use judging::Judging;
pub(crate) use reports::Reports;

use crate::failure::{BAD_INPUT, Failure};
use crate::operation::{self, Chosen, Perhaps};
use crate::output::{self, Targets};
use crate::vector_file;
use crate::{Remarks, domain, printable, progress};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use vectors::check::{self, Places, Report, Settings};
use vectors::file::{self, Error, Format, What};
use vectors::merge::{Head, Rows};
use vectors::waive::Kind;

/// Findings kept for the reports, beside those that are printed.
pub(crate) const KEPT: usize = 4096;

/// Check the results of vector files
///
/// Recomputes every case and compares: results from a design, a simulator or an older version. Prints
/// a summary line `checked N, mismatched M, unspecified U`, then the mismatches grouped by operation
/// and classes of operands (`assay ops --classes` explains the words), then the first of them decoded,
/// with the bits that differ. Exits with 1 if there are mismatches, with 2 if a file cannot be read as vectors, holds no case, or is no longer
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
    /// Format of the files: csv, jsonl, testfloat, memh, fptest or npy [default: by the extension, else csv]
    #[arg(long)]
    format: Option<Format>,
    /// The operation of testfloat and memh lines, perhaps with its options (OP,rm=rup); of other files, check
    /// this operation alone
    #[arg(long, value_name = "OP")]
    op: Option<String>,
    /// Options of testfloat and memh lines; of other files, check the cases under these alone, of one or several
    /// values or `all` (repeatable)
    #[arg(long = "opt", value_name = "NAME=VALUE", requires = "op")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    #[command(flatten)]
    judging: Judging,
    #[command(flatten)]
    reports: Reports,
}

impl Check {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let settings = self.settings(remarks)?;
        let mut targets = Targets::new(remarks);
        targets.reads(vector_file::read_of(&self.files));
        targets.reads(self.judging.files().to_vec());
        let reports = self.reports.open(&mut targets)?;
        let taken = reports.take_stdout()?;
        let mut all: Vec<Checked> = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let name = printable::path(path);
            let result = self.one(path, &settings, remarks);
            if let Ok(report) = &result {
                let gap = all.iter().any(|c| matches!(&c.result, Ok(r) if r.found > 0));
                let gap = if gap { "\n" } else { "" };
                let printed = if taken { Ok(()) } else { self.print(gap, &name, report) };
                remark(&name, report, remarks);
                printed?;
            }
            let checked = Checked { name, result, trouble: None };
            if let Some(error) = checked.error() {
                Failure::Input(error).tell();
            }
            if checked.result.as_ref().is_ok_and(|report| report.torn.is_some()) {
                tell(path, self.format_of(path)?, remarks);
            }
            all.push(checked);
        }
        let code = all.iter().map(Checked::code).max().unwrap_or(0);
        // What cannot be judged is no result: reports of an earlier run stay as they are.
        let reports = if code == BAD_INPUT { reports.printed() } else { reports };
        Failure::unread(reports.write(&all))?;
        let waived = domain::used(&settings.waivers, Kind::Mismatch, remarks);
        if !taken {
            Failure::unread(output::print(&format!("{waived}{}", last(&all, code))))?;
        }
        match code {
            0 => Ok(()),
            code => Err(Failure::Told(code)),
        }
    }

    fn settings(&self, remarks: Remarks) -> Result<Settings, Failure> {
        let formats =
            self.files.iter().map(|file| self.format_of(file)).collect::<Result<Vec<_>, _>>()?;
        let bare = operation::bare(formats.into_iter());
        let read = |text: &String| {
            Chosen::one(text, &self.perhaps.beside(&self.options), remarks)?.alone(bare.is_some())
        };
        let (op, only) = match &self.op {
            Some(text) => read(text).map(|(op, only)| (Some(op), only))?,
            None => (None, Vec::new()),
        };
        operation::of_lines(bare, &only)?;
        let kept = if self.reports.are_asked() { KEPT } else { 0 };
        let options = only.first().copied().unwrap_or_default();
        let limits = self.judging.limits()?;
        Ok(Settings { only, ..self.judging.settings(op, options, kept, &limits)? })
    }

    fn format_of(&self, path: &Path) -> Result<Format, Failure> {
        vector_file::format(self.format, path)
    }

    fn one(&self, path: &Path, settings: &Settings, remarks: Remarks) -> Result<Report, Failure> {
        let format = self.format_of(path)?;
        let plan = settings.op.map(|op| op.plan(&settings.options));
        let among = vectors::operations();
        let bar = progress::bytes(vector_file::size(path), remarks);
        let mut advance = |p: check::Progress| bar.set_position(p.bytes);
        let report = match format {
            Format::Npy => vector_file::array(path, plan)
                .and_then(|array| check::check_array(array, among, settings, &mut advance)),
            _ => vector_file::open(path, format, plan)
                .and_then(|(input, _)| check::check(input, format, among, settings, &mut advance)),
        };
        bar.finish_and_clear();
        let report = report.map_err(|e| failure(path, &e))?;
        if report.counts.checked == 0 && report.torn.is_none() {
            let outside = match report.counts.outside {
                0 => "",
                _ => " of the domain",
            };
            let of = settings.op.map_or_else(String::new, |op| operation::of(op, &settings.only));
            let name = path.display();
            return Err(Failure::input(format!(
                "{name}:{}: the file ends without a case{of}{outside}\n  right: at least one",
                report.lines + 1
            )));
        }
        Ok(report)
    }

    /// Prints a file's results. Where nobody reads them, the exit code still tells.
    fn print(&self, gap: &str, name: &str, report: &Report) -> Result<(), Failure> {
        let head = if self.files.len() > 1 { format!("{gap}{name}\n") } else { String::new() };
        Failure::unread(if report.findings.len() > self.judging.max_report {
            let mut fewer = report.clone();
            fewer.findings.truncate(self.judging.max_report);
            output::print(&format!("{head}{fewer}"))
        } else {
            output::print(&format!("{head}{report}"))
        })
    }
}

/// What a file's results leave out.
fn remark(name: &str, report: &Report, remarks: Remarks) {
    if report.passed_over > 0 {
        let cases = report.passed_over;
        remarks.say(format_args!(
            "{name}: {cases} cases of other operations or options are passed over"
        ));
    }
    if report.unclaimed.count > 0 {
        let Places { count, first } = report.unclaimed;
        let plural = if count == 1 { "" } else { "s" };
        remarks.say(format_args!(
            "{name}: unspecified of {count} case{plural} is not compared: the bits hang on open \
             decisions, and the column is blank, first in line {first}"
        ));
    }
}

/// The last line, which logs are searched for.
fn last(all: &[Checked], code: u8) -> String {
    let word = if code == 0 { "PASS" } else { "FAIL" };
    let reports = || all.iter().filter_map(|checked| checked.result.as_ref().ok());
    let cases: u64 = reports().map(|report| report.counts.checked).sum();
    let mismatches: u64 = reports().map(|report| report.counts.mismatched).sum();
    let waived: u64 = reports().map(|report| report.counts.waived).sum();
    let waived = if waived > 0 { format!(" waived={waived}") } else { String::new() };
    format!("ASSAY {word} files={} cases={cases} mismatches={mismatches}{waived}\n", all.len())
}

/// What is wrong with a file, and where: `FILE:LINE:COLUMN: ...`.
pub(crate) fn failure(path: &Path, e: &Error) -> Failure {
    let name = path.display().to_string();
    match (Failure::vectors(&name, e), e) {
        (Failure::Input(message), Error::Line { fault, .. }) if lacks_flags(&fault.what) => {
            Failure::Input(message + "\n  or: --no-flags, and no flags are compared")
        }
        (_, Error::Read(io)) if !is_users(io.kind()) => {
            Failure::Environment(format!("{name}: {e}"))
        }
        (failure, _) => failure,
    }
}

fn lacks_flags(what: &What) -> bool {
    matches!(what, What::Missing { field, .. } if field == "flags")
}

/// Whether a file of that name was the wrong thing to ask for.
fn is_users(kind: ErrorKind) -> bool {
    use ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
    matches!(kind, InvalidInput | IsADirectory | NotADirectory | NotFound | PermissionDenied)
}

/// Says so, where the file is a shard that can be made again.
fn tell(path: &Path, format: Format, remarks: Remarks) {
    if !path.metadata().is_ok_and(|found| found.is_file()) {
        return;
    }
    let name = printable::path(path);
    let open = || file::lines(path, format, vectors::operations(), None);
    let head = open()
        .ok()
        .and_then(|input| Head::read(input, format, vectors::operations()).ok().flatten());
    let Some(head) = head else { return };
    let Some(rows) = Rows::of(&head, format, open) else {
        remarks.say(format_args!(
            "{name}: which rows differ cannot be told: too many do, or this version cannot make the set again"
        ));
        return;
    };
    for row in &rows.missing {
        remarks.say(format_args!("{name}: missing: {row}"));
    }
    for (line, first) in &rows.doubled {
        remarks.say(format_args!("{name}:{line}: stands twice, first in line {first}"));
    }
    for line in &rows.added {
        remarks.say(format_args!("{name}:{line}: added: the set does not ask this"));
    }
    if rows.more > 0 {
        remarks.say(format_args!("{name}: {} more rows differ", rows.more));
    }
}
