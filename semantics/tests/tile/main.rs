//! Tile.

mod alu;
mod convert;
mod instruction;
mod product;
mod properties;
mod queue;
mod rows;
mod trial;
