//! What each instruction does to the state, a file a unit.

mod access;
mod alu;
mod elements;
mod l1bm;
mod l2bm;
mod mau;
mod mv;
mod port;
mod rrn;
mod run;
mod step;

pub(crate) use run::Machine;
