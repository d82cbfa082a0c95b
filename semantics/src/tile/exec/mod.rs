//! What instructions do.

pub mod alu;
pub mod convert;
pub mod element;
pub mod mask;
pub mod product;
mod typed;
