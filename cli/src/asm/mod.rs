//! `assay asm`: assembled text, machine words where the encoding is known.

mod coverage;

use crate::Remarks;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, Targets};
use crate::source::Source;
use crate::system::{self, System, any};
use semantics::machine::{Checks, How, Machine};
use semantics::mncore2::MnCore2;
use semantics::mncore2::assembly::{AssembleError, Assembled, Assembler, Mode};
use semantics::mncore2::check::Rules;
use semantics::mncore2::text::{MAX_STATEMENTS, Program};
use semantics::mncore2::words::{Table, Trust};
use std::borrow::Cow;
use std::io::{BufWriter, IsTerminal, Write};
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
With --coverage nothing is assembled: the statements inside and outside of what is known are counted,
for each program and by reason; directories count with all their .vsm.

Examples:
  assay asm program.vsm -o program.asm
  assay asm program.vsm --mode flat
  assay asm --coverage tests/golden/mncore2")]
pub(crate) struct Asm {
    /// The program, `.vsm` or assembled text; `-` is standard input
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

    /// What the assembler insists on in this mode.
    pub(crate) const fn rules(self) -> Rules {
        match self {
            Self::AutoStride => Rules::ASSEMBLER.auto_stride(),
            Self::Flat => Rules::ASSEMBLER,
        }
    }
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::AutoStride => Self::AutoStride,
            ModeName::Flat => Self::Flat,
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

impl Known {
    fn trust(&self) -> Trust {
        match self.trust {
            TrustName::Observed => Trust::Observed,
            TrustName::Inferred => Trust::Inferred,
        }
    }
}

/// Bytes of a table: the built-in one has a thousandth of that.
const MAX_TABLE: u64 = 1 << 24;

/// The table of a file, or the built-in one.
pub(crate) fn table(path: Option<&Path>) -> Result<Cow<'static, Table>, Failure> {
    let Some(path) = path else { return Ok(Cow::Borrowed(Table::known())) };
    let text = input::text(path, MAX_TABLE)?;
    Table::read(&text)
        .map(Cow::Owned)
        .map_err(|e| Failure::input(format!("{}:{}: {}", name(path), e.line, e.message)))
}

impl Asm {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        // Directories are searched for programs of the first machine.
        let machine = match &self.files[0] {
            first if self.coverage && first.is_dir() => self.system.named()?,
            first => self.system.machine(first)?,
        };
        if !machine.is::<MnCore2>() {
            return self.any(machine, remarks);
        }
        let table = table(self.known.table.as_deref())?;
        let (trust, mode) = (self.known.trust(), self.mode.into());
        let assembler = Assembler { table: &table, trust, mode };
        if self.coverage {
            // A list of addresses counts as what it is: a statement without a word.
            let rules = if self.no_check { Rules::NONE } else { Rules::ASSEMBLER };
            return coverage::print(&assembler, &self.files, rules);
        }
        let rules = if self.no_check { Rules::NONE } else { self.mode.rules() };
        let [file] = &self.files[..] else {
            return Err(Failure::input(
                "there are several programs\n  right: one program, or --coverage",
            ));
        };
        let mut targets = Targets::new(remarks);
        targets.reads(self.files.iter().chain(&self.known.table));
        let output = targets.open(self.output.as_deref())?;
        let program = Source::new(file, rules).read(self.strict, remarks)?;
        assemble(&assembler, &name(file), &program, output, remarks)
    }
}

impl Asm {
    /// A program of a machine whose encoding is known.
    fn any(&self, machine: &'static dyn Machine, remarks: Remarks) -> Result<(), Failure> {
        let given = [("--coverage", self.coverage), ("--table", self.known.table.is_some())];
        system::refuse(machine, &given)?;
        let [file] = &self.files[..] else {
            return Err(Failure::input("there are several programs\n  right: one program"));
        };
        let mut targets = Targets::new(remarks);
        targets.reads([file]);
        let output = targets.open(self.output.as_deref())?;
        let checks = if self.no_check { Checks::None } else { Checks::Assembler };
        let mode = (!machine.modes().is_empty()).then(|| self.mode.name());
        let how = How { checks, mode, lints: &[] };
        let to_terminal = self.output.is_none() && std::io::stdout().is_terminal();
        any::assemble(machine, file, how, self.strict, (output, to_terminal), remarks)
    }
}

/// Writes the assembled text of a program, and remarks once what is not known of it.
pub(crate) fn assemble(
    assembler: &Assembler<'_>,
    name: &str,
    program: &Program,
    mut output: Output,
    remarks: Remarks,
) -> Result<(), Failure> {
    // A file takes every write as it comes.
    let mut buffer = BufWriter::with_capacity(1 << 16, &mut output);
    let assembled = assembler
        .assemble(program, &mut buffer)
        .and_then(|done| Ok(buffer.flush().map(|()| done)?));
    drop(buffer);
    let assembled = assembled.map_err(|e| match e {
        AssembleError::Write(e) => output.failure(&e),
        AssembleError::List { line, operand } => Failure::input(format!(
            "{name}:{line}: error[MN-E-FLAT-MODE]: `{operand}` is a list of addresses without a \
             stride\n  right: addresses in even steps, or flat mode"
        )),
        AssembleError::Limit { line } => Failure::input(format!(
            "{name}:{line}: error[MN-E-LIMIT]: more than {MAX_STATEMENTS} lines of assembled text"
        )),
    })?;
    output.finish()?;
    remark(name, &assembled, assembler, remarks);
    Ok(())
}

fn remark(name: &str, assembled: &Assembled, assembler: &Assembler<'_>, remarks: Remarks) {
    let Assembled { lines, own, inferred } = *assembled;
    if own > 0 {
        let letters = match assembler.mode {
            Mode::AutoStride => "i vsm, m vsm",
            Mode::Flat => "j vsm, m vsm",
        };
        remarks.say(format_args!(
            "{name}: the encoding of {own} of {lines} lines is not known; they hold their statements \
             ({letters})"
        ));
    }
    if inferred > 0 {
        remarks.say(format_args!("{name}: lines of inferred codes: {inferred} of {lines}"));
    }
}
