//! `assay steps`: how long a program is, what it keeps busy, how long it takes.

mod chart;
mod compare;
mod html;
mod json;
mod subject;
mod svg;
mod table;
mod text;

use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use crate::source::{self, Source};
use crate::system::{self, Model, System};
use crate::{Remarks, arguments};
use clap::ValueEnum;
use semantics::machine::steps::{self, Move, Row};
use semantics::machine::{self, Checks, How, Machine};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use subject::Subject;

/// Count the steps of a program: score, occupancy of units and ports, estimated time
///
/// The score is that of the contest: lines of PE instructions (`nop/n` counts n) and of MV
/// instructions; bytes are those of its lines, without comments, blanks around them
/// and empty lines. The estimate takes 4 cycles a PE
/// step and the MV throughputs of the manual (s. 3.5.8) and packs the stream (s. 1.2); of two MV on
/// one memory the higher priority goes first, then the earlier.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Marks of the slot chart: x busy; d down, u up, t turnaround, m multicast, s to DARBUF; r read, w
written, i an immediate on its way past LM0; BAR: m that of LM0, n that of LM1.

Examples:
  assay steps program.vsm
  assay steps program.vsm --per-step
  assay steps program.vsm --svg chart.svg --html chart.html
  assay steps program.vsm --compare older.vsm
  assay steps program.vsm --mode auto-stride --mv-latency 100 --clock 750")]
pub(crate) struct Steps {
    /// The program, `.vsm` or assembled text `.asm`; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// How the program is assembled
    #[arg(long, value_enum, default_value = "flat")]
    mode: ModeName,
    /// Also print the slot chart: a line for each PE statement, a mark for each unit and port
    #[arg(long)]
    per_step: bool,
    /// Write the slot chart as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page with chart, tables and source
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Cycles from the last word of an MV to its completion; the manual does not give them
    #[arg(long, value_name = "N", default_value = "0", value_parser = latency)]
    mv_latency: u64,
    /// What MV statements on one memory do to each other
    #[arg(long, value_enum, default_value = "priority")]
    mv_sharing: SharingName,
    /// The clock in MHz, for times and rates beside cycles; the manual does not give it
    #[arg(long, value_name = "MHZ", value_parser = clock)]
    clock: Option<f64>,
    /// Compare with another program
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["per_step", "svg", "html"])]
    compare: Option<PathBuf>,
    /// Count in spite of what cannot be issued in one step
    #[arg(long)]
    no_check: bool,
    /// The most steps that are executed, one more is the error StepLimit [default: as of `assay run`]
    #[arg(long, value_name = "N", value_parser = arguments::number)]
    max_steps: Option<u64>,
    #[command(flatten)]
    set: Model,
    #[command(flatten)]
    system: System,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ModeName {
    Flat,
    AutoStride,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SharingName {
    /// One at a time: the highest priority, then the earliest
    Priority,
    /// Each as if it were alone
    Apart,
}

/// Far more than any memory takes, and its sums over all statements still fit.
fn latency(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|cycles| *cycles <= 1_000_000_000)
        .ok_or_else(|| "right is a whole number from 0 to 1000000000".to_owned())
}

/// A frequency that can divide.
fn clock(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|mhz: &f64| mhz.is_finite() && *mhz > 0.0)
        .ok_or_else(|| "right is a number of MHz above 0".to_owned())
}

impl Steps {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let machine = self.system.machine(&self.program)?;
        match machine.steps() {
            Some(steps) => self.slots(machine, steps, remarks),
            None => self.figures(machine, remarks),
        }
    }

    fn slots(
        &self,
        machine: &'static dyn Machine,
        steps: &'static dyn machine::Steps,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        system::refuse(machine, &[("--set", !self.set.is_empty() && !machine.facts().is_set)])?;
        let model = steps::Model {
            mode: match self.mode {
                ModeName::Flat => "flat",
                ModeName::AutoStride => "auto-stride",
            },
            latency: self.mv_latency,
            apart: matches!(self.mv_sharing, SharingName::Apart),
        };
        let mut targets = Targets::new(remarks);
        targets.reads([&self.program].into_iter().chain(&self.compare));
        let mut picture = |path: &Option<PathBuf>| -> Result<Option<Output>, Failure> {
            path.as_deref().map(|path| targets.open(Some(path))).transpose()
        };
        let (svg, html) = (picture(&self.svg)?, picture(&self.html)?);
        let standard = Path::new("-");
        if self.program == standard && self.compare.as_deref() == Some(standard) {
            return Err(Failure::input(
                "standard input cannot be both programs\n  right: one of them as a file",
            ));
        }
        let read = |path: &Path| {
            if self.system.machine(path)?.name() != machine.name() {
                let name = path.display();
                return Err(Failure::input(format!(
                    "{name}: a program of another machine\n  right: two programs of one machine"
                )));
            }
            let checks = source::checks(machine, Checks::Execution, self.no_check, path, remarks);
            let how = How { checks, ..How::default() };
            Subject::read(
                (Source::of(machine, path, how), path),
                steps,
                self.max_steps,
                model,
                self.clock,
                remarks,
            )
        };
        let subject = read(&self.program)?;
        let other = self.compare.as_deref().map(read).transpose()?;
        if let Some(out) = svg {
            write(out, |out| svg::write(&subject, out))?;
        }
        if let Some(out) = html {
            write(out, |out| html::write(&subject, out))?;
        }
        write(Output::stdout()?, |out| match (&other, self.json) {
            (None, true) => json::write(&subject, self.per_step, out),
            (Some(other), true) => json::compare(&subject, other, out),
            (Some(other), false) => compare::write(&subject, other, out),
            (None, false) => {
                text::write(&subject, out)?;
                if self.per_step { slots(&subject, out) } else { Ok(()) }
            }
        })
    }

    /// The figures of a machine that has no slots.
    fn figures(&self, machine: &'static dyn Machine, remarks: Remarks) -> Result<(), Failure> {
        let given = [
            ("--per-step", self.per_step),
            ("--svg", self.svg.is_some()),
            ("--html", self.html.is_some()),
            ("--compare", self.compare.is_some()),
            ("--clock", self.clock.is_some()),
        ];
        system::refuse(machine, &given)?;
        let checks =
            source::checks(machine, Checks::Execution, self.no_check, &self.program, remarks);
        let how = How { checks, ..How::default() };
        let program = Source::of(machine, &self.program, how).read(false, remarks)?;
        let parameters = self.set.parameters(&*program)?;
        let wrong = |e| Failure::input(format!("{}: {e}", name(&self.program)));
        let figures = machine
            .figures()
            .ok_or_else(|| machine.lacks("figures of a program's length"))
            .and_then(|all| all.figures(&*program, &parameters.pairs(), self.max_steps))
            .map_err(wrong)?;
        if self.json {
            let object: serde_json::Map<String, serde_json::Value> =
                figures.into_iter().map(|(name, figure)| (name, figure.into())).collect();
            return output::print(&format!("{}\n", serde_json::Value::Object(object)));
        }
        let text: String =
            figures.iter().map(|(name, figure)| format!("{name}: {figure}\n")).collect();
        output::print(&text)
    }
}

/// Writes to a file or standard output, and completes it.
fn write(
    output: Output,
    content: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, output);
    match content(&mut out) {
        Err(e) => Err(out.into_parts().0.failure(&e)),
        Ok(()) => output::complete(out),
    }
}

// The slot chart as text: a line for each PE statement, a column for each unit and port.

/// Writes the chart. MV statements stand between the steps, with their times.
fn slots(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let survey = &subject.survey;
    writeln!(out, "\nSteps (cycles of the packed stream; numbers of steps from 1)")?;
    write!(out, "{:>8} {:>10} {:>8} ", "line", "cycle", "step")?;
    for lane in survey.occupancy.lanes {
        write!(out, " {}", lane.name)?;
    }
    writeln!(out, "  statement")?;
    let mut moves = survey.moves.iter().peekable();
    let mut end = 0;
    for row in &survey.rows {
        between(row.nops, "inserted by packing", out)?;
        while let Some(one) = moves.next_if(|one| one.index < row.index) {
            mv(subject, one, out)?;
        }
        between(row.held, "held by wait", out)?;
        step(subject, row, out)?;
        end = row.slot + u64::from(row.steps);
    }
    between(survey.estimate.steps.saturating_sub(end), "inserted by packing", out)?;
    moves.try_for_each(|one| mv(subject, one, out))
}

/// Steps that stand in no line.
fn between(steps: u64, why: &str, out: &mut dyn Write) -> io::Result<()> {
    match steps {
        0 => Ok(()),
        _ => writeln!(out, "{:>8} {:>10} {:>8}  nop/{steps} {why}", "", "", ""),
    }
}

fn mv(subject: &Subject, one: &Move, out: &mut dyn Write) -> io::Result<()> {
    let statement = subject.statement(one.index);
    writeln!(
        out,
        "{:>8} {:>10} {:>8}  runs {}..{}  {statement}",
        one.line, one.issue, "mv", one.start, one.end
    )
}

fn step(subject: &Subject, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let (line, cycle) = (row.line, subject.cycle(row));
    write!(out, "{line:>8} {cycle:>10} {:>8} ", row.first + 1)?;
    for lane in subject.survey.occupancy.lanes {
        let marks: String = lane.marks(row.uses).collect();
        let shown = if marks.is_empty() { "." } else { &marks };
        write!(out, " {shown:^width$}", width = lane.name.len())?;
    }
    writeln!(out, "  {}", subject.statement(row.index))
}
