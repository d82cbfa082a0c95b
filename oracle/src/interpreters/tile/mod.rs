//! RISC-V Tile, plain: a slow interpreter of 64-bit words, one element at a time.
//!
//! It is written from the source and the decisions of `docs/decisions.md` ("TILE-D34") alone. It takes the words
//! themselves, reads their fields by the bit positions that section 2.1 gives, and shares nothing with the machine under
//! test but the names of errors: numbers are exact until the reference of the number formats rounds them, once.

mod alu;
mod atomic;
mod barrier;
mod block;
mod control;
mod convert;
mod copy;
mod float;
mod map;
mod microscaling;
mod named;
mod operand;
mod product;
mod run;
mod state;
mod sum;
mod word;

pub use named::Machine;
pub use run::{Stopped, run};
pub use state::{Profile, Settings, Shared, Thread};
