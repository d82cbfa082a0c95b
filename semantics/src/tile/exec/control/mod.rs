//! TCTRL: CSRs, waits, barriers, semaphores, fences (Tile, s. 2.1, 2.3).
//!
//! What may have to wait says so with [`Progress::Blocked`], and has changed nothing then; it is tried again when
//! something else has moved.

mod barrier;
mod csr;
mod semaphore;
mod wait;

pub(crate) use barrier::{Barriers, Parked, sync};
pub(crate) use csr::access;
pub(crate) use semaphore::semaphore;
pub(crate) use wait::wait;

/// Whether an instruction is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Progress {
    /// It is.
    Done,
    /// It waits for another warp, or for what was issued.
    Blocked,
}
