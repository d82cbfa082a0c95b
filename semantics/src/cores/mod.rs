//! Programs on cores that wait for each other: what xDSA and Tile share.

mod code;
mod run;

pub(crate) use code::{Code, OnCores};
pub(crate) use run::{counted, dump, hex, line, no_pes, own, stopped, words};
