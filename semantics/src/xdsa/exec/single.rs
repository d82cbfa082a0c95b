//! One instruction for tests: fields by name, operands by their pointers, what it writes.

use crate::xdsa::isa::{Instruction, Operation, Sync, Table, Unit, Width};
use crate::xdsa::{Kind, Memory, Settings, evaluate};

/// An instruction, its table, and the memory around it.
pub(super) struct Single {
    operation: Operation,
    table: Table,
    memory: Memory,
    next: u64,
    pub(super) settings: Settings,
    pub(super) drawn: u64,
}

/// Where the table lies.
const TABLE: u64 = 0x100;

impl Single {
    pub(super) fn new(operation: Operation) -> Self {
        let settings = Settings { defaults: true, ..Settings::default() };
        let table = Table::new(operation.layout(), Width::A32);
        let memory = Memory::default();
        Self { operation, table, memory, next: 0x1000, settings, drawn: 0 }
    }

    /// Sets fields.
    pub(super) fn set(mut self, fields: &[(&str, u64)]) -> Self {
        for (field, value) in fields {
            assert_eq!(self.table.set(field, *value), Ok(()), "{field}");
        }
        self
    }

    /// Puts a pointer to elements.
    pub(super) fn load(mut self, field: &str, unit: Unit, elements: &[u64]) -> Self {
        let bytes: Vec<u8> = if unit.bits() == 4 {
            let high = |pair: &[u64]| pair.get(1).map_or(0, |high| (*high as u8) << 4);
            elements.chunks(2).map(|pair| pair[0] as u8 & 0xf | high(pair)).collect()
        } else {
            let bytes = unit.bits() as usize / 8;
            elements.iter().flat_map(|e| e.to_le_bytes()[..bytes].to_vec()).collect()
        };
        self.memory.write(self.next, &bytes);
        let address = self.next;
        self.next += (bytes.len() as u64).next_multiple_of(0x1000) + 0x1000;
        self.set(&[(field, address)])
    }

    /// Puts pointers to where there is room.
    pub(super) fn into(mut self, fields: &[&str]) -> Self {
        for field in fields {
            let address = self.next;
            self.next += 0x10_0000;
            self = self.set(&[(*field, address)]);
        }
        self
    }

    /// The elements of each destination, or the kind of the error.
    pub(super) fn run(&self) -> Result<Vec<Vec<u64>>, Kind> {
        let mut memory = self.memory.clone();
        memory.write(TABLE, &self.table.bytes());
        let instruction = Instruction {
            operation: self.operation,
            width: Width::A32,
            sync: Sync::default(),
            descriptor: TABLE,
        };
        let effect = evaluate(&instruction, &memory, &self.settings, self.drawn);
        effect
            .map(|e| e.writes.into_iter().map(|(_, written)| written).collect())
            .map_err(|e| e.kind)
    }

    /// The elements of the only destination.
    pub(super) fn one(&self) -> Vec<u64> {
        let mut written = self.run().unwrap_or_else(|kind| panic!("{kind}"));
        assert_eq!(written.len(), 1);
        written.remove(0)
    }
}

/// The elements of fp32 numbers.
pub(super) fn fp32(numbers: &[f32]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits().into()).collect()
}

/// The quiet NaN of fp32.
pub(super) const NAN: u64 = 0x7fc0_0000;
