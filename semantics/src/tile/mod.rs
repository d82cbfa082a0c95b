//! The RISC-V Tile extension: tile registers, matrix products, conversions, functions, atomics, copies.

mod array;
mod board;
mod differ;
pub mod element;
mod error;
pub mod exec;
pub mod isa;
mod lint;
pub mod machine;
mod program;
mod shape;
pub mod state;
mod system;
mod targets;
pub mod text;

pub use board::Board;
pub use error::{Fault, Kind};
pub use program::Program;
pub use shape::Shape;
pub use system::TileMachine;
