//! Support of the tests: what fuzz targets do with their bytes, and how much of an endless test is run.

pub mod bridge;
pub mod budget;
pub mod cover;
pub mod fuzz;
pub mod judges;
pub mod tile_words;
