//! System memory (POD-D68): the remote request queue of each PE, the memory bus of each row, the ring, the controllers.
//!
//! A request is a line of 64 bytes or a part of one. It takes, one after the other, an entry of its PE's queue, its row's
//! bus to the ring, the ring, its controller; an answer takes the bus back. Each of these serves in the order in which
//! requests come to it; what the report does not say is a parameter.

use super::parameters::Parameters;
use crate::pod::{Access, Effects, Shape};
use std::collections::VecDeque;

/// Bytes of a line.
const LINE: u64 = 64;
/// Bytes of a request without data: address and control.
const HEAD: u64 = 8;

/// What a fence waits for (POD-D59).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// `lfence`: reads.
    Load,
    /// `sfence`: writes.
    Store,
    /// `mfence`: both.
    All,
}

#[derive(Clone, Debug)]
pub(super) struct Memory {
    columns: usize,
    /// When each entry of a PE's queue is free again, in the order in which they were taken.
    queues: Vec<VecDeque<u64>>,
    entries: usize,
    /// When the buses of each row are free: to the ring, and back.
    up: Vec<u64>,
    down: Vec<u64>,
    ring: u64,
    controllers: Vec<u64>,
    width: u64,
    transit: u64,
    ring_line: u64,
    latency: u64,
    controller_line: u64,
    reads_done: u64,
    writes_done: u64,
}

/// A part of an access.
struct Request {
    pe: usize,
    address: u64,
    bytes: u64,
    write: bool,
}

impl Memory {
    pub(super) fn new(parameters: &Parameters, shape: Shape) -> Self {
        let (columns, rows) = (shape.columns as usize, shape.rows as usize);
        Self {
            columns,
            queues: vec![VecDeque::new(); columns * rows],
            entries: parameters.rrq as usize,
            up: vec![0; rows],
            down: vec![0; rows],
            ring: 0,
            controllers: vec![0; parameters.controllers as usize],
            width: parameters.mbus_width,
            transit: parameters.ring_transit,
            ring_line: parameters.ring_line,
            latency: parameters.dram_latency,
            controller_line: parameters.controller_line,
            reads_done: 0,
            writes_done: 0,
        }
    }

    /// The first cycle from `at` on at which every PE that asks has a free entry.
    pub(super) fn room(&self, at: u64, effects: &Effects) -> u64 {
        let free = |access: &Access| {
            let queue = &self.queues[usize::from(access.pe)];
            queue.len().checked_sub(self.entries).and_then(|n| queue.get(n)).copied().unwrap_or(0)
        };
        effects.accesses.iter().map(free).fold(at, u64::max)
    }

    /// Accesses that are issued at a cycle; when the last answer is there.
    pub(super) fn access(&mut self, at: u64, effects: &Effects) -> u64 {
        let mut last = at;
        // A line of each PE in turn, as their queues would fill the buses; the blocks of a PE one after the other.
        let mut pes: Vec<_> = effects
            .accesses
            .chunk_by(|a, b| a.pe == b.pe)
            .map(|accesses| accesses.iter().flat_map(Parts::of))
            .collect();
        let mut open = !pes.is_empty();
        while open {
            open = false;
            for parts in &mut pes {
                if let Some(request) = parts.next() {
                    last = last.max(self.request(at, &request));
                    open = true;
                }
            }
        }
        last
    }

    fn request(&mut self, at: u64, request: &Request) -> u64 {
        let queue = &mut self.queues[request.pe];
        let start = match queue.len() >= self.entries {
            true => queue.pop_front().unwrap_or(0).max(at),
            false => at,
        };
        let row = request.pe / self.columns;
        let (out, back) =
            if request.write { (HEAD + request.bytes, 0) } else { (HEAD, request.bytes) };
        let sent = take(&mut self.up[row], start, out.div_ceil(self.width));
        let on_ring = take(&mut self.ring, sent, self.ring_line) + self.transit;
        let controller = (request.address / LINE % self.controllers.len() as u64) as usize;
        let served = take(&mut self.controllers[controller], on_ring, self.controller_line);
        let done = match request.write {
            true => served,
            false => {
                let there = served + self.latency + self.transit;
                take(&mut self.down[row], there, back.div_ceil(self.width))
            }
        };
        self.queues[request.pe].push_back(done);
        let all = if request.write { &mut self.writes_done } else { &mut self.reads_done };
        *all = (*all).max(done);
        done
    }

    /// When all accesses of a kind are done.
    pub(super) fn done(&self, fence: Fence) -> u64 {
        match fence {
            Fence::Load => self.reads_done,
            Fence::Store => self.writes_done,
            Fence::All => self.reads_done.max(self.writes_done),
        }
    }
}

/// Takes a resource for so many cycles once it is free; when it is done.
fn take(free: &mut u64, from: u64, cycles: u64) -> u64 {
    *free = from.max(*free) + cycles;
    *free
}

/// The parts of an access that lie in different lines.
struct Parts {
    pe: usize,
    address: u64,
    left: u64,
    write: bool,
}

impl Parts {
    fn of(access: &Access) -> Self {
        let Access { pe, address, bytes, write, .. } = *access;
        Self { pe: pe.into(), address, left: bytes, write }
    }
}

impl Iterator for Parts {
    type Item = Request;

    fn next(&mut self) -> Option<Request> {
        if self.left == 0 {
            return None;
        }
        let bytes = (LINE - self.address % LINE).min(self.left);
        let request = Request { pe: self.pe, address: self.address, bytes, write: self.write };
        self.address = self.address.wrapping_add(bytes);
        self.left -= bytes;
        Some(request)
    }
}
