//! The issue stream.

use super::counters::Counters;
use super::demand::{Demand, OPERANDS, Ready, name};
use super::memory::{Fence, Memory};
use super::parameters::Parameters;
use crate::pod::{Effects, Shape, Warning};

/// A packet that had to wait (POD-D06).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// The packet, from 0.
    pub packet: u64,
    /// How many cycles.
    pub stalls: u64,
    /// For what: `xmm3`, `the flags`, `the divider`.
    pub operand: String,
}

/// When the next packet issues, and what it waits for.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    parameters: Parameters,
    /// Cycles of a round trip to the host.
    round_trip: u64,
    /// The first cycle at which the next packet may issue.
    next: u64,
    /// When each operand is there.
    ready: [u64; OPERANDS],
    divider: u64,
    memory: Memory,
    counters: Counters,
    /// The first hazards.
    hazards: Vec<Hazard>,
    /// How many packets warned of each kind, and the first of them.
    warned: [(u64, u64); Warning::ALL.len()],
}

/// How many hazards are kept; all are counted.
const HAZARDS: usize = 1000;

impl Clock {
    /// At reset.
    #[must_use]
    pub(crate) fn new(parameters: Parameters, shape: Shape) -> Self {
        Self {
            round_trip: 2 * (u64::from(shape.rows) + parameters.f0(shape.columns)),
            memory: Memory::new(&parameters, shape),
            parameters,
            next: 0,
            ready: [0; OPERANDS],
            divider: 0,
            counters: Counters::default(),
            hazards: Vec::new(),
            warned: Default::default(),
        }
    }

    /// The parameters.
    #[must_use]
    pub(crate) const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What was counted.
    #[must_use]
    pub(crate) const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The first packets that had to wait.
    #[must_use]
    pub(crate) fn hazards(&self) -> &[Hazard] {
        &self.hazards
    }

    /// Kinds of warnings, how many packets warned, and the first of them.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = (Warning, u64, u64)> {
        let warned = Warning::ALL.into_iter().zip(self.warned);
        warned.filter(|(_, (packets, _))| *packets > 0).map(|(kind, (n, first))| (kind, n, first))
    }

    /// A packet was executed: it issues.
    pub(crate) fn issue(&mut self, demand: &Demand, effects: &Effects) {
        let mut at = self.next;
        let mut latest = None;
        for operand in &demand.reads {
            let ready = self.ready[usize::from(*operand)];
            if ready > at {
                (at, latest) = (ready, Some(*operand));
            }
        }
        let mut divider = false;
        if demand.divider.is_some() && self.divider > at {
            (at, divider) = (self.divider, true);
        }
        if at > self.next {
            self.stall(at - self.next, latest.filter(|_| !divider));
        }
        if demand.sys {
            let room = self.memory.room(at, effects);
            self.counters.queue_waits += room - at;
            at = room;
        }
        self.leave(at, demand, effects);
        self.counters.cycles = at + 1;
        self.count(demand, effects);
    }

    fn stall(&mut self, stalls: u64, operand: Option<u8>) {
        self.counters.stalls += stalls;
        self.counters.hazards += 1;
        if self.hazards.len() < HAZARDS {
            let operand = operand.map_or("the divider".into(), name);
            self.hazards.push(Hazard { packet: self.counters.packets, stalls, operand });
        }
    }

    /// What issues at this cycle, and when its results are there.
    fn leave(&mut self, at: u64, demand: &Demand, effects: &Effects) {
        let arrives = if demand.sys { self.memory.access(at, effects) } else { at };
        for (operand, ready) in &demand.writes {
            self.ready[usize::from(*operand)] = match ready {
                Ready::Behind(cycles) => at + cycles,
                Ready::Memory => arrives.max(at + 1),
            };
        }
        if let Some(cycles) = demand.divider {
            self.divider = at + cycles;
        }
        self.next = at + demand.permutation.max(1);
    }

    /// A packet was executed: it is counted, without its time.
    pub(crate) fn count(&mut self, demand: &Demand, effects: &Effects) {
        let counters = &mut self.counters;
        counters.packets += 1;
        counters.flops += demand.flops * u64::from(effects.active);
        for warning in effects.warnings.iter() {
            let (packets, first) = &mut self.warned[warning as usize];
            if *packets == 0 {
                *first = counters.packets - 1;
            }
            *packets += 1;
            counters.warnings += 1;
        }
        counters.sys_bytes += effects.accesses.iter().map(|access| access.bytes).sum::<u64>();
        if effects.active > 0 {
            for (total, cycles) in counters.links.iter_mut().zip(demand.links) {
                *total += cycles;
            }
        }
        if let Some(direction) = demand.block {
            counters.links[direction] +=
                effects.block_bytes.div_ceil(self.parameters.xferblk_width);
        }
    }

    /// The host waits for a round trip: `GetFlags`, `DrainFlags`, `GetResult` (POD-D84).
    pub(crate) fn round_trip(&mut self) {
        self.counters.host_waits += self.round_trip;
        self.next += self.round_trip;
    }

    /// The host waits for accesses of system memory.
    pub(crate) fn fence(&mut self, fence: Fence) {
        let done = self.memory.done(fence);
        self.counters.host_waits += done.saturating_sub(self.next);
        self.next = self.next.max(done);
    }
}
