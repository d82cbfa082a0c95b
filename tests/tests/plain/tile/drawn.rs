//! Random programs under the plain interpreter alone: every row comes up and ends well, and so does every error.

use oracle::plain::tile::Kind;
use semantics::tile::isa::rows;
use std::collections::BTreeMap;
use tests::tile::judged;
use vectors::programs::Seeded;
use vectors::programs::tile::{Settings, program};

/// Most programs of one instruction end well: a wait may not, nor a count of an unknown state.
#[test]
fn every_row_ends_well() {
    for row in rows() {
        let name = row.mnemonic.as_str();
        let settings = Settings { instructions: 1..=1, faults: 0, steps: 0, only: Some(name) };
        let ends = |seed: &u64| judged(&program(&mut Seeded::new(*seed), &settings)).error;
        let errors: Vec<_> = (0..8).filter_map(|seed| ends(&seed)).collect();
        assert!(errors.len() < 4, "{name}: {errors:?}");
    }
}

#[test]
fn every_error_comes_up() {
    let settings = Settings { faults: 8, steps: 0, ..Settings::default() };
    let mut found = BTreeMap::<Kind, u64>::new();
    let mut well = 0;
    for seed in 0..1500 {
        match judged(&program(&mut Seeded::new(seed), &settings)).error {
            Some((_, kind)) => *found.entry(kind).or_default() += 1,
            None => well += 1,
        }
    }
    assert!(found.len() == 7 && well > 100, "{found:?}, {well} end well");
}
