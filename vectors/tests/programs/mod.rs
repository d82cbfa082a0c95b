//! Random programs: always valid, the same for the same choices, and complete.

mod coverage;
mod forms;
mod typed;
mod valid;

use semantics::mncore2::isa::Statement;
use vectors::programs::Seeded;
use vectors::programs::mncore2::{Settings, Units, program};

/// How many programs the tests look at.
const PROGRAMS: u64 = 3000;

/// The programs of these seeds.
fn programs(
    seeds: std::ops::Range<u64>,
    settings: &Settings,
) -> impl Iterator<Item = Vec<Statement>> {
    seeds.map(|seed| program(&mut Seeded::new(seed), settings))
}

/// Long programs with little data, so that most statements are drawn.
fn drawn() -> Settings {
    Settings { steps: 40..=40, fill: false, dump: false, ..Settings::default() }
}

const UNITS: [Units; 4] = [Units::Pe, Units::L1bm, Units::L2bm, Units::Mv];
