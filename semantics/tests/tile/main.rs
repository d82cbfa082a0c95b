//! Tile.

mod alu;
mod convert;
mod instruction;
mod product;
mod properties;
mod rows;
mod trial;
