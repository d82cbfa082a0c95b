//! `assay ulp`: how accurate another's results of functions are.

mod bias;
mod design;
mod dut;
mod json;
mod svg;

use crate::failure::Failure;
use crate::operation::Perhaps;
use crate::output::{self, Targets};
use crate::vector_file;
use crate::{Remarks, arguments, printable};
use dut::Extent;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vectors::accuracy::{self, Accuracy, Summary, Ulps};
use vectors::file::{Fault, Format, What};
use vectors::jobs;
use vectors::part::Cover;
use vectors::registry::{Op, Plan};

/// Measure the accuracy of functions in ulp
///
/// Takes another's results of functions (elem.*), from vector files or from a design, and measures
/// each against the exact value: the largest and the mean error, where the largest are, how many
/// answers are correctly rounded, which NaN, infinities and zeros are not right, where answers fall
/// though the function rises, where f(-x) does not follow from f(x).
///
/// An ulp is the distance of two numbers of the format in the binade of the exact value; below the
/// smallest normal number that of subnormal numbers. Errors are exact: what is printed is sure. An
/// infinite answer to a value of the largest binade or above counts as the number behind the largest.
/// Flags are not looked at.
///
/// --shard measures one part of the cases and prints it for --merge, which reports of all parts together, order and
/// symmetry across them included, what one run would have.
///
/// Of conversions by random bits (sr.A.B, named by --op or with --dut): bias, variance and the largest error of the
/// answers in ulp, beside what they are over all random words of the same numbers, and how many answers are right under
/// their words. A design with random bits of its own does not look at the words.
///
/// A design (--dut) is started by the shell; it reads a case a line, the operands in hex with a blank
/// between, and answers each by a line that begins with the result in hex. Exits with 3 if it ends or is silent
/// before it has answered all, or has answered nothing when --seconds are over.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay ulp results.csv
  assay ulp results.csv --op elem.f16.exp --svg error.svg --max-report 3
  assay ulp lines.txt --format testfloat --op elem.f32.exp --max-ulp 1
  assay ulp elem.f32.exp --dut ./design --count 100000 --seed 7
  assay ulp elem.bf16.tanh rm=rup --dut ./design --cover exhaustive --json
  for i in 1 2 3 4; do assay ulp elem.f32.exp --dut ./design --shard $i/4 > $i.part; done
  assay ulp --merge 1.part 2.part 3.part 4.part
  assay ulp sr.f32.e4m3fn bits=4 --dut ./design")]
pub(crate) struct Ulp {
    /// Vector files, `-` is standard input; with --dut the operation and its options; with --merge all shards
    #[arg(value_name = "FILE|OP", required_unless_present = "dut")]
    files: Vec<PathBuf>,
    /// A command of the shell that answers cases
    #[arg(long, value_name = "COMMAND")]
    dut: Option<String>,
    /// The operation of --dut and of testfloat and memh lines; of other files, this operation alone
    #[arg(long, value_name = "OP")]
    op: Option<String>,
    /// Options of --dut and of testfloat and memh lines (repeatable)
    #[arg(long = "opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    /// Format of the files: csv, jsonl, testfloat, memh, fptest or npy [default: by the extension, else csv]
    #[arg(long, conflicts_with = "dut")]
    format: Option<Format>,
    /// Operands for --dut: corner, random or exhaustive [default: random]
    #[arg(long, requires = "dut")]
    cover: Option<Cover>,
    /// Random cases for --dut [default: 65536]
    #[arg(long, value_name = "N", requires = "dut", value_parser = arguments::number)]
    count: Option<u64>,
    /// Their seed [default: 0]
    #[arg(long, value_name = "S", requires = "dut", value_parser = arguments::number)]
    seed: Option<u64>,
    /// Only part I of N of the cases of --dut, I from 1 to N, as `gen` has it; prints what --merge takes
    #[arg(long, value_name = "I/N", requires = "dut", conflicts_with_all = ["json", "svg", "max_ulp"])]
    shard: Option<jobs::Part>,
    /// The files are the outputs of all shards of one run: report of the whole
    #[arg(long, conflicts_with_all = ["dut", "op", "options", "format", "max_report"])]
    merge: bool,
    /// Seconds that an answer of the design may take
    #[arg(long, value_name = "T", default_value = "10", value_parser = arguments::seconds)]
    limit: Duration,
    /// Stop after so many seconds, and measure what was answered
    #[arg(long, value_name = "T", requires = "dut", value_parser = arguments::seconds)]
    seconds: Option<Duration>,
    /// Tell at most N cases of each kind
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = arguments::size)]
    max_report: usize,
    /// Exit with 1 if an error is larger than N ulp, or a special answer is not right
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_ulp: Option<Ulps>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    /// Also draw the errors over the argument; of one operation under one choice of options
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What was found of an operation under one choice of options.
struct Measured {
    plan: Plan,
    summary: Summary,
}

/// All operations, one behind the other.
fn text(all: &[Measured], most: usize) -> String {
    let each = all.iter().map(|one| accuracy::report(&one.plan, &one.summary, most));
    each.collect::<Vec<_>>().join("\n")
}

impl Ulp {
    pub(crate) fn run(mut self, remarks: Remarks) -> Result<(), Failure> {
        self.options = self.perhaps.beside(&self.options);
        self.operation(remarks)?;
        if let Some(op) = self.stochastic()? {
            return self.bias(op, remarks);
        }
        let op = self.op.as_deref().map(function).transpose()?;
        let mut targets = Targets::new(remarks);
        targets.reads(vector_file::read_of(&self.files));
        let svg = self.svg.as_deref().map(|path| targets.open(Some(path))).transpose()?;
        let mut extent = Extent::default();
        let mut all = match (&self.dut, op) {
            _ if self.merge => vec![design::join(&self.files)?],
            (Some(command), Some(op)) => match self.design(command, op, remarks)? {
                Some((accuracy, own)) => {
                    extent = own;
                    vec![accuracy]
                }
                None => return Ok(()),
            },
            _ => self.read(op, remarks)?,
        };
        let most = all.first().map_or(self.max_report, Accuracy::most);
        let all: Vec<Measured> = all
            .drain(..)
            .map(|a| Measured { plan: a.plan().clone(), summary: a.summary() })
            .collect();
        if let Some(svg) = svg {
            svg.whole(svg::picture(self.only(&all)?))?;
        }
        match self.json {
            true => output::print(&json::report(&all, extent)?)?,
            false => output::print(&(text(&all, most) + &extent.line()))?,
        }
        match &self.max_ulp {
            Some(most) if all.iter().any(|one| exceeds(&one.summary, most)) => {
                Err(Failure::Told(1))
            }
            _ => Ok(()),
        }
    }

    /// The only operation of a picture.
    fn only<'a>(&self, all: &'a [Measured]) -> Result<&'a Measured, Failure> {
        match all {
            [only] => Ok(only),
            _ => Err(Failure::input(format!(
                "--svg draws one operation under one choice of options, and {} were measured\n  \
                 right: --op OP, and a file of one choice of options",
                all.len()
            ))),
        }
    }

    /// The results of files, operation by operation in the order of their first case.
    fn read(&self, op: Option<&'static Op>, remarks: Remarks) -> Result<Vec<Accuracy>, Failure> {
        let mut all: Vec<Accuracy> = Vec::new();
        for path in &self.files {
            let name = printable::path(path);
            let passed = self.file(path, op, &mut all)?;
            if passed > 0 {
                let (plural, are) = if passed == 1 { ("", "is") } else { ("s", "are") };
                remarks.say(format_args!(
                    "{name}: {passed} case{plural} of other operations {are} passed over"
                ));
            }
        }
        if all.is_empty() {
            let of = op.map_or_else(|| "a function".to_owned(), |op| op.id.clone());
            return Err(Failure::input(format!(
                "there is no case of {of}\n  right: results of functions, elem.FORMAT.NAME"
            )));
        }
        Ok(all)
    }

    /// Reads a file: how many cases of it are not looked at.
    fn file(
        &self,
        path: &Path,
        op: Option<&'static Op>,
        all: &mut Vec<Accuracy>,
    ) -> Result<u64, Failure> {
        let format = vector_file::format(self.format, path)?;
        let plan = self.lines_of(format, op)?;
        let input = vector_file::open(path, format, plan.clone());
        let (input, _) = input.map_err(|e| Failure::vectors(&printable::path(path), &e))?;
        let mut passed = 0;
        let mut last = 0;
        let read = accuracy::each(input, format, vectors::operations(), plan, |line, case| {
            let plan = case.plan;
            let asked = op.is_none_or(|op| std::ptr::eq(op, plan.op));
            let same = |a: &Accuracy| {
                std::ptr::eq(a.plan().op, plan.op) && a.plan().options == plan.options
            };
            if !asked || accuracy::function_of(plan.op).is_none() {
                passed += 1;
                return Ok(());
            }
            if !all.get(last).is_some_and(same) {
                last = all.iter().position(same).unwrap_or(all.len());
            }
            if last == all.len() {
                all.extend(Accuracy::new(plan, self.max_report));
            }
            let taken = all[last].take(line, case.x, case.out);
            taken.map_err(|e| Box::new(Fault { column: None, what: What::Undecided(e.why) }))
        });
        read.map_err(|e| Failure::vectors(&printable::path(path), &e))?;
        Ok(passed)
    }

    /// What testfloat lines are cases of.
    fn lines_of(&self, format: Format, op: Option<&'static Op>) -> Result<Option<Plan>, Failure> {
        let words: Vec<&str> = self.options.iter().map(String::as_str).collect();
        match (format, op) {
            (format, Some(op)) if format.is_bare() => {
                Ok(Some(op.plan(&op.parse_options(words).map_err(Failure::input)?)))
            }
            _ if !words.is_empty() => Err(Failure::input(
                "--opt is given, but the lines name their options themselves\n  right: --opt with \
                 --format testfloat or --dut",
            )),
            _ => Ok(None),
        }
    }

    fn accuracy(&self, plan: &Plan) -> Result<Accuracy, Failure> {
        Accuracy::new(plan, self.max_report).ok_or_else(|| Failure::input(no_function(plan.op)))
    }
}

/// The function of this id.
fn function(id: &str) -> Result<&'static Op, Failure> {
    let op = vectors::operations().find(id).map_err(Failure::input)?;
    match accuracy::function_of(op) {
        Some(_) => Ok(op),
        None => Err(Failure::input(no_function(op))),
    }
}

fn no_function(op: &Op) -> String {
    format!(
        "{} is no function\n  right: elem.FORMAT.NAME, such as elem.f32.exp, or a conversion by random bits, sr.A.B",
        op.id
    )
}

/// Whether an answer is farther off than is asked for.
fn exceeds(summary: &Summary, most: &Ulps) -> bool {
    summary.differ > 0 || summary.worst.first().is_some_and(|worst| !worst.ulps.within(most))
}
