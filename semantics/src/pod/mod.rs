//! POD: an n x m torus of PEs with general and xmm registers under a host core.
//!
//! The source is the technical report GIT-CERCS-07-09; sections are its own, ids such as POD-D47 are those of
//! `docs/decisions.md`.

pub mod isa;
