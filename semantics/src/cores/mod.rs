//! Programs on cores that wait for each other: what xDSA and Tile share, and what each of them says of itself.

mod board;
mod machine;
mod program;
mod run;

pub(crate) use board::Board;
pub(crate) use machine::Cores;
pub(crate) use program::Program;
pub(crate) use run::{Each, Part, State, Stop};

use crate::machine::Value;

/// The digits of bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Value::Image(bytes.to_vec()).to_string()
}
