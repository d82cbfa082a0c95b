//! `assay run`: a program on a board.

mod array;
mod load;
mod memory;
mod npy;
mod save;
pub(crate) mod source;

use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::{Remarks, progress};
use array::Array;
use memory::Transfer;
use semantics::mncore2::check::Rules;
use semantics::mncore2::text::Program;
use semantics::mncore2::{Board, RunError, RunErrorKind};
use source::Source;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What `--dirty` fills PDM and DRAM with (MN-D64).
pub(crate) const DIRT: u64 = 0xdead_beef_dead_beef;

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

LAYOUT says which index of an array lives where: ((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0:f has 32 by
8 numbers of single precision; its row goes through 8 L2Bs and 4 long words, its column through 4
PEs and the 2 single words of a long word. A factor is size_LEVEL:stride, without _LEVEL along
addresses. The name of a memory alone (lmn0c0:f) is the whole of it. `assay layout` shows where
each index lives. FILE ends in .npy, .csv or .json.

Examples:
  assay run program.vsm
  assay run program.vsm --dump program.dmp --steps
  assay run program.vsm --load p@0=input.bin --save lmn0c0b0=result.npy
  assay run program.vsm --import '(4_PE:1)@LM0:d=a.npy' --export lrn0c0b0m0:f=b.csv
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
    /// Fill the places of a layout from an array, behind all --load (repeatable)
    #[arg(long = "import", value_name = "LAYOUT=FILE")]
    imports: Vec<String>,
    /// Round values of --import that the type does not hold, to nearest even, instead of refusing them
    #[arg(long, requires = "imports")]
    round: bool,
    /// Write the array of a layout to a file after the last statement (repeatable)
    #[arg(long = "export", value_name = "LAYOUT=FILE")]
    exports: Vec<String>,
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
        let imports = array::parse("--import", &self.imports)?;
        let exports = array::parse("--export", &self.exports)?;
        let files = |transfers: &[Transfer], arrays: &[Array]| -> Vec<PathBuf> {
            let loaded = transfers.iter().map(|t| t.file.clone());
            loaded.chain(arrays.iter().map(|a| a.file.clone())).collect()
        };
        let saved = files(&saves, &exports);
        output::stand_apart(self.dump.iter().chain(&saved), [&self.program])?;
        // What is saved may replace what was loaded.
        output::stand_apart(&self.dump, &files(&loads, &imports))?;
        array::check_imports(&imports)?;
        save::check(&saves)?;
        array::check_exports(&exports)?;
        let program = self.read(remarks)?;
        let mut board = if self.dirty { Board::with_fill(DIRT) } else { Board::new() };
        for load in &loads {
            load::load(&mut board, load)?;
        }
        for import in &imports {
            array::import(&mut board, import, self.round)?;
        }
        let dump = Output::new(self.dump.as_deref())?;
        let insist = !saves.is_empty() || !exports.is_empty();
        let steps = execute(&mut board, &program, &self.program, dump, insist, remarks)?;
        for save in &saves {
            save::save(&board, save)?;
        }
        array::export(&board, &exports)?;
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
}

/// Runs a program, its dumps going to `output`; the line that tells its steps. With `insist` it runs
/// to its end even if nobody reads the dumps.
pub(crate) fn execute(
    board: &mut Board,
    program: &Program,
    path: &Path,
    output: Output,
    insist: bool,
    remarks: Remarks,
) -> Result<String, Failure> {
    let mut dump = Dump { output, insist, gone: false };
    let bar = progress::statements(program.lines().len() as u64, remarks);
    let mut advance = |done| bar.set_position(done as u64);
    let result = board.run_watched(program, &mut dump, &mut advance);
    bar.finish_and_clear();
    let summary = result.map_err(|e| dump.failure(path, e))?;
    match dump.output.finish() {
        Err(Failure::ReaderGone) if insist => {}
        finished => finished?,
    }
    if summary.host > 0 {
        let (name, lines) = (name(path), summary.host);
        let are = if lines == 1 { "request (`c` line) is" } else { "requests (`c` lines) are" };
        remarks.say(format_args!("{name}: {lines} host {are} ignored"));
    }
    Ok(format!("{summary}\n"))
}

/// Systems that have no machine yet, by the extension of their programs.
const LATER: [&str; 3] = ["pod", "xdsa", "tile"];

/// Refuses systems that are not there.
pub(crate) fn known(system: Option<&str>, program: &Path) -> Result<(), Failure> {
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
