//! Tile.

mod back;
mod blocks;
mod conversion;
mod lint;
mod listing;
mod product;
mod properties;
mod queue;
mod rows;
mod text;
mod trial;
