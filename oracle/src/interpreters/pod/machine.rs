//! The array, and what a packet does to it.

use super::Pe;
use super::time::Clock;
use super::write::Write;
use semantics::pod::FaultKind;
use semantics::pod::isa::{Instruction, Operation, Packet, Slot};
use std::collections::BTreeMap;

/// An array of PEs.
#[derive(Clone, Debug)]
pub struct Machine {
    /// npeX
    pub columns: usize,
    /// npeY
    pub rows: usize,
    /// Row by row, from the south-west corner (POD-D01).
    pub pes: Vec<Pe>,
    /// System memory, as far as it was written.
    pub system: BTreeMap<u64, u8>,
    /// The data return buffer.
    pub buffer: u64,
    /// What was counted.
    pub counters: Counters,
    /// How many levels of masks were pushed and not popped (POD-D24).
    pub(super) depth: i64,
    clock: Clock,
}

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets that ran.
    pub packets: u64,
    /// Executed floating-point operations (POD-D69).
    pub flops: u64,
    /// Kinds of warnings, packet by packet (POD-D87).
    pub warnings: u64,
    /// Without accesses to system memory, and without blocks (POD-D91).
    pub cycles: u64,
    /// Cycles of waiting for operands or the divider (POD-D83).
    pub stalls: u64,
}

/// Why and where a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The error.
    pub kind: FaultKind,
    /// The slot of the instruction.
    pub slot: Slot,
    /// The PE that executed it.
    pub pe: usize,
}

impl Machine {
    /// After a reset.
    #[must_use]
    pub fn new(columns: u32, rows: u32, sram: u32) -> Self {
        Self {
            columns: columns as usize,
            rows: rows as usize,
            pes: (0..columns * rows).map(|id| Pe::new(columns, rows, sram, id)).collect(),
            system: BTreeMap::new(),
            buffer: 0,
            counters: Counters::default(),
            depth: 0,
            clock: Clock::default(),
        }
    }

    /// What the host reads by `GetFlags`, which takes a round trip (POD-D55, D84).
    pub fn get_flags(&mut self) -> u32 {
        self.clock.round_trip(self.columns as u64, self.rows as u64);
        self.or_flags()
    }

    /// The flags of the active PEs.
    #[must_use]
    pub fn or_flags(&self) -> u32 {
        self.pes.iter().filter(|pe| pe.is_active()).fold(0, |all, pe| all | pe.flags)
    }

    /// Runs a packet. One that stops changes nothing (POD-D73).
    pub fn step(&mut self, packet: &Packet) -> Result<(), Stop> {
        let mut writes = Vec::new();
        let mut flops = 0;
        for instruction in packet.instructions() {
            flops += self.instruction(instruction, &mut writes)?;
        }
        self.counters.warnings += self.warnings(packet, &writes);
        self.counters.packets += 1;
        self.counters.flops += flops;
        self.clock.issue(packet, self.columns as u64, self.rows as u64);
        self.counters.cycles = self.clock.cycles();
        self.counters.stalls = self.clock.stalls();
        self.apply(writes);
        Ok(())
    }

    /// The PEs that take part, the lowest first.
    pub(super) fn active(&self) -> Vec<usize> {
        (0..self.pes.len()).filter(|pe| self.pes[*pe].is_active()).collect()
    }

    /// The writes of an instruction, and its floating-point operations.
    fn instruction(&self, x: &Instruction, writes: &mut Vec<Write>) -> Result<u64, Stop> {
        match x.operation.slot() {
            _ if matches!(x.operation, Operation::Nop(_)) => {}
            Slot::G | Slot::L => {
                self.active().into_iter().for_each(|pe| self.general(pe, x, writes))
            }
            Slot::X => {
                return Ok(self.active().into_iter().map(|pe| self.xmm(pe, x, writes)).sum());
            }
            Slot::M => self.memory(x, writes)?,
        }
        if matches!(x.operation, Operation::ToBuffer) {
            self.to_buffer(x, writes);
        }
        Ok(0)
    }

    /// POD-D22: the OR of what the active PEs send.
    fn to_buffer(&self, x: &Instruction, writes: &mut Vec<Write>) {
        let values = self.active().into_iter().map(|pe| self.pes[pe].general[usize::from(x.a)]);
        if let Some(value) = values.reduce(|all, value| all | value) {
            writes.push(Write::Buffer(value));
        }
    }
}
