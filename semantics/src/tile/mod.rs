//! The RISC-V Tile extension.

pub mod exec;
