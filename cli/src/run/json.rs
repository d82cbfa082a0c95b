//! A run as JSON.

use super::Run;
use crate::failure::Failure;
use crate::page::{self, object};
use crate::{Remarks, output, printable};
use semantics::machine::Machine;

/// Runs a program and prints what it dumped as lines of one object.
pub(super) fn run(
    mut run: Run,
    machine: &'static dyn Machine,
    remarks: Remarks,
) -> Result<(), Failure> {
    let cannot = |e| Failure::Environment(format!("the dumps cannot be kept: {e}"));
    let folder = tempfile::tempdir().map_err(cannot)?;
    let path = folder.path().join("dump");
    run.dump = Some(path.clone());
    let ran = run.on(machine, remarks)?;
    let dump = std::fs::read(&path).map_err(cannot)?;
    let dump = String::from_utf8_lossy(&dump);
    output::print(&page::json(&object! {
        schema: page::SCHEMA,
        program: printable::path(&run.program),
        system: machine.name(),
        steps: ran.counts,
        dump: dump.lines().collect::<Vec<_>>(),
    })?)
}
