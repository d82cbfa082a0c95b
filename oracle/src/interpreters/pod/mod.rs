//! POD, plain: a slow interpreter of packets, one PE at a time, one arm an instruction.
//!
//! It is written from the report and the decisions of `docs/decisions.md` ("POD-D47"), and shares nothing with the
//! simulator but the typed instructions and the names of errors: arithmetic is that of [`crate::reference::pod`], in numbers of any size.
//!
//! A slot of a packet gives a list of writes, made from the state before the packet; when all slots have given theirs
//! they are made, in the order of the slots.

mod apply;
mod block;
mod general;
mod machine;
mod memory;
mod named;
mod pe;
mod route;
mod time;
mod warn;
mod write;
mod xmm;

pub use machine::{Counters, Machine, Stop};
pub use pe::Pe;
