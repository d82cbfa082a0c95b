//! What is remembered: registers of warps, memories, semaphores (Tile, s. 1.1).

mod csr;
mod cta;
mod queue;
mod thread;

pub use super::error::Fault;
pub use super::shape::Shape;
pub use csr::{Csrs, NAMES, TRLENB};
pub use cta::{CLUSTER, Cta};
pub use queue::{Class, Completion, Move, Place, Queue, Source, Transfer};
pub use thread::{SCALES, TILE, TILES, Thread, VECTOR, rounding};
