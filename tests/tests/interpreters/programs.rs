//! Machines and their judges on random programs: kind and place of errors, all that has a name, what is counted.

use oracle::interpreters;
use seeded::Kind;
use semantics::machine::Machine;
use semantics::machines;
use tests::judges::{agree, drawn};

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
        // A program of Tile takes five times as long as others.
        let count = Kind::Program.cases() * if system == "tile" { 1 } else { 5 };
        tests::seeds::each(count, &format!("{system} programs"), |seed| {
            let (case, also) = drawn(system, seed);
            agree(system, case, also);
        });
    }
}
