//! `assay identify`: which datapath a design is.

mod recorded;
mod text;

use crate::design::{self, Child};
use crate::domain::Where;
use crate::failure::Failure;
use crate::operation::{Chosen, Perhaps};
use crate::output::{self, Targets};
use crate::vector_file;
use crate::{Remarks, arguments, printable, progress};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vectors::diff::Design;
use vectors::file::Format;
use vectors::identify::{Identified, Settings, Source, identify};

/// Find out which datapath a design is
///
/// The design is a black box: it is asked the cases that tell most candidates apart, and those that answer
/// otherwise go, until no case tells the rest apart. It is started as by `assay diff`: a case a line, the
/// operands in hex, and an answer a line, the result and perhaps the flags. Instead, files of its results may be
/// given, whose cases are taken as they are.
///
/// Candidates of any operation are its options (rounding direction, tininess, flushing, NaN rule) and, of
/// MN-Core 2, every combination of answers to what its manual leaves open. Of a sum (sum.*) they are all ways to cut
/// terms at an alignment, orders in which terms meet, points where sums are rounded, what products keep, and rules for
/// special codes, whatever the operation's own are: its formats and number of terms count. Options that are given
/// by --opt are known; a sum whose options are given has its own structure.
///
/// Candidates of operations that round once are also other structures: a product rounded before the addition, ties that
/// go to odd, to zero or away, bits kept without a sticky one, saturation, other rules for tiny results.
///
/// What is left is then held against the corner set, the model set and --random cases, or against all cases of the
/// files, and some cases are asked again.
///
/// Prints the candidates that are left, the simplest first, as arguments of `assay eval` and what is done instead.
/// Exits with 1 if none is left (the nearest is told, and the smallest cases that refute it), or if the design left cases
/// without an answer, answered a case in two ways or ended; with 3 if it answers nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay identify ieee.f32.fma --dut ./design
  assay identify sum.plain.fma.f16.f32 --dut ./tensor_core -o proof.csv
  assay identify sum.own:x=e4m3fn:y=e4m3fn:terms=16 --dut ./tensor_core
  assay identify ieee.f32.add --any-nan --dut 'python3 loop.py'
  assay identify mncore2.mau.fvfma --dut './emulator --case'
  assay identify ieee.f16.add results.csv")]
pub(crate) struct Identify {
    /// The operation whose formats and number of operands the design has; of several alike any
    #[arg(value_name = "OP")]
    op: String,
    /// Vector files with its results, instead of the design; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["dut", "from"], conflicts_with = "dut")]
    files: Vec<PathBuf>,
    /// The same (repeatable)
    #[arg(long, value_name = "FILE", conflicts_with = "dut")]
    from: Vec<PathBuf>,
    /// The design, a command of the shell
    #[arg(long, value_name = "COMMAND")]
    dut: Option<String>,
    /// Options that are known, to be one of one or several values (repeatable; also behind the operation: OP,rm=rup)
    #[arg(long = "opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    /// Format of the files: csv, jsonl, testfloat, memh, fptest or npy [default: by the extension, else csv]
    #[arg(long, conflicts_with = "dut")]
    format: Option<Format>,
    /// Seed of the questions [default: 0]
    #[arg(long, value_name = "S", value_parser = arguments::number)]
    seed: Option<u64>,
    /// Random cases that what is left is held against
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = arguments::number, conflicts_with_all = ["files", "from"])]
    random: u64,
    /// NaN results count as right wherever NaN is right, quiet ones whatever their bits
    #[arg(long)]
    any_nan: bool,
    /// The candidates are the operations of this family that ask and answer alike; sums of fewer products take them in turn
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
    /// Seconds that an answer may take
    #[arg(long, value_name = "T", default_value = "10", value_parser = arguments::seconds)]
    limit: Duration,
    /// Stop after so many seconds
    #[arg(long, value_name = "T", value_parser = arguments::seconds)]
    seconds: Option<Duration>,
    #[command(flatten)]
    domain: Where,
    /// Write the few cases that leave no other candidate to this file, as csv or jsonl
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Tell at most N candidates
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = arguments::size)]
    max_report: usize,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

impl Identify {
    pub(crate) fn run(mut self, remarks: Remarks) -> Result<(), Failure> {
        self.files.append(&mut self.from);
        let chosen = Chosen::one(&self.op, &self.perhaps.beside(&self.options), remarks)?;
        let op = chosen.ops[0];
        let mut targets = Targets::new(remarks);
        targets.reads(vector_file::read_of(&self.files));
        let proof = self.output.as_deref().map(|path| proof_format(path).map(|f| (path, f)));
        let proof = proof.transpose()?;
        let file = proof.map(|(path, _)| targets.open(Some(path))).transpose()?;
        let bar = progress::count("candidates left", remarks);
        let mut left = |count| bar.set_position(count);
        let settings = Settings {
            fixed: chosen.wanted.clone().unwrap_or_default(),
            seed: self.seed.unwrap_or(0),
            random: self.random,
            any_nan: self.any_nan,
            family: self.family.clone().map(known).transpose()?,
            domain: self.domain.domain()?,
            until: self.seconds.map(|seconds| Instant::now() + seconds),
        };
        let mut complaints = Vec::new();
        let found = match &self.dut {
            Some(command) => {
                let mut child = Child::new(command, self.limit, remarks);
                let source = Source::Design(&mut child);
                let found = identify(op, &settings, source, &mut left);
                complaints = child.finish().iter().map(ToString::to_string).collect();
                if let Some(failure) = child.failure() {
                    return Err(failure);
                }
                found
            }
            None => {
                let asked = recorded::read(&chosen, &self.files, self.format)?;
                identify(op, &settings, Source::Recorded(asked), &mut left)
            }
        };
        bar.finish_and_clear();
        let found = found.map_err(Failure::input)?;
        if let Some(command) = self.dut.as_deref().filter(|_| found.over && found.asked == 0) {
            return Err(design::unasked(command, self.seconds));
        }
        if found.asked > 0 && found.failed == found.asked {
            let why = found.why.as_deref().unwrap_or_default();
            return Err(Failure::Environment(format!(
                "`{}` answered none of {} cases: {why}\n  right: a line for each case, the result in hex \
                 and perhaps the flags",
                self.dut.as_deref().unwrap_or_default(),
                found.asked
            )));
        }
        let told = text::Told { op, found: &found, complaints: &complaints, most: self.max_report };
        if let (Some(file), Some((path, format))) = (file, proof) {
            match told.is_named() {
                true => self.prove(&found, file, path, format, remarks)?,
                false => remarks.say(format_args!(
                    "{}: not written: the design is not identified",
                    printable::path(path)
                )),
            }
        }
        output::print(&if self.json { told.json()? } else { told.report() })?;
        if told.is_named() { Ok(()) } else { Err(Failure::Told(1)) }
    }

    /// Writes the proof, where there is one.
    fn prove(
        &self,
        found: &Identified,
        file: output::Output,
        path: &Path,
        format: Format,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let name = printable::path(path);
        match found.lines(vectors::operations(), format).map(String::from_utf8) {
            Some(Ok(lines)) => {
                file.whole(lines)?;
                remarks.say(format_args!("{name}: {} cases", found.proof.len()));
            }
            _ => remarks.say(format_args!(
                "{name}: not written: no candidate is left that a file can name"
            )),
        }
        Ok(())
    }
}

/// The name of a family.
fn known(family: String) -> Result<String, Failure> {
    let all: Vec<&str> = vectors::operations().families().collect();
    match all.contains(&family.as_str()) {
        true => Ok(family),
        false => Err(Failure::input(format!(
            "there is no family `{}`\n  right: one of {}",
            printable::text(&family),
            all.join(", ")
        ))),
    }
}

/// The format of the proof's file.
fn proof_format(path: &Path) -> Result<Format, Failure> {
    match vector_file::told(path)? {
        Some(Format::Npy) => Err(Failure::input(format!(
            "{}: a proof is lines\n  right: FILE.csv or FILE.jsonl",
            printable::path(path)
        ))),
        Some(format) if format.is_bare() => Err(Failure::input(format!(
            "{}: {format} lines do not name their operation\n  right: FILE.csv or FILE.jsonl",
            printable::path(path)
        ))),
        format => Ok(format.unwrap_or(Format::Csv)),
    }
}
