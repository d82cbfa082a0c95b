//! `assay run`: a program on a board.

mod load;
mod memory;
mod npy;
mod save;
pub(crate) mod source;

use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::{Remarks, progress};
use memory::Transfer;
use semantics::mncore2::check::Rules;
use semantics::mncore2::text::Program;
use semantics::mncore2::{Board, RunError, RunErrorKind};
use source::Source;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What `--dirty` fills PDM and DRAM with (MN-D64).
const DIRT: u64 = 0xdead_beef_dead_beef;

/// Run a program and print its dumps
///
/// The program is read to its end first. If it has errors, all of them are told and nothing runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
MEM is a memory as an operand names it, without address: p@0 or pn0 (PDM of group 0), d@3 (DRAM of
group 3), lc@1.0 or lcn1c0 (L2BM of group 1, L2B 0), lbn0c1b3 (L1BM), lmn0c0b0m0p0, ln, lr, ls (LM0,
LM1, GRF0, GRF1 of a PE). Levels left out: all elements, one after the other in the order n, c, b,
m, p, the last fastest. A FILE ending in .npy is NPY; any other is raw: long words, big-endian, from
word 0 on.

Examples:
  assay run program.vsm
  assay run program.vsm --dump program.dmp --steps
  assay run program.vsm --load p@0=input.bin --save lmn0c0b0=result.npy
  echo 'd get $lm0n0c0b0m0p0 1' | assay run -")]
pub(crate) struct Run {
    /// The program, `.vsm` or assembled text `.asm`; `-` is standard input
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// Write the dumps to this file, which appears when it is complete [default: standard output]
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// Fill a memory from a file before the first statement (repeatable)
    #[arg(long = "load", value_name = "MEM=FILE")]
    loads: Vec<String>,
    /// Write a memory to a file after the last statement (repeatable); raw files of one element end
    /// with its last word that is not zero
    #[arg(long = "save", value_name = "MEM=FILE")]
    saves: Vec<String>,
    /// Print how many steps the program has
    #[arg(long)]
    steps: bool,
    /// The system: mncore2 [default: by the extension of PROGRAM]
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// PDM and DRAM begin with words deadbeef instead of zeros
    #[arg(long, conflicts_with = "offchip_memory_init")]
    dirty: bool,
    /// What PDM and DRAM begin with: zero
    #[arg(long, value_name = "VALUE", value_parser = ["zero"])]
    offchip_memory_init: Option<String>,
    /// Warnings are errors
    #[arg(long)]
    strict: bool,
    /// Run in spite of hazards and of what cannot be issued in one step. Every step sees the memories
    /// as if the steps before were long done, and reads before it writes; where two expressions of a
    /// step share a unit, the last one's result goes to the destinations of both
    #[arg(long)]
    no_check: bool,
}

impl Run {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        known(self.system.as_deref(), &self.program)?;
        let loads = transfers("--load", &self.loads)?;
        let saves = transfers("--save", &self.saves)?;
        self.files_stand_apart(&loads, &saves)?;
        save::check(&saves)?;
        let program = self.read(remarks)?;
        let mut board = if self.dirty { Board::with_fill(DIRT) } else { Board::new() };
        for load in &loads {
            load::load(&mut board, load)?;
        }
        let steps = self.execute(&mut board, &program, !saves.is_empty(), remarks)?;
        for save in &saves {
            save::save(&board, save)?;
        }
        if self.steps { output::print(&steps) } else { Ok(()) }
    }

    fn read(&self, remarks: Remarks) -> Result<Program, Failure> {
        if !self.no_check {
            return Source::new(&self.program, Rules::ASSEMBLER).read(self.strict, remarks);
        }
        let name = name(&self.program);
        remarks.say(format_args!("{name}: simultaneous issue and hazards are not checked"));
        Source::new(&self.program, Rules::NONE).read(self.strict, remarks)
    }

    /// Runs the program; the line that tells its steps.
    fn execute(
        &self,
        board: &mut Board,
        program: &Program,
        insist: bool,
        remarks: Remarks,
    ) -> Result<String, Failure> {
        let mut dump = Dump { output: Output::new(self.dump.as_deref())?, insist, gone: false };
        let bar = progress::statements(program.lines().len() as u64, remarks);
        let mut advance = |done| bar.set_position(done as u64);
        let result = board.run_watched(program, &mut dump, &mut advance);
        bar.finish_and_clear();
        let summary = result.map_err(|e| dump.failure(&self.program, e))?;
        match dump.output.finish() {
            Err(Failure::ReaderGone) if insist => {}
            finished => finished?,
        }
        if summary.host > 0 {
            let (name, lines) = (name(&self.program), summary.host);
            let are = if lines == 1 { "request (`c` line) is" } else { "requests (`c` lines) are" };
            remarks.say(format_args!("{name}: {lines} host {are} ignored"));
        }
        Ok(format!("{summary}\n"))
    }

    /// No output replaces the program or another output, and the dump no file that is loaded. What
    /// is saved may replace what was loaded.
    fn files_stand_apart(&self, loads: &[Transfer], saves: &[Transfer]) -> Result<(), Failure> {
        let place = |p: &Path| p.canonicalize().unwrap_or_else(|_| p.to_owned());
        let mut taken = vec![place(&self.program)];
        let dump = self.dump.iter().map(|file| (file, loads));
        for (file, loads) in dump.chain(saves.iter().map(|save| (&save.file, &[][..]))) {
            let found = place(file);
            let standard = file == Path::new("-");
            let replaces = taken.contains(&found) || loads.iter().any(|l| place(&l.file) == found);
            if replaces && !standard {
                return Err(Failure::input(format!(
                    "{}: the output would replace a file of this call\n  right: a name of its own",
                    file.display()
                )));
            }
            taken.push(found);
        }
        Ok(())
    }
}

/// Systems that have no machine yet, by the extension of their programs.
const LATER: [&str; 3] = ["pod", "xdsa", "tile"];

/// Refuses systems that are not there.
fn known(system: Option<&str>, program: &Path) -> Result<(), Failure> {
    let name = program.display();
    let later = |system| {
        Failure::input(format!(
            "{name}: a program of {system}, and that system is not there yet\n  right: a program of \
             mncore2"
        ))
    };
    match (system, program.extension().and_then(|e| e.to_str())) {
        (Some("mncore2"), _) | (None, Some("vsm" | "asm")) => Ok(()),
        (Some(system), _) if LATER.contains(&system) => Err(later(system)),
        (Some(system), _) => Err(Failure::input(format!(
            "--system: there is no system `{system}`\n  right: mncore2"
        ))),
        (None, _) if program == Path::new("-") => Ok(()),
        (None, Some(extension)) if LATER.contains(&extension) => Err(later(extension)),
        (None, _) => Err(Failure::input(format!(
            "{name}: the name does not tell the system\n  right: a name that ends in .vsm or .asm, \
             or --system mncore2"
        ))),
    }
}

fn transfers(option: &str, arguments: &[String]) -> Result<Vec<Transfer>, Failure> {
    let wrong = |argument: &String, why| Failure::input(format!("{option} {argument}: {why}"));
    arguments.iter().map(|a| Transfer::parse(a).map_err(|why| wrong(a, why))).collect()
}

/// Where dumps go.
struct Dump {
    output: Output,
    /// The program runs to its end even if nobody reads the dumps: something is saved.
    insist: bool,
    gone: bool,
}

impl Dump {
    /// What it means that the program has stopped.
    fn failure(&self, program: &Path, error: RunError) -> Failure {
        let name = name(program);
        match error.kind {
            RunErrorKind::Write(e) => self.output.failure(&e),
            kind => Failure::input(format!("{name}:{}: {kind}", error.line)),
        }
    }
}

impl Write for Dump {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        match self.output.write(bytes) {
            Err(e) if self.insist && e.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
