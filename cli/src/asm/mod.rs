//! `assay asm`: assembled text, machine words where the encoding is known.

mod coverage;

use crate::Remarks;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, Targets};
use crate::source::Source;
use crate::system::{self, System};
use semantics::machine::{Assemble, AssembleError, Checks, How, Learned, Machine, Program};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Assemble a program
///
/// One line an instruction: `i` and 292 binary digits where the word of a step is known, else `i vsm`
/// and the statement, which `assay run` reads too. A `mask` setting goes to the outputs that it acts on.
/// Of POD: three words of eight hexadecimal digits a packet and line.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The vendor publishes no encoding. What is known comes from comparing statements with the official
assembler's output: codes that stood in such an output are observed, codes by analogy are inferred.
With --coverage nothing is assembled: the statements inside and outside of what is known are
counted, for each program and by reason; directories count with all their .vsm.

Examples:
  assay asm program.vsm -o program.asm
  assay asm program.vsm --mode flat
  assay asm --coverage tests/golden/mncore2")]
pub(crate) struct Asm {
    /// The program, `.vsm` or assembled text of MN-Core 2, `.pod`, `.xdsa` or `.tile`; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Addresses as strides (`i` lines) or for each cycle (`j` lines, whose words nobody knows)
    #[arg(long, value_enum, default_value_t)]
    mode: ModeName,
    #[command(flatten)]
    known: Known,
    /// Warnings are errors
    #[arg(long, conflicts_with = "coverage")]
    strict: bool,
    /// Assemble in spite of hazards and of what cannot be issued in one step
    #[arg(long)]
    no_check: bool,
    /// Count the statements whose words are known
    #[arg(long, conflicts_with = "output")]
    coverage: bool,
    #[command(flatten)]
    system: System,
}

/// What is known of the machine words, and how much of it counts.
#[derive(Debug, clap::Args)]
struct Known {
    /// Which codes count
    #[arg(long, value_enum, default_value_t)]
    trust: TrustName,
    /// The table of what is known, as `assay probe --learn` writes it [default: the built-in one]
    #[arg(long, value_name = "TABLE")]
    table: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum ModeName {
    #[default]
    AutoStride,
    Flat,
}

impl ModeName {
    /// As the machine names it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::AutoStride => "auto-stride",
            Self::Flat => "flat",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum TrustName {
    /// What stood in the official assembler's output
    #[default]
    Observed,
    /// What is inferred by analogy, too
    Inferred,
}

/// Bytes of a table: the built-in one has a thousandth of that.
pub(crate) const MAX_TABLE: u64 = 1 << 24;

/// How machine words are had of a machine.
pub(crate) fn capability(machine: &'static dyn Machine) -> Result<&'static dyn Assemble, Failure> {
    system::capability(machine, "machine words that are known", Machine::assemble)
}

/// What assembles by the table of a file, or the built-in one.
pub(crate) fn by(
    learned: &dyn Learned,
    table: Option<&Path>,
    inferred: bool,
) -> Result<Box<dyn Assemble>, Failure> {
    let text = table.map(|path| input::text(path, MAX_TABLE)).transpose()?;
    learned.by(text.as_deref(), inferred).map_err(|e| {
        let name = table.map_or_else(String::new, name);
        Failure::input(format!("{name}:{}: {}", e.line, e.message))
    })
}

impl Asm {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        // Directories are searched for programs of the first machine.
        let machine = match &self.files[0] {
            first if self.coverage && first.is_dir() => self.system.named()?,
            first => self.system.machine(first)?,
        };
        let table = self.known.table.as_deref();
        let own = capability(machine)?;
        let inferred = matches!(self.known.trust, TrustName::Inferred);
        let by = own.learned().map(|learned| by(learned, table, inferred)).transpose()?;
        let words = by.as_deref().unwrap_or(own);
        let checks = if self.no_check { Checks::None } else { Checks::Assembler };
        let several = match words.learned() {
            Some(learned) if self.coverage => {
                // A list of addresses counts as what it is: a statement without a word.
                return coverage::print(machine, learned, &self.files, checks);
            }
            Some(_) => "one program, or --coverage",
            None => {
                let given = [("--coverage", self.coverage), ("--table", table.is_some())];
                system::refuse(machine, &given)?;
                "one program"
            }
        };
        let [file] = &self.files[..] else {
            return Err(Failure::input(format!("there are several programs\n  right: {several}")));
        };
        let mut targets = Targets::new(remarks);
        targets.reads([file].into_iter().chain(&self.known.table));
        let output = targets.open(self.output.as_deref())?;
        let mode = (!machine.facts().modes.is_empty()).then(|| self.mode.name());
        let how = How { checks, mode, lints: &[] };
        let program = Source::of(machine, file, how).read(self.strict, remarks)?;
        // Learned words stand in text.
        let bytes = words.learned().is_none() && self.output.is_none();
        if bytes && std::io::stdout().is_terminal() {
            readable(machine, words, (&*program, &how), &name(file))?;
        }
        assemble(words, (&*program, &how), &name(file), output, remarks)
    }
}

/// Writes the machine words of a program, and what there is to remark on them.
pub(crate) fn assemble(
    words: &dyn Assemble,
    (program, how): (&dyn Program, &How<'_>),
    name: &str,
    mut output: Output,
    remarks: Remarks,
) -> Result<(), Failure> {
    let said = words.assemble(program, how, &mut output).map_err(|e| match e {
        AssembleError::Write(e) => output.failure(&e),
        AssembleError::Refused(refusal) => Failure::input(format!("{name}: {refusal}")),
        AssembleError::Line { line, refusal } => {
            Failure::input(format!("{name}:{line}: {refusal}"))
        }
    })?;
    output.finish()?;
    said.iter().for_each(|remark| remarks.say(format_args!("{name}: {remark}")));
    Ok(())
}

/// Whether the words of a program are text, as a terminal takes it. What else is wrong is told where they are written.
fn readable(
    machine: &dyn Machine,
    words: &dyn Assemble,
    (program, how): (&dyn Program, &How<'_>),
    name: &str,
) -> Result<(), Failure> {
    let mut image = Vec::new();
    let assembled = words.assemble(program, how, &mut image);
    if assembled.is_err() || image.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
        return Ok(());
    }
    let title = machine.title();
    Err(Failure::input(format!(
        "{name}: machine words of {title} are bytes, which a terminal would take for commands\n  right: -o FILE, \
         or a pipe"
    )))
}
