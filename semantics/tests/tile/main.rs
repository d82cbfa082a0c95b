//! Tile.

mod alu;
mod convert;
mod product;
mod properties;
mod rows;
mod trial;
