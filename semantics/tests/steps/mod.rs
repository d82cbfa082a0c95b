//! The model of time and occupancy: programs whose figures are worked out by hand.

mod flights;
mod throughput;
mod timing;
mod uses;

use semantics::machine::steps::Survey;
use semantics::mncore2::steps::{self, Model};
use semantics::mncore2::text::{self, Program};

/// A program of one statement a line.
fn program(source: &str) -> Program {
    text::parse(source).unwrap_or_else(|e| panic!("{source}: {:?}", e.diagnostics))
}

fn survey(source: &str, model: &Model) -> Survey {
    steps::survey(&program(source), model)
}
