//! xDSA, plain: a slow interpreter of instructions, one element at a time.
//!
//! It is written from the source and the decisions of `docs/decisions.md` ("XDSA-D26") alone, and shares nothing with
//! the machine but the tables of instructions and layouts: numbers are rationals of any size, and enclosures by MPFR
//! where a value has no such form.

mod case;
mod convolution;
mod element;
mod encoding;
mod execute;
mod indexing;
mod learn;
mod linear;
mod machine;
mod map;
mod memory;
mod moves;
mod named;
mod ordering;
mod pooling;
mod reduction;
mod resize;
mod value;
mod vision;
mod window;

pub use machine::{Keys, Settings, State, Stopped, run};
pub use memory::Memory;
pub use named::Machine;
