//! xDSA: a machine whose instructions take tensors from memory to memory.
//!
//! The source is the xDSA instruction set description; `text N` is its line N, ids such as XDSA-D26 are those of
//! `docs/decisions.md`.

mod array;
mod board;
mod check;
pub mod code;
mod differ;
mod error;
pub mod exec;
pub mod isa;
mod machine;
mod number;
mod parameters;
mod program;
mod run;
mod state;
mod targets;
pub mod text;
mod trace;

pub use board::Board;
pub use error::{Error, Kind};
pub use machine::XdsaMachine;
pub use program::Program;
pub use run::{
    DomainHandler, Effect, Handled, Hooks, Ran, STEPS, Schedule, Settings, Shared, Stopped, UserOp,
    Watcher, Xdsa, evaluate, plan, table,
};
pub use state::{Keys, Memory};

/// The most cores.
pub const CORES: u32 = 64;
