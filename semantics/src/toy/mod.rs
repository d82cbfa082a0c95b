//! A machine for tests: five instructions on four registers of 10-bit numbers (E4M5, coded as in IEEE 754).
//!
//! It is what DESIGN's recipe "Adding a machine" comes to where a machine is as small as can be; the feature `toys`
//! switches it on.

mod isa;
mod state;
mod text;

pub use isa::{FORMAT, Instruction, Operation, Part, Row, TABLE};
pub use state::Toy;
pub use text::Program;

use crate::machine::{self, Assemble, AssembleError, DisassembleError, Facts, How, Machine};
use crate::source::{self, ReadError, Refusal};
use isa::REGISTERS;
use std::io::{BufRead, Write};

/// The toy machine.
#[derive(Clone, Copy, Debug)]
pub struct ToyMachine;

impl Machine for ToyMachine {
    fn facts(&self) -> &'static Facts {
        &Facts { name: "toy", title: "the toy machine", extensions: &["toy"], ..Facts::NONE }
    }

    fn read(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        Ok(Box::new(read(source, how)?))
    }

    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        Ok(text::format(&source::text(source)?)?.into_bytes())
    }

    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        match parameters.first() {
            Some((name, _)) => Err(Refusal::new(format!("there is no parameter `{name}`"))),
            None => Ok(Box::new(Toy::default())),
        }
    }

    fn assemble(&self) -> Option<&dyn Assemble> {
        Some(self)
    }
}

impl Assemble for ToyMachine {
    /// Words of 16 bits, little-endian.
    fn assemble(
        &self,
        program: &dyn machine::Program,
        _: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, AssembleError> {
        let program: &Program = program.own()?;
        for (_, instruction) in &program.code {
            out.write_all(&encode(instruction).to_le_bytes())?;
        }
        Ok(Vec::new())
    }

    fn disassemble(
        &self,
        words: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError> {
        for word in source::bytes(words)?.chunks(2) {
            let found = word.try_into().ok().and_then(|word| decode(u16::from_le_bytes(word)));
            let wrong = || Refusal::new(format!("{word:02x?} is no instruction"));
            let found = found.ok_or_else(|| ReadError::from(wrong()))?;
            writeln!(out, "{found}").map_err(DisassembleError::Write)?;
        }
        Ok(Vec::new())
    }
}

fn read(source: &mut dyn BufRead, how: &How<'_>) -> Result<Program, ReadError> {
    if let Some(asked) = how.mode.or(how.lints.first().copied()) {
        return Err(Refusal::new(format!("the toy machine has no `{asked}`")).into());
    }
    Ok(Program::read(&source::text(source)?)?)
}

/// Machine words: the row in bits 12 to 14, the register that is written in 10 and 11, below them a number or the registers that
/// are read. What a row does not name is 0.
fn encode(i: &Instruction) -> u16 {
    i.row().operands.iter().fold((i.operation as u16) << 12, |word, part| {
        word | match part {
            Part::Written => (i.written as u16) << 10,
            Part::Read(n) => (i.read[*n] as u16) << (2 * n),
            Part::Code => i.code,
        }
    })
}

/// Nothing where a word is no instruction.
fn decode(word: u16) -> Option<Instruction> {
    let operation = TABLE.get(usize::from(word >> 12))?.operation;
    let register = |at: usize| usize::from(word >> at) % REGISTERS;
    let mut i = Instruction { operation, written: 0, read: [0; 2], code: 0 };
    for part in i.row().operands {
        match part {
            Part::Written => i.written = register(10),
            Part::Read(n) => i.read[*n] = register(2 * n),
            Part::Code => i.code = word & 0x3ff,
        }
    }
    (encode(&i) == word).then_some(i)
}
