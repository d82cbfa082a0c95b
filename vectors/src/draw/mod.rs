//! Operands of cases: directed at limits and rules, or drawn at random.

mod cases;
pub(crate) mod code;
pub(crate) mod corner;
pub(crate) mod random;
pub(crate) mod rng;

pub(crate) use cases::Cases;
