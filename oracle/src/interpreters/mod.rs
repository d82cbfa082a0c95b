//! Interpreters of programs, slow and plain: a second emulator a machine, written from its manual alone.

mod judge;
pub mod mncore2;
pub mod pod;
pub mod tile;
pub mod xdsa;

pub use judge::{Board, Door, Judge, State};

use semantics::machine::Machine;

/// The judge of each machine, as a machine.
pub static ALL: &[&dyn Machine] = &[
    &Door::<mncore2::Observed>::NEW,
    &Door::<pod::Machine>::NEW,
    &Door::<xdsa::Machine>::NEW,
    &Door::<tile::Machine>::NEW,
];

/// The judge of a machine.
///
/// # Panics
/// Where it has none.
#[must_use]
pub fn of(machine: &str) -> &'static dyn Machine {
    let found = ALL.iter().copied().find(|judge| judge.name() == machine);
    found.unwrap_or_else(|| panic!("{machine} has no judge"))
}
