//! Machines and their judges on random programs: kind and place of errors, all that has a name, what is counted.
//!
//! `ASSAY_POD_PROGRAMS=200000` runs more of POD's, and so on.

use oracle::interpreters;
use semantics::machine::Machine;
use semantics::machines;
use tests::budget::Budget;
use tests::judges::{agree, drawn};

/// The programs that are always run.
fn always(system: &str) -> u64 {
    if system == "tile" { 2_000 } else { 10_000 }
}

#[test]
fn every_machine_has_a_judge() {
    let names = |list: &[&dyn Machine]| list.iter().map(|one| one.name()).collect::<Vec<_>>();
    assert_eq!(names(interpreters::ALL), names(machines::ALL));
}

/// MN-Core 2 has a test of its own (`tests/tests/programs`): of 4096 PEs its judge looks at few.
#[test]
fn machines_and_judges_agree() {
    let systems =
        interpreters::ALL.iter().map(|judge| judge.name()).filter(|name| *name != "mncore2");
    for system in systems {
        let variable = format!("ASSAY_{}_PROGRAMS", system.to_uppercase());
        Budget::of(&variable, always(system), 0).run(&format!("{system} programs"), |seed| {
            let (case, also) = drawn(system, seed);
            agree(system, case, also);
        });
    }
}
