//! xDSA: a machine whose instructions take tensors from memory to memory.
//!
//! The source is the xDSA instruction set description; `text N` is its line N, ids such as XDSA-D26 are those of
//! `docs/decisions.md`.

mod board;
pub mod code;
mod differ;
mod error;
pub mod exec;
pub mod isa;
mod lint;
mod machine;
pub mod number;
mod parameters;
mod program;
mod state;
mod system;
mod targets;
mod tensor;
pub mod text;
mod trace;

pub use board::Board;
pub use error::{Error, Kind};
pub use machine::{
    DomainHandler, Effect, Handled, Hooks, Ran, STEPS, Schedule, Settings, Shared, Stopped, UserOp,
    Watcher, Xdsa, evaluate, plan, table,
};
pub use program::Program;
pub use state::{Keys, Memory};
pub use system::XdsaMachine;

/// The most cores.
pub const CORES: u32 = 64;
