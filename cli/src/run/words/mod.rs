//! `assay run` of machines whose memories are words: files into memories and arrays into layouts, and back.

mod array;
mod load;
mod save;

pub(crate) use array::told;

use super::Run;
use super::bytes::each;
use crate::Remarks;
use crate::failure::Failure;
use crate::output::{Output, Targets};
use crate::system::{self, Dump, capability};
use array::Array;
use load::Transfer;
use semantics::machine::{Machine, Memories, Ran};
use std::path::PathBuf;

/// Runs the program with all that was given.
pub(super) fn run(
    of: &Run,
    machine: &'static dyn Machine,
    memories: &dyn Memories,
    remarks: Remarks,
) -> Result<Ran, Failure> {
    let loads = each("--load", &of.loads, |a| Transfer::parse(a, memories))?;
    let saves = each("--save", &of.saves, |a| Transfer::parse(a, memories))?;
    let layouts = capability(machine, "layouts of arrays", Machine::layouts)?;
    let imports = each("--import", &of.imports, |a| Array::parse(a, layouts))?;
    let exports = each("--export", &of.exports, |a| Array::parse(a, layouts))?;
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
    let program = of.source(machine, remarks).read(of.strict, remarks)?;
    let dirt = of.dirty.then(|| memories.dirt());
    let mut board = machine.board(dirt.as_slice()).map_err(Failure::input)?;
    for load in &loads {
        load::load(&mut *board, load)?;
    }
    for import in &imports {
        array::import(&mut *board, import, of.round)?;
    }
    let dump = Dump::new(dump, !saves.is_empty() || !exports.is_empty());
    let ran = system::execute(&mut *board, &*program, &of.program, dump, of.max_steps, remarks)?;
    for (save, output) in saves.iter().zip(saved) {
        save::save(&*board, save, output)?;
    }
    array::export(&*board, &exports, exported)?;
    Ok(ran)
}
