//! What instructions do.

mod access;
pub mod alu;
pub mod atomic;
pub mod barrier;
pub(crate) mod control;
pub mod convert;
mod copy;
pub mod mask;
mod memory;
pub mod moves;
pub mod product;
pub mod transfer;
mod typed;

pub use super::element;
