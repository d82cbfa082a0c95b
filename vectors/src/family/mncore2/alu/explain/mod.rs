//! The steps of the ALU.

pub(super) mod float;
pub(super) mod integer;
mod rsqrt;
