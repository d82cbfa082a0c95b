//! `assay trace`: what each statement of a program reads and writes.

use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::Targets;
use crate::source::{self, Source};
use crate::system::{self, Model, System};
use crate::{Remarks, arguments, progress};
use clap::ValueEnum;
use semantics::machine::{Checks, How, Machine, Run, Traced};
use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;

/// Print what each statement of a program reads and writes
///
/// The program runs on its machine. Of each statement that is shown: the inputs of the chosen PEs with the
/// address of each cycle (after base address register, T and jK), the bits and the numbers in the
/// precision of the opcode, before and behind the input port; the outputs with old and new value and
/// mask; forwarding registers; rows of matrix registers, words of L1BM, L2BM, PDM and DRAM that the
/// statement moves. Dumps stand where the program prints them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Words watched: MEM[ADDR] or MEM[ADDR]=VALUE, MEM being p, d, lc, lb, lm, ln, lr, ls, m, n, r, s or
omr with its place, ADDR the address as programs write it, VALUE hexadecimal with 0x, or decimal.
Levels left out are all.

Examples:
  assay trace program.vsm
  assay trace program.vsm --pe n0c0b0m0 --lines 10-20
  assay trace program.vsm --watch 'lmn0c0b0m0p0[4]' --stop
  assay trace program.vsm --watch 'lr[0]=0x7f80000000000000' --format json -o trace.jsonl")]
pub(crate) struct TraceCommand {
    /// The program, `.vsm` or assembled text of MN-Core 2, `.pod`, `.xdsa` or `.tile`; `-` is standard input
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

impl TraceCommand {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let machine = self.system.machine(&self.program)?;
        let trace = system::capability(machine, "traces", Machine::trace)?;
        let given = [
            ("--set", !self.model.is_empty() && !machine.facts().is_set),
            ("--watch", !self.watches.is_empty() && !trace.watches()),
        ];
        system::refuse(machine, &given)?;
        let pes = self.pe.as_deref();
        let wrong =
            |refusal| Failure::input(format!("--pe {}: {refusal}", pes.unwrap_or_default()));
        let mut tracer = trace.tracer(pes).map_err(wrong)?;
        let range = self.lines.as_deref().map_or(Ok(0..=u32::MAX), lines)?;
        if !self.watches.is_empty() {
            let wrong = |refusal| Failure::input(format!("--watch {refusal}"));
            tracer.watch(&self.watches, self.stop).map_err(wrong)?;
        }
        let mut targets = Targets::new(remarks);
        targets.reads([&self.program]);
        let mut output = targets.open(self.output.as_deref())?;
        let checks =
            source::checks(machine, Checks::Execution, self.no_check, &self.program, remarks);
        let how = How { checks, ..How::default() };
        let program = Source::of(machine, &self.program, how).read(self.strict, remarks)?;
        let parameters = self.model.parameters(&*program)?;
        let mut board = machine.board(&parameters.pairs()).map_err(Failure::input)?;
        let bar = progress::statements(program.statements(), remarks);
        let mut written = Ok(());
        let mut each = |traced: &dyn Traced| {
            let text = match self.format {
                Format::Text => traced.text(),
                Format::Json => traced.json(),
            };
            written = output.write_all(text.as_bytes());
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut advance = |done| bar.set_position(done);
        let run = Run { out: &mut io::sink(), advance: Some(&mut advance), limit: self.max_steps };
        let traced = tracer.trace(&mut *board, &*program, range, run, &mut each);
        bar.finish_and_clear();
        written.map_err(|e| output.failure(&e))?;
        let wrong = |e| Failure::input(format!("{}{}", name(&self.program), tracer.told(&e)));
        traced.map_err(wrong)?;
        output.finish()
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
