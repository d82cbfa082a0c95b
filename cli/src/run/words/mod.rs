//! `assay run` of machines whose memories are words: files into memories and arrays into layouts, and back.

mod array;
mod load;
mod memory;
mod save;

pub(crate) use array::told;

use super::Run;
use crate::Remarks;
use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use crate::source::{self, Source};
use crate::system::any::{self, Dump};
use crate::system::capability;
use memory::Transfer;
use semantics::machine::{Checks, How, Machine, Memories, Program};
use std::path::PathBuf;

/// Runs the program with all that was given.
pub(super) fn run(
    of: &Run,
    machine: &'static dyn Machine,
    memories: &dyn Memories,
    remarks: Remarks,
) -> Result<(), Failure> {
    let loads = transfers("--load", &of.loads, memories)?;
    let saves = transfers("--save", &of.saves, memories)?;
    let layouts = capability(machine, "layouts of arrays", Machine::layouts)?;
    let imports = array::parse("--import", &of.imports, layouts)?;
    let exports = array::parse("--export", &of.exports, layouts)?;
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
    let program = read(of, machine, remarks)?;
    let dirt = of.dirty.then(|| memories.dirt());
    let mut board = machine.board(dirt.as_slice()).map_err(Failure::input)?;
    for load in &loads {
        load::load(&mut *board, load)?;
    }
    for import in &imports {
        array::import(&mut *board, import, of.round)?;
    }
    let dump = Dump::new(dump, !saves.is_empty() || !exports.is_empty());
    let ran = any::execute(&mut *board, &*program, &of.program, dump, of.max_steps, remarks)?;
    for (save, output) in saves.iter().zip(saved) {
        save::save(&*board, save, output)?;
    }
    array::export(&*board, &exports, exported)?;
    if of.steps { output::print(&format!("{}\n", ran.counts)) } else { Ok(()) }
}

fn read(of: &Run, machine: &dyn Machine, remarks: Remarks) -> Result<Box<dyn Program>, Failure> {
    let checks = source::checks(machine, Checks::Assembler, of.no_check, &of.program, remarks);
    let how = How { checks, ..How::default() };
    Source::of(machine, &of.program, how).read(of.strict, remarks)
}

fn transfers(
    option: &str,
    arguments: &[String],
    of: &dyn Memories,
) -> Result<Vec<Transfer>, Failure> {
    let wrong = |argument: &String, why| Failure::input(format!("{option} {argument}: {why}"));
    arguments.iter().map(|a| Transfer::parse(a, of).map_err(|why| wrong(a, why))).collect()
}
