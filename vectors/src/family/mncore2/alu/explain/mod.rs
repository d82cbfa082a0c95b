//! The steps of the ALU.

pub(super) mod answer;
pub(super) mod float;
pub(super) mod integer;
