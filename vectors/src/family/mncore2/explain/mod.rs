//! What the explanations of MN-Core 2's families share.

pub(crate) mod number;
pub(crate) mod pack;
pub(crate) mod ports;
pub(crate) mod sum;
