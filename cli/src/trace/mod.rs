//! `assay trace`: what each statement of a program reads and writes.

mod json;
mod show;
mod watch;

use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{Output, Targets};
use crate::source::{self, Source};
use crate::system::{self, Model, System, any};
use crate::{Remarks, arguments, progress};
use clap::ValueEnum;
use semantics::machine::{self, Checks, How, Machine};
use semantics::mncore2::isa::{Levels, Statement};
use semantics::mncore2::text::{self, Line};
use semantics::mncore2::trace::{Trace, Tracer};
use semantics::mncore2::{Board, MnCore2, RunErrorKind, first_beyond};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use watch::{Change, Watch};

/// Print what each statement of a program reads and writes
///
/// The program runs on a board. Of each statement that is shown: the inputs of the chosen PEs with the
/// address of each cycle (after base address register, T and jK), the bits and the numbers in the
/// precision of the opcode, before and behind the input port; the outputs with old and new value and
/// mask; forwarding registers; rows of matrix registers, words of L1BM, L2BM, PDM and DRAM that the
/// statement moves. Dumps stand where the program prints them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Words watched: MEM[ADDR] or MEM[ADDR]=VALUE, MEM being p, d, lc, lb, lm, ln, lr, ls, m, n, r, s or omr
with its place, ADDR the address as programs write it, VALUE hexadecimal with 0x, or decimal. Levels
left out are all.

Examples:
  assay trace program.vsm
  assay trace program.vsm --pe n0c0b0m0 --lines 10-20
  assay trace program.vsm --watch 'lmn0c0b0m0p0[4]' --stop
  assay trace program.vsm --watch 'lr[0]=0x7f80000000000000' --format json -o trace.jsonl")]
pub(crate) struct TraceCommand {
    /// The program, `.vsm` or assembled text; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// The PEs, separated by commas; of MN-Core 2 levels left out are all of them, of POD numbers
    /// [default: the first]
    #[arg(long, value_name = "PLACES")]
    pe: Option<String>,
    /// Show only the statements of these lines: A-B, A-, -B or A
    #[arg(long, value_name = "LINES")]
    lines: Option<String>,
    /// Show only statements that change this word, or make it this value (repeatable)
    #[arg(long = "watch", value_name = "MEM[=VALUE]")]
    watches: Vec<String>,
    /// End behind the first statement that changes a watched word
    #[arg(long, requires = "watches")]
    stop: bool,
    /// How the trace is printed; json is an object a line for each statement
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Warnings are errors
    #[arg(long)]
    strict: bool,
    /// Run in spite of what cannot be issued in one step, as `assay run --no-check` does
    #[arg(long)]
    no_check: bool,
    /// The most steps that are executed, one more is the error StepLimit [default: as of `assay run`]
    #[arg(long, value_name = "N", value_parser = arguments::number)]
    max_steps: Option<u64>,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    system: System,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A statement that is shown.
struct Shown<'a> {
    line: &'a Line,
    trace: &'a Trace,
    changes: &'a [Change],
    dump: &'a [u8],
}

/// Statements between two reports of progress.
const STRIDE: usize = 1 << 8;

impl TraceCommand {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let machine = self.system.machine(&self.program)?;
        if !machine.is::<MnCore2>() {
            return self.any(machine, remarks);
        }
        system::refuse(machine, &[("--set", !self.model.is_empty())])?;
        let tracer = Tracer::new(&places(self.pe.as_deref().unwrap_or("n0c0b0m0p0"))?);
        let range = self.lines.as_deref().map_or(Ok(0..=u32::MAX), lines)?;
        let mut watches = self
            .watches
            .iter()
            .map(|text| Watch::parse(text))
            .collect::<Result<Vec<Watch>, Failure>>()?;
        let mut targets = Targets::new(remarks);
        targets.reads([&self.program]);
        let mut output = targets.open(self.output.as_deref())?;
        let checks =
            source::checks(machine, Checks::Execution, self.no_check, &self.program, remarks);
        let how = How { checks, ..How::default() };
        let program = Source::of(machine, &self.program, how).read(self.strict, remarks)?;
        let program: &text::Program = program.downcast().expect("the machine's own");
        let mut board = Board::new();
        watches.iter_mut().for_each(|watch| watch.begin(&board));
        let lines = program.lines();
        let bar = progress::statements(lines.len() as u64, remarks);
        let most = self.max_steps.unwrap_or(u64::MAX);
        let beyond = first_beyond(lines, most);
        for (n, line) in lines.iter().enumerate() {
            if beyond == Some(n) {
                let name = name(&self.program);
                let kind = machine::RunErrorKind::Limit(most);
                return Err(Failure::input(format!("{name}:{}: {kind}", line.number)));
            }
            if n % STRIDE == 0 {
                bar.set_position(n as u64);
            }
            let mut dump = Vec::new();
            let seen = range.contains(&line.number);
            let executed = if seen {
                tracer.step(&mut board, &line.statement, &mut dump)
            } else {
                board.step(&line.statement, &mut std::io::sink()).map(|()| Trace::default())
            };
            let trace = executed.map_err(|kind| self.failure(line, kind))?;
            let changes: Vec<Change> =
                watches.iter_mut().flat_map(|watch| watch.changes(&board)).collect();
            if seen && (watches.is_empty() || !changes.is_empty()) {
                let shown = Shown { line, trace: &trace, changes: &changes, dump: &dump };
                self.show(&shown, &mut output).map_err(|e| output.failure(&e))?;
            }
            if self.stop && seen && !changes.is_empty() {
                break;
            }
        }
        bar.finish_and_clear();
        output.finish()
    }

    /// A program of a machine without PEs to choose from.
    fn any(&self, machine: &'static dyn Machine, remarks: Remarks) -> Result<(), Failure> {
        system::refuse(machine, &[("--watch", !self.watches.is_empty())])?;
        let range = self.lines.as_deref().map_or(Ok(0..=u32::MAX), lines)?;
        let mut targets = Targets::new(remarks);
        targets.reads([&self.program]);
        let output = targets.open(self.output.as_deref())?;
        let checks =
            source::checks(machine, Checks::Execution, self.no_check, &self.program, remarks);
        let trace = any::Trace {
            machine,
            program: &self.program,
            how: How { checks, ..How::default() },
            pes: self.pe.as_deref(),
            model: &self.model,
            limit: self.max_steps,
            lines: range,
            json: self.format == Format::Json,
        };
        trace.run(output, remarks)
    }

    fn show(&self, shown: &Shown<'_>, out: &mut Output) -> std::io::Result<()> {
        out.write_all(
            match self.format {
                Format::Text => show::text(shown),
                Format::Json => json::text(shown),
            }
            .as_bytes(),
        )
    }

    fn failure(&self, line: &Line, kind: RunErrorKind) -> Failure {
        let name = name(&self.program);
        Failure::input(format!("{name}:{}: {kind}", line.number))
    }
}

/// `A-B`, both ends counted.
fn lines(text: &str) -> Result<RangeInclusive<u32>, Failure> {
    let wrong =
        || Failure::input(format!("--lines {text}: no range of lines\n  right: A-B, A-, -B or A"));
    let number = |part: &str, open: u32| match part {
        "" => Ok(open),
        part => part.parse::<u32>().map_err(|_| wrong()),
    };
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (number(first, 0)?, number(last, u32::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if text.is_empty() || text == "-" || first > last { Err(wrong()) } else { Ok(first..=last) }
}

/// The PEs that `--pe` names.
fn places(text: &str) -> Result<Vec<Levels>, Failure> {
    text.split(',')
        .map(|place| {
            levels(place).ok_or_else(|| {
        Failure::input(format!(
            "--pe {text}: `{place}` is no place\n  right: levels in the order n, c, b, m, p, as \
             n0c0b0m0p0; levels left out are all of them"
        ))
    })
        })
        .collect()
}

/// Levels, read as `d get` has them.
fn levels(place: &str) -> Option<Levels> {
    match text::parse_line(&format!("d get $lr0{} 1", place.trim())) {
        Ok(Some(Statement::Get(get))) => Some(get.levels),
        _ => None,
    }
}
