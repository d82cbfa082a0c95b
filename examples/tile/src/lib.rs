//! Products of two matrices of 256 by 256 on RISC-V Tile, in FP8 and in MXFP4: cut into tiles, which copies bring from global to
//! shared memory while the ones before are multiplied.
//!
//! [`program`] writes the program, [`memory`] what it finds in memory, [`plain`] computes each element with integers.

pub mod matrix;
pub mod memory;
pub mod plain;
pub mod program;
pub mod run;

/// What is found, or what went wrong.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
