//! What is remembered: registers of warps, memories, semaphores (Tile, s. 1.1).

mod csr;
mod queue;
mod thread;

pub use super::error::Fault;
pub use super::shape::Shape;
pub use csr::{Csrs, NAMES, TRLENB};

use super::error::Kind;
use crate::tile::isa::Space;
pub use queue::{Class, Completion, Move, Place, Queue, Source, Transfer};
pub use thread::{SCALES, TILE, TILES, Thread, VECTOR, rounding};

// What the warps of a CTA share (Tile, s. 1.1; TILE-D74, D78).

/// PEs of a cluster, each with a shared memory of its own.
pub const CLUSTER: usize = 4;

/// Memories and semaphores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cta {
    global: Vec<u8>,
    /// The CTA's own is the first.
    shared: [Vec<u8>; CLUSTER],
    semaphores: [u32; 32],
}

impl Cta {
    /// Memories of so many bytes, all 0.
    #[must_use]
    pub fn new(global: usize, shared: usize) -> Self {
        Self {
            global: vec![0; global],
            shared: std::array::from_fn(|_| vec![0; shared]),
            semaphores: [0; 32],
        }
    }

    /// Global memory, or the CTA's shared memory.
    #[must_use]
    pub fn memory(&self, space: Space) -> &[u8] {
        match space {
            Space::Global => &self.global,
            Space::Shared => &self.shared[0],
        }
    }

    /// Global memory, or the CTA's shared memory.
    pub fn memory_mut(&mut self, space: Space) -> &mut [u8] {
        match space {
            Space::Global => &mut self.global,
            Space::Shared => &mut self.shared[0],
        }
    }

    /// The shared memory of a PE of the cluster.
    #[must_use]
    pub fn shared(&self, pe: u8) -> &[u8] {
        &self.shared[usize::from(pe) % CLUSTER]
    }

    /// The shared memory of a PE of the cluster.
    pub fn shared_mut(&mut self, pe: u8) -> &mut [u8] {
        &mut self.shared[usize::from(pe) % CLUSTER]
    }

    /// The value of a semaphore.
    #[must_use]
    pub const fn semaphore(&self, n: u8) -> u32 {
        self.semaphores[n as usize % 32]
    }

    /// Sets a semaphore.
    pub const fn set_semaphore(&mut self, n: u8, value: u32) {
        self.semaphores[n as usize % 32] = value;
    }

    /// Adds to a semaphore.
    ///
    /// # Errors
    /// `SemaphoreRange`.
    pub fn arrive_semaphore(&mut self, n: u8, value: u64) -> Result<(), Fault> {
        let sum = u128::from(self.semaphore(n)) + u128::from(value);
        let sum = u32::try_from(sum).map_err(|_| {
            Fault::new(
                Kind::SemaphoreRange,
                format!("semaphore {n} would be {sum}; right is 2^32-1 at most"),
            )
        })?;
        self.set_semaphore(n, sum);
        Ok(())
    }
}
