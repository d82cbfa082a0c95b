//! Instructions, drawn where a program stands.

use super::Settings;
use super::pointer::{Known, LENGTHS, POINTERS};
use super::values::general;
use crate::programs::choices::{Choices, chance, pick, small, weighted};
use semantics::pod::isa::{
    AR_COUNT, AR_STRIDE, Field, Form, Immediate, Instruction, Kind, Operation, Packet, Slot, Space,
    forms,
};
use std::sync::LazyLock;

/// A program that is being drawn.
pub(super) struct Drawing<'a> {
    pub(super) settings: &'a Settings,
    pub(super) known: Known,
    instructions: Vec<Instruction>,
    /// The packet that may still be joined.
    open: Packet,
    /// Levels of masks that were pushed.
    depth: u32,
}

/// The forms of a slot by section, so that what has many forms comes no more often than what has few.
static SECTIONS: LazyLock<[Vec<Vec<&'static Form>>; 3]> =
    LazyLock::new(|| [Slot::G, Slot::X, Slot::M].map(sections));

fn sections(slot: Slot) -> Vec<Vec<&'static Form>> {
    let mut sections: Vec<Vec<&'static Form>> = Vec::new();
    for form in forms().iter().filter(|form| form.slot == slot) {
        match sections.iter_mut().find(|list| list[0].section == form.section) {
            Some(list) => list.push(form),
            None => sections.push(vec![form]),
        }
    }
    sections
}

impl<'a> Drawing<'a> {
    pub(super) fn new(settings: &'a Settings, known: Known) -> Self {
        Self { settings, known, instructions: Vec::new(), open: Packet::default(), depth: 0 }
    }

    pub(super) fn finish(self) -> Vec<Instruction> {
        self.instructions
    }

    /// Draws the next instruction.
    pub(super) fn next(&mut self, c: &mut dyn Choices) {
        let instruction = match weighted(c, &[8, 8, 8, 1]) {
            0 => self.computing(c, Slot::G),
            1 => self.computing(c, Slot::X),
            2 => self.memory(c),
            _ => Self::long(c),
        };
        match instruction.operation {
            Operation::PushMask { .. } => self.depth += 1,
            Operation::PopMask => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.take(instruction);
    }

    /// Takes an instruction. In front of one that would write a register of its packet again comes `nop.g`, which opens
    /// a packet.
    pub(super) fn take(&mut self, instruction: Instruction) {
        let mut open = self.open;
        let joined = open.join(instruction);
        if joined && !self.settings.double_writes && open.double_write().is_some() {
            self.take(nop());
            return self.take(instruction);
        }
        self.open = if joined { open } else { Packet::of(instruction) };
        self.instructions.push(instruction);
    }

    fn long(c: &mut dyn Choices) -> Instruction {
        let form = Form::of(Operation::MoveLong, true).expect("movl has a form");
        form.instruction(data(c), 0, general(c) as i64)
    }

    /// An instruction of registers.
    fn computing(&mut self, c: &mut dyn Choices, slot: Slot) -> Instruction {
        let section = &SECTIONS[slot as usize];
        let form = section_of(c, section);
        registers(c, form)
    }

    fn memory(&mut self, c: &mut dyn Choices) -> Instruction {
        if self.depth > 0 && chance(c, 1, 6) {
            return registers(c, Form::of(Operation::PopMask, false).expect("popmask has a form"));
        }
        let form = section_of(c, &SECTIONS[Slot::M as usize]);
        match form.operation {
            Operation::Load(.., Space::Sys, _)
            | Operation::Store(_, Space::Sys, _)
            | Operation::LoadXmm(_, Space::Sys, _)
            | Operation::StoreXmm(_, Space::Sys, _)
            | Operation::CopyBlock { .. }
            | Operation::TransferBlock(..)
                if !self.settings.system =>
            {
                nop()
            }
            Operation::Load(..)
            | Operation::Store(..)
            | Operation::LoadXmm(..)
            | Operation::StoreXmm(..) => self.access(c, form).unwrap_or_else(nop),
            Operation::CopyBlock { .. } | Operation::TransferBlock(..) => {
                self.block(c, form).unwrap_or_else(nop)
            }
            Operation::ToAr => self.write_ar(c, form),
            _ => registers(c, form),
        }
    }

    /// `mov8 ar1 = r2`: what steers strided blocks comes of registers that are known.
    fn write_ar(&mut self, c: &mut dyn Choices, form: &Form) -> Instruction {
        let other = small(c, 32) as u8;
        let to = pick(c, &[0, 1, 2, 2, AR_COUNT, AR_STRIDE, 31, other]);
        let length = c.below(LENGTHS.1 as u64) as usize;
        let from = match to {
            AR_COUNT | AR_STRIDE => {
                let values = self.known.lengths[length].iter().copied();
                let known =
                    if to == AR_COUNT { &mut self.known.counts } else { &mut self.known.strides };
                known.extend(values);
                LENGTHS.0 + length as u8
            }
            _ => any(c),
        };
        form.instruction(to, from, 0)
    }
}

fn section_of(c: &mut dyn Choices, sections: &[Vec<&'static Form>]) -> &'static Form {
    let section = &sections[c.below(sections.len() as u64) as usize];
    section[c.below(section.len() as u64) as usize]
}

pub(super) fn nop() -> Instruction {
    let form = Form::of(Operation::Nop(Slot::G), false).expect("nop.g has a form");
    form.instruction(0, 0, 0)
}

/// The form with registers and constants drawn. Pointers and what belongs to them are never written.
fn registers(c: &mut dyn Choices, form: &Form) -> Instruction {
    let written = match form.register(Field::D) {
        Some(Kind::General) => data(c),
        _ => xmm(c),
    };
    let [a, b] = [Field::A, Field::B].map(|field| match form.register(field) {
        Some(Kind::General) => any(c),
        Some(Kind::Ar) => {
            let other = small(c, 32) as u8;
            pick(c, &[0, 1, 2, AR_COUNT, AR_STRIDE, other])
        }
        _ => xmm(c),
    });
    let drawn = c.below(64) as i64;
    let b = match form.immediate() {
        Some(Immediate::Unsigned) => pick(c, &[0, 1, 7, 8, 15, 16, 31, 32, 62, 63, drawn]),
        Some(_) => pick(c, &[-32, -1, 0, 1, 31, drawn - 32]),
        None => b.into(),
    };
    form.instruction(written, a, b)
}

/// A register that holds data.
pub(super) fn data(c: &mut dyn Choices) -> u8 {
    let most = if chance(c, 1, 8) { POINTERS.0 } else { 6 };
    c.below(most.into()) as u8
}

/// Any general register, most of the time one that holds data.
pub(super) fn any(c: &mut dyn Choices) -> u8 {
    if chance(c, 1, 8) { c.below(32) as u8 } else { data(c) }
}

/// An xmm register.
pub(super) fn xmm(c: &mut dyn Choices) -> u8 {
    if chance(c, 1, 8) { c.below(32) as u8 } else { c.below(6) as u8 }
}
