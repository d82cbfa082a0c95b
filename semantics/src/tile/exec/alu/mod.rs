//! TALU: functions of every element of tiles in vector view (Tile, s. 2.2; TILE-D52 to D59, D83, D97), and transposes.
//!
//! The functions here take bytes; what the mask does not let through is left as it is and signals nothing.

mod elements;
mod function;
mod instruction;
mod transpose;

pub use elements::{arithmetic, special};
pub use instruction::{computation, function, transposition};

pub use crate::tile::isa::{Arithmetic, Special, TRANSPOSES, Transpose};

/// A tile that is read, and whether its elements change their sign first (TILE-D56).
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The tile.
    pub tile: &'a [u8; 1024],
    /// `negN`.
    pub negate: bool,
}
