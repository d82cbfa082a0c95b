//! `assay run` of MN-Core 2: files into memories and arrays into layouts, and back.

mod array;
mod load;
mod memory;
mod save;

use crate::Remarks;
use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use crate::run::Run;
use crate::source::{self, Source};
use crate::system::any::{self, Dump};
use memory::Transfer;
use semantics::machine::{Checks, How, Program};
use semantics::mncore2::{Board, MnCore2};
use std::path::PathBuf;

/// What `--dirty` fills PDM and DRAM with (MN-D64).
pub(crate) const DIRT: u64 = 0xdead_beef_dead_beef;

/// Runs the program with all that was given.
pub(crate) fn run(of: &Run, remarks: Remarks) -> Result<(), Failure> {
    let loads = transfers("--load", &of.loads)?;
    let saves = transfers("--save", &of.saves)?;
    let imports = array::parse("--import", &of.imports)?;
    let exports = array::parse("--export", &of.exports)?;
    array::check_imports(&imports)?;
    save::check(&saves)?;
    let mut targets = Targets::new(remarks);
    targets.reads([&of.program]);
    // What is saved may replace what was loaded.
    let mut open = |file: &PathBuf| targets.open(Some(file));
    let saved: Vec<Output> = saves.iter().map(|s| open(&s.file)).collect::<Result<_, _>>()?;
    let exported: Vec<Output> = exports.iter().map(|e| open(&e.file)).collect::<Result<_, _>>()?;
    targets.reads(loads.iter().map(|l| &l.file).chain(imports.iter().map(|i| &i.file)));
    let dump = targets.open(of.dump.as_deref())?;
    let program = read(of, remarks)?;
    let mut board = if of.dirty { Board::with_fill(DIRT) } else { Board::new() };
    for load in &loads {
        load::load(&mut board, load)?;
    }
    for import in &imports {
        array::import(&mut board, import, of.round)?;
    }
    let dump = Dump::new(dump, !saves.is_empty() || !exports.is_empty());
    let ran = any::execute(&mut board, &*program, &of.program, dump, of.max_steps, remarks)?;
    for (save, output) in saves.iter().zip(saved) {
        save::save(&board, save, output)?;
    }
    array::export(&board, &exports, exported)?;
    if of.steps { output::print(&format!("{}\n", ran.counts)) } else { Ok(()) }
}

fn read(of: &Run, remarks: Remarks) -> Result<Box<dyn Program>, Failure> {
    let checks = source::checks(&MnCore2, Checks::Assembler, of.no_check, &of.program, remarks);
    let how = How { checks, ..How::default() };
    Source::of(&MnCore2, &of.program, how).read(of.strict, remarks)
}

fn transfers(option: &str, arguments: &[String]) -> Result<Vec<Transfer>, Failure> {
    let wrong = |argument: &String, why| Failure::input(format!("{option} {argument}: {why}"));
    arguments.iter().map(|a| Transfer::parse(a).map_err(|why| wrong(a, why))).collect()
}
