//! Random programs of xDSA under the judge alone: every instruction comes up and ends well, and so does every error that a
//! table or a word can cause.

use oracle::interpreters;
use oracle::interpreters::xdsa::{Settings as Switches, State, run};
use semantics::xdsa::Kind;
use std::collections::BTreeMap;
use tests::judges::{case, outcome};
use vectors::programs::Seeded;
use vectors::programs::xdsa::{Settings, operations, program};

#[test]
fn every_instruction_ends_well() {
    let all = operations();
    assert_eq!(all.len(), 211);
    for operation in all {
        let settings = Settings { instructions: 1..=1, cores: 1, faults: 0, only: Some(operation) };
        for seed in 0..6 {
            let text = program(&mut Seeded::new(seed), &settings).case("T");
            let (_, end) = outcome(interpreters::of("xdsa"), &case("xdsa", &text));
            assert_eq!(end, None, "seed {seed}\n{text}");
        }
    }
}

#[test]
fn every_error_comes_up() {
    let settings = Settings { instructions: 1..=1, cores: 2, faults: 8, only: None };
    let mut found = BTreeMap::<String, u64>::new();
    for seed in 0..6000 {
        let text = program(&mut Seeded::new(seed), &settings).case("T");
        if let (_, Some(end)) = outcome(interpreters::of("xdsa"), &case("xdsa", &text)) {
            *found.entry(end.kind).or_default() += 1;
        }
    }
    // What a program alone cannot cause: images that are cut, more steps or sizes than a limit.
    let never = [Kind::Truncated, Kind::StepLimit, Kind::TooLarge];
    let missing: Vec<Kind> = Kind::ALL
        .into_iter()
        .filter(|kind| !never.contains(kind) && !found.contains_key(kind.name()))
        .collect();
    assert!(missing.is_empty(), "{missing:?} of {found:?}");
}

/// A core without a program has no END.
#[test]
fn no_program_has_no_end() {
    let stop = run(&[Vec::new()], &mut State::default(), &Switches::default());
    assert_eq!(stop.map_err(|stop| (stop.core, stop.index, stop.kind)), Err((0, 0, Kind::NoEnd)));
}
