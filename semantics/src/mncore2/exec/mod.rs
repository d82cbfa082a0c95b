//! What each instruction does to the state, a file a unit.

pub(crate) mod access;
mod alu;
mod elements;
mod l1bm;
mod l2bm;
mod mau;
pub(crate) mod mv;
mod pass;
pub(crate) mod port;
mod rrn;
mod run;
pub(crate) mod step;
mod view;

pub(crate) use run::Machine;
