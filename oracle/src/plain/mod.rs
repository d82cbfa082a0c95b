//! Interpreters of programs, slow and plain: a second emulator a machine, written from its manual alone.

pub mod mncore2;
pub mod pod;
pub mod tile;
#[cfg(feature = "toys")]
pub mod toy;
pub mod xdsa;
