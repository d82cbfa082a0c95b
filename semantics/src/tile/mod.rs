//! The RISC-V Tile extension: tile registers, matrix products, conversions, functions, atomics, copies.

pub mod element;
mod error;
pub mod exec;
pub mod isa;
mod shape;
pub mod state;

pub mod machine;

pub use error::{Fault, Kind};
pub use shape::Shape;
