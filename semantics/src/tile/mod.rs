//! The RISC-V Tile extension: tile registers, matrix products, conversions, functions, atomics, copies.

mod array;
mod board;
mod check;
mod differ;
pub mod element;
mod error;
pub mod exec;
pub mod isa;
mod machine;
mod parameters;
mod program;
pub mod run;
mod shape;
pub mod state;
mod targets;
pub mod text;

pub use board::Board;
pub use error::{Fault, Kind};
pub use machine::TileMachine;
pub use program::Program;
pub use shape::Shape;
