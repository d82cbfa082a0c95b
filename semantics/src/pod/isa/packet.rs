//! Packets (s. 4.2): what is issued in one cycle.

use super::field::Slot;
use super::form::{Field, Kind};
use super::operation::Operation;
use super::{Instruction, Source};

/// One packet. An empty slot does nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Packet {
    /// G, X, M, in that order; a `movl` stands alone, in the first.
    slots: [Option<Instruction>; 3],
}

/// Two writers of one register in a packet (POD-D05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The slot of the first; that of the second where one instruction writes twice.
    pub first: Slot,
    /// The slot of the second, which wins.
    pub slot: Slot,
    /// The registers.
    pub kind: Kind,
    /// Which of them.
    pub number: u8,
}

impl Packet {
    /// A packet of one instruction.
    #[must_use]
    pub fn of(instruction: Instruction) -> Self {
        let mut packet = Self::default();
        packet.join(instruction);
        packet
    }

    /// Takes an instruction into its slot, if that lies to the right of the last one that is filled (POD-D03).
    pub fn join(&mut self, instruction: Instruction) -> bool {
        let slot = instruction.slot();
        let fits = match (slot, self.last()) {
            (_, None) => true,
            (Slot::L, Some(_)) | (_, Some(Slot::L)) => false,
            (slot, Some(last)) => slot > last,
        };
        if fits {
            self.slots[if slot == Slot::L { 0 } else { slot as usize }] = Some(instruction);
        }
        fits
    }

    /// The last slot that is filled.
    fn last(&self) -> Option<Slot> {
        self.instructions().last().map(Instruction::slot)
    }

    /// Whether nothing was taken yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }

    /// Its instructions, in the order of the slots.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.slots.iter().flatten()
    }

    /// The instruction of a slot; of L that of the whole packet.
    #[must_use]
    pub fn slot(&self, slot: Slot) -> Option<&Instruction> {
        let at = if slot == Slot::L { 0 } else { slot as usize };
        self.slots[at].as_ref().filter(|instruction| instruction.slot() == slot)
    }

    /// The first register that is written twice: by two slots, or by one as destination and address.
    #[must_use]
    pub fn double_write(&self) -> Option<Writer> {
        let mut written: Vec<(Kind, u8, Slot)> = Vec::new();
        for instruction in self.instructions() {
            let slot = instruction.slot();
            for (kind, number) in instruction.writes() {
                let same = |(k, n, _): &&(Kind, u8, Slot)| (*k, *n) == (kind, number);
                if let Some((.., first)) = written.iter().find(same) {
                    return Some(Writer { first: *first, slot, kind, number });
                }
                written.push((kind, number, slot));
            }
        }
        None
    }
}

impl Instruction {
    /// The named registers that it writes, of whichever PE; ar registers do not count (POD-D75).
    pub fn writes(&self) -> impl Iterator<Item = (Kind, u8)> {
        let form = self.form();
        let stores = matches!(self.operation, Operation::Store(..) | Operation::StoreXmm(..));
        let blocks =
            matches!(self.operation, Operation::CopyBlock { .. } | Operation::TransferBlock(..));
        let kind = form.register(Field::D).filter(|kind| !stores && !blocks && *kind != Kind::Ar);
        let increments = self.operation.increments().then_some((Kind::General, self.a));
        kind.map(|kind| (kind, self.d)).into_iter().chain(increments)
    }

    /// The named registers that it reads: sources, store data, addresses, and the destination where its old value counts
    /// (POD-D81).
    pub fn reads(&self) -> impl Iterator<Item = (Kind, u8)> {
        let form = self.form();
        let writes_d = self
            .writes()
            .any(|(kind, number)| form.register(Field::D) == Some(kind) && number == self.d)
            || form.register(Field::D) == Some(Kind::Ar);
        let keeps_d = match self.operation {
            Operation::Fused(..) => true,
            Operation::Float(_, p) | Operation::Unary(_, p) | Operation::FloatCompare(_, p) => {
                p.is_scalar()
            }
            _ => !writes_d,
        };
        let d = form.register(Field::D).filter(|_| keeps_d).map(|kind| (kind, self.d));
        let a = form.register(Field::A).map(|kind| (kind, self.a));
        let b = match self.b {
            Source::Register(n) => form.register(Field::B).map(|kind| (kind, n)),
            Source::Immediate(_) => None,
        };
        [d, a, b].into_iter().flatten()
    }
}
