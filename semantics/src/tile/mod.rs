//! The RISC-V Tile extension.

pub mod element;
pub mod exec;
pub mod isa;
