//! MN-Core 2: 4 groups of 2 L2B of 8 L1B of 16 MAB of 4 PE; the sections (s.) are those of its
//! developer manual, the decisions (MN-D..) are stated in `docs/decisions.md`.

mod account;
pub mod assembly;
mod board;
pub mod build;
mod changes;
pub mod check;
pub mod code;
mod differ;
pub mod dump;
mod exec;
pub mod isa;
pub mod layout;
mod machine;
mod memory;
mod mode;
pub(crate) mod state;
pub mod steps;
mod targets;
pub mod text;
pub mod trace;

pub use board::{Board, RunError, RunErrorKind, Summary};
pub use machine::{MnCore2, first_beyond};
pub use memory::{AccessError, Level, Place, Store};
pub use mode::Mode;
