//! `assay run` of machines whose memories are bytes, which the board knows by name.

use super::{Run, elements};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, Output, Targets};
use crate::system::{self, Dump};
use crate::{Remarks, npy};
use semantics::machine::{Machine, Ran, SaveError};
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

/// Runs the program with all that was given.
pub(super) fn run(
    of: &Run,
    machine: &'static dyn Machine,
    remarks: Remarks,
) -> Result<Ran, Failure> {
    let given = [
        ("--import", !of.imports.is_empty()),
        ("--export", !of.exports.is_empty()),
        ("--dirty", of.dirty),
        ("--offchip-memory-init", of.offchip_memory_init.is_some()),
    ];
    system::refuse(machine, &given)?;
    let source = of.source(machine, remarks);
    let loads = each("--load", &of.loads, transfer)?;
    let saves = each("--save", &of.saves, transfer)?;
    let mut targets = Targets::new(remarks);
    targets.reads([&of.program]);
    let saved: Vec<Output> =
        saves.iter().map(|(_, file)| targets.open(Some(file))).collect::<Result<_, _>>()?;
    targets.reads(loads.iter().map(|(_, file)| file));
    let output = targets.open(of.dump.as_deref())?;
    let program = source.read(of.strict, remarks)?;
    let parameters = of.model.parameters(&*program)?;
    let mut board = machine.board(&parameters.pairs()).map_err(Failure::input)?;
    board.prepare(&[&*program]).map_err(Failure::input)?;
    let mut named = Vec::new();
    for (memory, file) in saves.iter().filter(|(_, file)| npy::is_named(file)) {
        let wrong = |e| Failure::input(format!("--save {memory}: {e}"));
        if let Some(name) = elements::name(&*board, memory).map_err(wrong)? {
            named.push((targets.open(Some(&elements::beside(file)))?, name));
        }
    }
    for (memory, file) in &loads {
        let wrong = |why| Failure::input(format!("{}: {why}", file.display()));
        let input = Input::open(file).map_err(|e| Failure::read(file, &e))?;
        let mut input = BufReader::new(input);
        let loaded = if npy::is_named(file) {
            elements::agrees(&*board, memory, file).map_err(wrong)?;
            let bytes = elements::read(&*board, memory, &mut input).map_err(wrong)?;
            board.load(memory, &mut &bytes[..])
        } else {
            board.load(memory, &mut input)
        };
        loaded.map_err(|e| wrong(e.to_string()))?;
    }
    let dump = Dump::new(output, !saves.is_empty());
    let ran = system::execute(&mut *board, &*program, &of.program, dump, of.max_steps, remarks)?;
    for ((memory, file), output) in saves.iter().zip(saved) {
        let wrong = |e| Failure::input(format!("--save {memory}: {e}"));
        // As large as a memory may be: it goes out in pieces.
        let mut out = BufWriter::new(output);
        if npy::is_named(file) {
            let head = elements::head(&*board, memory).map_err(wrong)?;
            out.write_all(&head).map_err(|e| out.get_ref().failure(&e))?;
        }
        board.save(memory, &mut out).map_err(|e| match e {
            SaveError::Refused(refusal) => wrong(refusal),
            SaveError::Write(e) => out.get_ref().failure(&e),
        })?;
        output::complete(out)?;
    }
    for (output, name) in named {
        output.whole(format!("{name}\n"))?;
    }
    Ok(ran)
}

/// `MEM=FILE`
fn transfer(argument: &str) -> Result<(String, PathBuf), String> {
    let parts = argument.rsplit_once('=').filter(|(_, file)| !file.is_empty());
    let (memory, file) = parts.ok_or("right: MEM=FILE")?;
    Ok((memory.to_owned(), file.into()))
}

/// What each argument of an option says.
pub(super) fn each<T>(
    option: &str,
    arguments: &[String],
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, Failure> {
    let wrong = |argument: &String, why| Failure::input(format!("{option} {argument}: {why}"));
    arguments.iter().map(|a| parse(a).map_err(|why| wrong(a, why))).collect()
}
