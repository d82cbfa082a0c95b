//! The machine of xDSA against the plain interpreter on random programs over every instruction that executes: the whole
//! memory, keys, kind and place of errors.
//!
//! `ASSAY_XDSA_PROGRAMS=200000` runs more of them.

mod drawn;

use semantics::xdsa::isa::Operation;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use tests::budget::Budget;
use tests::xdsa::{Found, found, settings};
use vectors::programs::Seeded;
use vectors::programs::xdsa::program;

/// The differences of an instruction: how many, and the smallest.
type Differences = BTreeMap<Option<Operation>, (u64, Found)>;

#[test]
fn machine_and_plain_interpreter_agree() {
    let all = Mutex::new(Differences::new());
    Budget::of("ASSAY_XDSA_PROGRAMS", 10_000, 0).run("xDSA programs", |seed| {
        let program = program(&mut Seeded::new(seed), &settings(seed));
        let Some(found) = found(&program, &format!("seed-{seed}")) else { return };
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get_mut(&found.operation) {
            Some((count, smallest)) => {
                *count += 1;
                if found.case.len() < smallest.case.len() {
                    *smallest = found;
                }
            }
            None => {
                all.insert(found.operation, (1, found));
            }
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (operation, (count, smallest)) in &all {
        let name = operation.map_or("several cores", Operation::name);
        println!("{name}: {count} differ; {}\n{}", smallest.difference, smallest.case);
    }
    let names: Vec<_> = all.keys().map(|op| op.map_or("several cores", Operation::name)).collect();
    assert!(names.is_empty(), "{names:?} differ, the smallest of each above");
}
