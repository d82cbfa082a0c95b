//! Random programs of POD that are always valid.
//!
//! A program is a shape, a state before, and instructions in program order. Registers r16 to r23 are pointers, whose
//! values are known for every PE whatever the masks do, r24 to r27 what `++` adds to them, r28 to r31 lengths of blocks;
//! everything else is data. So every access is drawn where it reaches something, and a program stops with an error only
//! where its settings want one.
//!
//! ```
//! use vectors::programs::Seeded;
//! use vectors::programs::pod::{Settings, program};
//! let program = program(&mut Seeded::new(1), &Settings::default());
//! assert!(program.packets().len() <= program.instructions.len());
//! assert!(program.packets().iter().all(|packet| packet.double_write().is_none()));
//! ```

mod access;
mod draw;
mod pointer;
mod start;
mod values;

pub use start::{Init, Place};

use crate::programs::choices::{Choices, Seeded};
use draw::Drawing;
use semantics::pod::check::Packer;
use semantics::pod::code::encode;
use semantics::pod::isa::{Instruction, Operation, Packet, Space};
use std::ops::RangeInclusive;

/// What programs look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many instructions.
    pub instructions: RangeInclusive<u32>,
    /// The most PEs.
    pub pes: u32,
    /// The bytes of a local memory; drawn where it is `None`.
    pub sram: Option<u32>,
    /// System memory and blocks, too; without them the cycles of a program are defined (POD-D91).
    pub system: bool,
    /// Packets that write a register twice, which no text says (POD-D05).
    pub double_writes: bool,
    /// An access behind the others that may reach nothing (POD-D72).
    pub error: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            instructions: 8..=32,
            pes: 16,
            sram: None,
            system: true,
            double_writes: false,
            error: false,
        }
    }
}

/// A random program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// npeX
    pub columns: u32,
    /// npeY
    pub rows: u32,
    /// Bytes of a local memory.
    pub sram: u32,
    /// The state before; the rest is as after a reset.
    pub init: Vec<Init>,
    /// In program order.
    pub instructions: Vec<Instruction>,
}

impl Program {
    /// The instructions in packets (POD-D03).
    #[must_use]
    pub fn packets(&self) -> Vec<Packet> {
        let mut packer = Packer::default();
        let closed: Vec<_> = self.instructions.iter().map(|x| packer.take(*x, 1)).collect();
        closed.into_iter().chain([packer.close()]).flatten().map(|issue| issue.packet).collect()
    }

    /// The program as a case of a case file, without what it is to expect.
    #[must_use]
    pub fn case(&self, id: &str) -> String {
        let mut text =
            format!("test {id}\nset array={}x{} sram={}\n", self.columns, self.rows, self.sram);
        self.init.iter().for_each(|init| text += &format!("init {init}\n"));
        for packet in self.packets() {
            if packet.double_write().is_some() {
                let [g, x, m] = encode(&packet);
                text += &format!("code .packet {g:08x} {x:08x} {m:08x}\n");
                continue;
            }
            packet.instructions().for_each(|x| text += &format!("code {x}\n"));
        }
        text
    }
}

/// A program.
pub fn program(choices: &mut dyn Choices, settings: &Settings) -> Program {
    let shape = values::shape(choices, settings);
    // One choice makes all the data, so that few bytes of a fuzzer go into it.
    let mut data = Seeded::new(choices.bits());
    let (init, known) = start::start(&mut data, settings, shape);
    let (least, most) = (*settings.instructions.start(), *settings.instructions.end());
    let spread = u64::from(most.saturating_sub(least)) + 1;
    let count = least.saturating_add(choices.below(spread) as u32);
    let mut drawing = Drawing::new(settings, known);
    (0..count).for_each(|_| drawing.next(choices));
    if settings.error {
        drawing.error(choices);
    }
    let (columns, rows, sram) = (shape.columns, shape.rows, shape.sram);
    Program { columns, rows, sram, init, instructions: drawing.finish() }
}

/// The random programs of POD.
pub const PROGRAMS: super::Programs = super::Programs { system: "pod", text, case: Some(case) };

/// A program as a script.
fn text(choices: &mut dyn Choices) -> String {
    let program = program(choices, &Settings::default());
    let mut text = format!("array {}x{}\n", program.columns, program.rows);
    program.init.iter().for_each(|init| text += &format!("init {init}\n"));
    text += "asm {\n";
    program.instructions.iter().for_each(|x| text += &format!("    {x}\n"));
    text + "}\n"
}

/// A case; one in four may end with an error.
fn case(choices: &mut dyn Choices, id: &str) -> super::Draft {
    let system = choices.below(2) == 0;
    let error = choices.below(4) == 0;
    let sram = Some(DRAWN_SRAM);
    let settings = Settings { instructions: 1..=12, system, error, sram, ..Settings::default() };
    let program = program(choices, &settings);
    let mut decisions: Vec<&'static str> =
        program.instructions.iter().flat_map(|x| x.form().decisions.iter().copied()).collect();
    decisions.sort_unstable();
    decisions.dedup();
    let also = counted(!system);
    super::Draft { text: program.case(id), decisions, also }
}

/// What is counted. With accesses of system memory or blocks the time hangs on free parameters (POD-D91).
const fn counted(timed: bool) -> &'static [&'static str] {
    match timed {
        true => &["flags", "packets", "cycles", "stalls", "flops", "warnings"],
        false => &["flags", "packets", "flops", "warnings"],
    }
}

/// What a program counts that is defined.
#[must_use]
pub fn counts(instructions: &[Instruction]) -> &'static [&'static str] {
    counted(instructions.iter().all(|x| {
        !matches!(
            x.operation,
            Operation::Load(_, _, Space::Sys, _)
                | Operation::Store(_, Space::Sys, _)
                | Operation::LoadXmm(_, Space::Sys, _)
                | Operation::StoreXmm(_, Space::Sys, _)
                | Operation::CopyBlock { .. }
                | Operation::TransferBlock(..)
        )
    }))
}

/// Bytes of a local memory in cases: small, so that a case is read at once.
const DRAWN_SRAM: u32 = 4096;
