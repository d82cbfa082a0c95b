//! The steps of reductions.

pub(super) mod add;
pub(super) mod select;
