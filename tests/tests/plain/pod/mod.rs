//! The simulator of POD against the plain interpreter on random programs: the whole state behind the last packet,
//! warnings and errors of each.
//!
//! `ASSAY_POD_PROGRAMS=200000` runs more of them.

mod conformance;
mod drawn;

use tests::budget::Budget;
use tests::pod::{agree, settings};
use vectors::programs::Seeded;
use vectors::programs::pod::program;

#[test]
fn simulator_and_plain_interpreter_agree() {
    Budget::of("ASSAY_POD_PROGRAMS", 10_000, 0).run("POD programs", |seed| {
        agree(&program(&mut Seeded::new(seed), &settings(seed)), &seed);
    });
}
