//! Machine words of MN-Core 2.

mod cover;
mod golden;
mod learn;
mod probes;
mod programs;
mod refused;

use semantics::mncore2::isa::{Statement, Step};
use semantics::mncore2::text::parse_line;

/// The step of a line.
pub(crate) fn step(text: &str) -> Step {
    match parse_line(text) {
        Ok(Some(Statement::Step(step))) => step,
        other => panic!("{text}: {other:?}"),
    }
}
