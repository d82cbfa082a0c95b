//! The operations of MN-Core 2, from the formulas of the developer manual ("s. 4.3" is its section) and the decisions
//! of `docs/decisions.md` ("MN-D13"), and from nothing else. Each decision is taken at its default.

pub(super) mod alu;
pub(super) mod block;
pub(super) mod convert;
mod inputs;
pub(super) mod matrix;
pub(super) mod number;
pub(super) mod reduce;
pub(super) mod vector;
