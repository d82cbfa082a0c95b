//! POD: an n x m torus of PEs with general and xmm registers under a host core.
//!
//! The source is the technical report GIT-CERCS-07-09; sections are its own, ids such as POD-D47 are those of
//! `docs/decisions.md`.

mod board;
pub mod check;
pub mod code;
mod differ;
mod exec;
pub mod host;
pub mod isa;
pub mod lane;
mod machine;
mod program;
pub mod script;
mod state;
mod targets;
pub mod text;
mod timing;
mod trace;

pub use board::Board;
pub use exec::{Access, Effects, Fault, FaultKind, Warning, Warnings};
pub use host::{HostError, Pod};
pub use machine::PodMachine;
pub use program::Program;
pub use state::{Array, Shape, ShapeError, System};
pub use timing::{Counters, Fence, Parameters};
