//! What instructions do.

pub mod alu;
pub mod convert;
pub mod mask;
pub mod product;
pub use super::element;
mod typed;
