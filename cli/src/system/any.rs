//! Commands as every machine has them: what only one machine has stands in the command itself.

pub(crate) use super::array::kind;
pub(crate) use super::dump::Dump;
use super::{Model, array};
use crate::diagnose::name;
use crate::failure::Failure;
use crate::input::Input;
use crate::npy;
use crate::output::{self, Output, Targets};
use crate::source::Source;
use crate::{Remarks, progress};
use semantics::machine::{Board, How, Machine, Program, Ran, RunErrorKind, SaveError};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// `assay run` of a machine.
pub(crate) struct Run<'a> {
    pub(crate) machine: &'static dyn Machine,
    pub(crate) program: &'a Path,
    pub(crate) how: How<'a>,
    pub(crate) strict: bool,
    pub(crate) dump: Option<&'a Path>,
    pub(crate) loads: &'a [String],
    pub(crate) saves: &'a [String],
    pub(crate) steps: bool,
    pub(crate) model: &'a Model,
    /// The most steps that are executed.
    pub(crate) limit: Option<u64>,
}

impl Run<'_> {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let loads = transfers("--load", self.loads)?;
        let saves = transfers("--save", self.saves)?;
        let mut targets = Targets::new(remarks);
        targets.reads([self.program]);
        let saved: Vec<Output> =
            saves.iter().map(|(_, file)| targets.open(Some(file))).collect::<Result<_, _>>()?;
        targets.reads(loads.iter().map(|(_, file)| file));
        let output = targets.open(self.dump)?;
        let program =
            Source::of(self.machine, self.program, self.how).read(self.strict, remarks)?;
        let parameters = self.model.parameters(&*program)?;
        let mut board = self.machine.board(&parameters.pairs()).map_err(Failure::input)?;
        board.prepare(&[&*program]).map_err(Failure::input)?;
        let mut named = Vec::new();
        for (memory, file) in saves.iter().filter(|(_, file)| npy::is_named(file)) {
            let wrong = |e| Failure::input(format!("--save {memory}: {e}"));
            if let Some(name) = array::name(&*board, memory).map_err(wrong)? {
                named.push((targets.open(Some(&array::beside(file)))?, name));
            }
        }
        for (memory, file) in &loads {
            let wrong = |why| Failure::input(format!("{}: {why}", file.display()));
            let input = Input::open(file).map_err(|e| Failure::read(file, &e))?;
            let mut input = BufReader::new(input);
            if npy::is_named(file) {
                array::agrees(&*board, memory, file).map_err(wrong)?;
                let bytes = array::read(&*board, memory, &mut input).map_err(wrong)?;
                let loaded = board.load(memory, &mut &bytes[..]);
                loaded.map_err(|e| wrong(e.to_string()))?;
            } else {
                let loaded = board.load(memory, &mut input);
                loaded.map_err(|e| wrong(e.to_string()))?;
            }
        }
        let dump = Dump::new(output, !saves.is_empty());
        let ran = execute(&mut *board, &*program, self.program, dump, self.limit, remarks)?;
        for ((memory, file), output) in saves.iter().zip(saved) {
            let wrong = |e| Failure::input(format!("--save {memory}: {e}"));
            // As large as a memory may be: it goes out in pieces.
            let mut out = BufWriter::new(output);
            if npy::is_named(file) {
                let head = array::head(&*board, memory).map_err(wrong)?;
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
        if self.steps { output::print(&format!("{}\n", ran.counts)) } else { Ok(()) }
    }
}

/// `MEM=FILE`
fn transfers<'a>(
    option: &str,
    arguments: &'a [String],
) -> Result<Vec<(&'a str, PathBuf)>, Failure> {
    let pair = |argument: &'a String| {
        let (memory, file) = argument.rsplit_once('=').filter(|(_, file)| !file.is_empty())?;
        Some((memory, PathBuf::from(file)))
    };
    let wrong = |a: &String| Failure::input(format!("{option} {a}: right: MEM=FILE"));
    arguments.iter().map(|a| pair(a).ok_or_else(|| wrong(a))).collect()
}

/// Runs a program of so many steps at most.
pub(crate) fn execute(
    board: &mut dyn Board,
    program: &dyn Program,
    path: &Path,
    mut dump: Dump,
    limit: Option<u64>,
    remarks: Remarks,
) -> Result<Ran, Failure> {
    let bar = progress::statements(program.statements(), remarks);
    let mut advance = |done| bar.set_position(done);
    let watched = semantics::machine::Run { out: &mut dump, advance: Some(&mut advance), limit };
    let result = board.run(program, watched);
    bar.finish_and_clear();
    let name = name(path);
    let dumped = result.is_ok().then(|| board.dump(&mut dump));
    let ran = result.map_err(|error| match error.kind {
        RunErrorKind::Write(e) => dump.output.failure(&e),
        kind if error.line > 0 => Failure::input(format!("{name}:{}: {kind}", error.line)),
        kind => Failure::input(format!("{name}: {kind}")),
    })?;
    if let Some(Err(e)) = dumped {
        return Err(dump.output.failure(&e));
    }
    match dump.output.finish() {
        Err(Failure::ReaderGone) if dump.insist => {}
        finished => finished?,
    }
    ran.remarks.iter().for_each(|remark| remarks.say(format_args!("{name}: {remark}")));
    Ok(ran)
}
