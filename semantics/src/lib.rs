//! Machines: what an instruction does to a state. One module a system, each with the same rooms:
//! what can be said (`isa`), how it is written (`text`), what the machine remembers (`state`), what
//! an instruction does (`exec`), and how the state is printed (`dump`).

pub mod cases;
mod cores;
pub mod machine;
pub mod machines;
pub mod mncore2;
pub mod pod;
pub mod source;
pub mod tile;
pub mod xdsa;

/// The page of the crate: its example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
