//! A program on a board, as the commands of all machines run it.

pub(crate) use super::dump::Dump;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::{Remarks, progress};
use semantics::machine::{Board, Program, Ran, RunErrorKind};
use std::path::Path;

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
