//! Random programs under the plain interpreter alone: they run to their end, and every form comes up.

use oracle::plain::pod::Kind;
use semantics::pod::isa::forms;
use std::collections::HashSet;
use tests::pod::machine as started;
use vectors::programs::Seeded;
use vectors::programs::pod::{Settings, program};

#[test]
fn programs_run_to_their_end() {
    for seed in 0..400 {
        let program = program(&mut Seeded::new(seed), &Settings::default());
        let mut machine = started(&program);
        for (at, packet) in program.packets().iter().enumerate() {
            let run = machine.step(packet);
            assert!(run.is_ok(), "seed {seed}, packet {at}: {run:?}\n{}", program.case("T"));
        }
    }
}

#[test]
fn every_form_comes_up() {
    let mut drawn = HashSet::new();
    for seed in 0..8000 {
        let program = program(&mut Seeded::new(seed), &Settings::default());
        drawn.extend(program.instructions.iter().map(|x| x.form().to_string()));
    }
    let missing: Vec<String> =
        forms().iter().map(ToString::to_string).filter(|form| !drawn.contains(form)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What ends with an error ends with either, and not always.
#[test]
fn errors_come_up() {
    let settings = Settings { error: true, ..Settings::default() };
    let mut found = [0; 3];
    for seed in 0..400 {
        let program = program(&mut Seeded::new(seed), &settings);
        let mut machine = started(&program);
        let stop = program.packets().iter().find_map(|packet| machine.step(packet).err());
        found[match stop.map(|stop| stop.kind) {
            None => 0,
            Some(Kind::LocalRange) => 1,
            Some(Kind::PeRange) => 2,
        }] += 1;
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}
