//! `assay cover`: which goals of the coverage models vector files hit.

mod html;
mod json;
mod map;

use crate::domain::{Waived, Where};
use crate::failure::Failure;
use crate::operation::{self, Chosen, Perhaps};
use crate::output::{self, Output, Targets};
use crate::vector_file;
use crate::{Remarks, arguments, check, domain, progress};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vectors::cover::{self, Measure, Model, report};
use vectors::file::Format;
use vectors::registry::{Op, Options};
use vectors::waive::Kind;

/// Measure which goals of the coverage models vector files hit
///
/// A goal is one combination of the values that a cross of a model looks at: classes of operands, bits
/// about the place of rounding, distances and cancellation of a sum (IBM's models B1 to B29), classes and
/// flags of results. Prints for every operation and choice of options how many of the goals that can be
/// reached were hit, cross by cross, and the first of those that were not (holes). What cannot be reached
/// is not counted; --goals lists it with the reasons. `assay ops --classes` explains the words for classes.
///
/// Results of the files are not looked at: assay check compares them. With --least, exits with 1 where
/// less is covered.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay gen ieee.f32.fma --cover model -o v.csv && assay cover v.csv
  assay cover v.csv w.csv --html cover.html --json cover.json --least 100
  testfloat_gen f32_add | assay cover - --format testfloat --op f32_add
  assay cover --goals ieee.f16.div --opt rm=rtz
  assay cover --goals ieee.f16.div --opt rm=all --sv div_cover.sv")]
pub(crate) struct Cover {
    /// Vector files; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "goals")]
    files: Vec<PathBuf>,
    /// List the goals of an operation, and which of them cannot be reached, and why
    #[arg(long, value_name = "OP", conflicts_with_all = ["files", "op", "html", "json", "least"])]
    goals: Option<String>,
    /// Format of the files: csv, jsonl, testfloat, memh, fptest or npy [default: by the extension, else csv]
    #[arg(long)]
    format: Option<Format>,
    /// The operation of testfloat and memh lines, perhaps with its options (OP,rm=rup); of other files, measure
    /// this operation alone
    #[arg(long, value_name = "OP")]
    op: Option<String>,
    /// Options of testfloat and memh lines, and of --goals; of other files, measure the cases under these alone, of
    /// one or several values or `all` (repeatable)
    #[arg(long = "opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    /// Exit with 1 unless at least so many percent of the goals that can be reached are hit
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    least: Option<f64>,
    /// The most holes printed of each operation
    #[arg(long, value_name = "N", default_value_t = 10)]
    holes: usize,
    /// Also write a page with a heat map of every cross
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write all counts and holes as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write the goals that can be said as bins as SystemVerilog covergroups; of --goals and `-` these alone
    #[arg(long, value_name = "FILE")]
    sv: Option<PathBuf>,
    #[command(flatten)]
    domain: Where,
    #[command(flatten)]
    waived: Waived,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
}

/// A number from 0 to 100.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n| (0.0..=100.0).contains(n));
    number.ok_or_else(|| "right is a number from 0 to 100".to_owned())
}

impl Cover {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if let Some(op) = &self.goals {
            return self.tell_goals(op, remarks);
        }
        let formats = self
            .files
            .iter()
            .map(|path| vector_file::format(self.format, path))
            .collect::<Result<Vec<_>, _>>()?;
        let bare = operation::bare(formats.into_iter());
        let (op, only) = match &self.op {
            Some(op) => {
                let (op, only) = Chosen::one(op, &self.perhaps.beside(&self.options), remarks)?
                    .alone(bare.is_some())?;
                (Some(op), only)
            }
            None if self.options.is_empty() => (None, Vec::new()),
            None => {
                return Err(Failure::input(
                    "--opt is given without --op or --goals\n  right: both",
                ));
            }
        };
        operation::of_lines(bare, &only)?;
        let mut targets = Targets::new(remarks);
        targets.reads(vector_file::read_of(&self.files));
        let mut open = |path: &Option<PathBuf>| -> Result<Option<Output>, Failure> {
            path.as_deref().map(|path| targets.open(Some(path))).transpose()
        };
        let (page, counts) = (open(&self.html)?, open(&self.json)?);
        let groups = open(&self.sv)?;
        let taken = output::taken([&page, &counts, &groups])?;
        targets.reads(self.waived.files().to_vec());
        let waivers = self.waived.read()?;
        let mut measure = Measure::of(self.domain.domain()?, Arc::clone(&waivers));
        for path in &self.files {
            self.read(path, (op, &only), &mut measure, remarks)?;
        }
        let covered = measure.covered();
        if covered.iter().all(|c| c.cases == 0) {
            let of = op.map_or_else(String::new, |op| operation::of(op, &only));
            return Err(Failure::input(format!(
                "the files hold no case{of}\n  right: at least one"
            )));
        }
        let groups = groups.map(|out| -> Result<_, Failure> {
            let models: Vec<&Model> = covered.iter().map(|c| &*c.model).collect();
            Ok((out, cover::systemverilog(&models).map_err(Failure::input)?))
        });
        let groups = groups.transpose()?;
        if let Some(page) = page {
            page.whole(html::page(&covered))?;
        }
        if let Some(counts) = counts {
            counts.whole(json::report(&covered)?)?;
        }
        if let Some((out, text)) = groups {
            out.whole(text)?;
        }
        let waived = domain::used(&waivers, Kind::Goal, remarks);
        if !taken {
            output::print(&format!("{}{waived}", report::report(&covered, self.holes)))?;
        }
        let none = covered.iter().find(|c| c.model.is_empty());
        if let Some(none) = none.filter(|_| self.least.is_some()) {
            return Err(Failure::input(format!(
                "there are no goals of {}: --least says nothing of it\n  right: files of operations with goals, or without --least",
                report::name(&none.model)
            )));
        }
        match self.least {
            Some(least) if report::percent(&covered) < least => Err(Failure::Told(1)),
            _ => Ok(()),
        }
    }

    /// The goals of an operation under every choice of options that is asked for.
    fn tell_goals(&self, op: &str, remarks: Remarks) -> Result<(), Failure> {
        let (op, choices) =
            Chosen::one(op, &self.perhaps.beside(&self.options), remarks)?.alone(true)?;
        let groups = self.sv.as_deref().map(|path| Targets::new(remarks).open(Some(path)));
        let groups = groups.transpose()?;
        let domain = self.domain.domain()?;
        let models = choices.iter().map(|options| {
            let plan = op.plan(options);
            let within = domain.as_ref().map(|domain| domain.of(&plan).map(Arc::new));
            Ok(Model::within(&plan, within.transpose().map_err(Failure::input)?))
        });
        let models = models.collect::<Result<Vec<Model>, Failure>>()?;
        if let Some(out) = groups {
            let text = cover::systemverilog(&models.iter().collect::<Vec<_>>());
            out.whole(text.map_err(Failure::input)?)?;
            if self.sv.as_deref() == Some(Path::new("-")) {
                return Ok(());
            }
        }
        output::print(&models.iter().map(report::goals).collect::<Vec<String>>().join("\n"))
    }

    fn read(
        &self,
        path: &Path,
        chosen: (Option<&'static Op>, &[Options]),
        measure: &mut Measure,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let format = vector_file::format(self.format, path)?;
        let plan = chosen.0.map(|op| op.plan(&chosen.1.first().copied().unwrap_or_default()));
        let opened = vector_file::open(path, format, plan);
        let (input, size) = opened.map_err(|e| check::failure(path, &e))?;
        let bar = progress::bytes(size, remarks);
        let mut advance = |bytes| bar.set_position(bytes);
        let threads = self.threads.map_or(0, NonZeroUsize::get);
        let read =
            measure.read(input, format, vectors::operations(), chosen, threads, &mut advance);
        bar.finish_and_clear();
        read.map_err(|e| check::failure(path, &e))
    }
}
