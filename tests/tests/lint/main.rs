//! The rules of steps that follow one another (s. 3.6.3): the checker against the plain list of reads
//! and writes, on dense random programs and on the golden ones; the manual's examples in both
//! directions; and that programs mended by `nop` are right and have no `nop` too many.

mod compare;
mod draw;
mod golden;

mod manual;
mod random;
mod stretch;
mod tags;

use oracle::interpreters::mncore2::hazards::{Hazard, hazards, tags};
