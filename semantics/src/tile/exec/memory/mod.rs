//! Loads and stores (TILE-D62 to D64).

mod blocks;
mod slices;

pub(crate) use blocks::blocks;
pub(crate) use slices::slices;
