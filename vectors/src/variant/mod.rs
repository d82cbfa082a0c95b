//! What a design may do instead: the structures that `identify` has as candidates and `check` as causes.
//!
//! A new one is a row of `structure::ALL`.

mod bench;
mod sketch;
mod structure;

pub(crate) use bench::Bench;
pub(crate) use structure::Structure;
