//! The steps of the ALU.

mod answer;
pub(super) mod float;
pub(super) mod integer;
mod rsqrt;
