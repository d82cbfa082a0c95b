//! Machine words: the row in bits 12 to 14, the register that is written in 10 and 11, below them a number or the registers that
//! are read. What a row does not name is 0.

use super::isa::{Instruction, Part, REGISTERS, TABLE};

pub(super) fn encode(i: &Instruction) -> u16 {
    i.row().operands.iter().fold((i.operation as u16) << 12, |word, part| {
        word | match part {
            Part::Written => (i.written as u16) << 10,
            Part::Read(n) => (i.read[*n] as u16) << (2 * n),
            Part::Code => i.code,
        }
    })
}

/// Nothing where a word is no instruction.
pub(super) fn decode(word: u16) -> Option<Instruction> {
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
