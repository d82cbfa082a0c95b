//! The vendor's two programs, `assemble3` (s. 2.2) and `gpfn3_package_main` (s. 2.3), with their own
//! names and options.

mod config;
mod image;

use crate::Remarks;
use crate::asm::{self, ModeName};
use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{Output, Targets};
use crate::source::Source;
use crate::system::{self, Dump};
use config::Config;
use semantics::machine::{Checks, How};
use semantics::mncore2::{Board, MnCore2};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What PDM and DRAM are filled with (MN-D64).
const DIRT: u64 = 0xdead_beef_dead_beef;

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
        let mut targets = Targets::new(remarks);
        targets.reads([&self.file]);
        let output = targets.open(self.output.as_deref())?;
        let mode = Some(self.instruction_mode.name());
        let how = How { checks: Checks::Assembler, mode, lints: &[] };
        let program = Source::of(&MnCore2, &self.file, how).read(false, remarks)?;
        let words = asm::capability(&MnCore2)?;
        asm::assemble(words, (&*program, &how), &name(&self.file), output, remarks)
    }
}

/// Run an assembled program, with the options of the vendor's emulator
///
/// Takes the place of `gpfn3_package_main`. Hazards and rules of simultaneous issue are the
/// assembler's business: what comes in is run. Without -d the dumps go to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
CONFIG is JSON and names the parts of the memories that the memory files hold, one behind the other:
  {\"load\": [{\"region\": \"pdm0\", \"offset\": 0, \"length\": 4096}],
   \"save\": [{\"region\": \"dram3\", \"offset\": 1048576, \"length\": 512}]}
Regions are pdm0 to pdm3 and dram0 to dram3; offset and length are bytes, multiples of 8. The files
are images of the host's memory: words of 64 bits, little-endian.

A link named gpfn3_package_main to the binary is this command.

Examples:
  assay gpfn3_package_main -i sample.asm -d sample.dmp
  assay gpfn3_package_main -i sample.asm -c config.json --load-memory-file in.bin \\
    --save-memory-file out.bin
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
    /// What the memory files hold
    #[arg(short, value_name = "CONFIG")]
    config: Option<PathBuf>,
    /// Fill the regions of `load` from this file before the program runs
    #[arg(long, value_name = "FILE", requires = "config")]
    load_memory_file: Option<PathBuf>,
    /// Write the regions of `save` to this file behind the program; it may be the one that was loaded
    #[arg(long, value_name = "FILE", requires = "config")]
    save_memory_file: Option<PathBuf>,
}

impl Gpfn3PackageMain {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let mut targets = Targets::new(remarks);
        targets.reads([&self.input].into_iter().chain(&self.config));
        // What is saved may replace what was loaded, as with `run`.
        let save = self.save_memory_file.as_deref().map(|path| targets.open(Some(path)));
        let save = save.transpose()?;
        targets.reads(&self.load_memory_file);
        let output = match &self.dump {
            Some(path) => targets.open(Some(path))?,
            None => Output::stderr()?,
        };
        let config = self.config(remarks)?;
        let how = How { checks: Checks::None, ..How::default() };
        let program = Source::of(&MnCore2, &self.input, how).read(false, remarks)?;
        let mut board = if self.dirty { Board::with_fill(DIRT) } else { Board::new() };
        if let Some(path) = &self.load_memory_file {
            let left = image::load(&mut board, path, &config.load)?;
            if left > 0 {
                let name = path.display();
                remarks.say(format_args!("{name}: its last {left} bytes belong to no region"));
            }
        }
        let dump = Dump::new(output, save.is_some());
        system::execute(&mut board, &*program, &self.input, dump, None, remarks)?;
        save.map_or(Ok(()), |output| image::save(&board, output, &config.save))
    }

    /// The configuration, if it and the files ask for the same.
    fn config(&self, remarks: Remarks) -> Result<Config, Failure> {
        let Some(path) = &self.config else { return Ok(Config::default()) };
        let config = config::read(path)?;
        let wrong = |why: &str| Err(Failure::input(format!("{}: {why}", path.display())));
        match (&self.load_memory_file, &self.save_memory_file) {
            (Some(_), _) if config.load.is_empty() => {
                wrong("it has no regions to load\n  right: some, or no --load-memory-file")
            }
            (_, Some(_)) if config.save.is_empty() => {
                wrong("it has no regions to save\n  right: some, or no --save-memory-file")
            }
            (None, _) if !config.load.is_empty() => wrong(
                "it has regions to load, and no file fills them\n  right: --load-memory-file FILE",
            ),
            (_, save) => {
                if save.is_none() && !config.save.is_empty() {
                    let name = path.display();
                    remarks.say(format_args!("{name}: no --save-memory-file, so nothing is saved"));
                }
                Ok(config)
            }
        }
    }
}
