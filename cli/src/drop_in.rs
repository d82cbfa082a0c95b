//! The vendor's two programs, `assemble3` (s. 2.2) and `gpfn3_package_main` (s. 2.3), with their own
//! names and options.

use crate::Remarks;
use crate::asm::{self, ModeName};
use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::run::{self, source::Source};
use semantics::mncore2::Board;
use semantics::mncore2::check::Rules;
use semantics::mncore2::words::Assembler;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Commands that stand for another program: a link of that name to the binary is the command.
const PROGRAMS: [&str; 4] = ["assemble3", "gpfn3_package_main", "testfloat_gen", "testfloat_ver"];

/// The arguments; called by the name of one of [`PROGRAMS`], those of the command of that name.
pub(crate) fn named(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let stem = arguments.first().and_then(|program| Path::new(program).file_stem());
    if let Some(program) = PROGRAMS.into_iter().find(|name| stem.is_some_and(|s| s == *name)) {
        // Messages name the command, not the link before it.
        arguments.splice(..1, ["assay".into(), program.into()]);
    }
    arguments
}

/// Assemble a program, with the options of the vendor's assembler
///
/// Takes the place of `assemble3`: what the assembler refuses is refused, and the assembled text goes
/// to standard output. Lines whose words nobody but the vendor knows hold their statements, in a form
/// that `gpfn3_package_main` of ours and `assay run` read; a remark says so once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A link named assemble3 to the binary is this command.

Examples:
  assay assemble3 sample.vsm > sample.asm
  echo 'lpassa $lm0v $ln0v' | assay assemble3 -o pass.asm
  ln -s \"$(command -v assay)\" assemble3 && ./assemble3 --instruction-mode flat sample.vsm")]
pub(crate) struct Assemble3 {
    /// The program [default: standard input]
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(short, long = "output-file", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Addresses as strides, or for each cycle
    #[arg(long, value_enum, default_value_t)]
    instruction_mode: ModeName,
    /// The packed binary for the board's loader: refused, since its layout is not published
    #[arg(long)]
    loader: bool,
}

impl Assemble3 {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if self.loader {
            return Err(Failure::input(
                "assemble3: --loader: the layout of the packed binary is not published, so it cannot \
                 be written\n  right: the assembled text, without --loader",
            ));
        }
        output::stand_apart(&self.output, [&self.file])?;
        let program =
            Source::new(&self.file, self.instruction_mode.rules()).read(false, remarks)?;
        let assembler = Assembler { mode: self.instruction_mode.into(), ..Assembler::default() };
        let output = Output::new(self.output.as_deref())?;
        asm::assemble(&assembler, &name(&self.file), &program, output, remarks)
    }
}

/// Run an assembled program, with the options of the vendor's emulator
///
/// Takes the place of `gpfn3_package_main`. Hazards and rules of simultaneous issue are the
/// assembler's business: what comes in is run. Without -d the dumps go to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A link named gpfn3_package_main to the binary is this command.

Examples:
  assay gpfn3_package_main -i sample.asm -d sample.dmp
  assay assemble3 sample.vsm | assay gpfn3_package_main 2> sample.dmp")]
pub(crate) struct Gpfn3PackageMain {
    /// The assembled program [default: standard input]
    #[arg(short, value_name = "ASM", default_value = "-")]
    input: PathBuf,
    /// Write the dumps to this file, which appears when it is complete [default: standard error]
    #[arg(short, value_name = "DUMP")]
    dump: Option<PathBuf>,
    /// What PDM and DRAM begin with: zero
    #[arg(long, value_name = "VALUE", value_parser = ["zero"])]
    offchip_memory_init: Option<String>,
    /// PDM and DRAM begin with words deadbeef instead of zeros
    #[arg(long, conflicts_with = "offchip_memory_init")]
    dirty: bool,
    /// A configuration, which is ignored
    #[arg(short, value_name = "CONFIG")]
    config: Option<PathBuf>,
}

impl Gpfn3PackageMain {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if let Some(config) = &self.config {
            remarks.say(format_args!("{}: the configuration is ignored", config.display()));
        }
        output::stand_apart(&self.dump, [&self.input])?;
        let program = Source::new(&self.input, Rules::NONE).read(false, remarks)?;
        let mut board = if self.dirty { Board::with_fill(run::DIRT) } else { Board::new() };
        let output = match &self.dump {
            Some(path) => Output::new(Some(path))?,
            None => Output::stderr(),
        };
        run::execute(&mut board, &program, &self.input, output, false, remarks).map(drop)
    }
}
