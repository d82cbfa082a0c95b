//! What can be said.

use softfloat::Format;
use softfloat::StaticFormat;
use softfloat::format::Custom;

/// The type of the registers' format.
pub(super) type Number = Custom<4, 5, u16>;

/// The registers' format.
pub const FORMAT: Format = Number::FORMAT;

/// The registers are r0 to r3.
pub(super) const REGISTERS: usize = 4;

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// d = the code.
    Set,
    /// d = a.
    Move,
    /// d = a + b.
    Add,
    /// d = a * b.
    Multiply,
    /// d = a * b + d, rounded once.
    MultiplyAdd,
}

/// What stands in the place of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The register that is written.
    Written,
    /// A register that is read, by its number among those.
    Read(usize),
    /// Hexadecimal digits of a number.
    Code,
}

/// An instruction of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The mnemonic.
    pub name: &'static str,
    /// What it does.
    pub operation: Operation,
    /// Its operands, in the order of the text.
    pub operands: &'static [Part],
}

const TWO: &[Part] = &[Part::Written, Part::Read(0), Part::Read(1)];

/// Every instruction.
pub const TABLE: [Row; 5] = [
    Row { name: "set", operation: Operation::Set, operands: &[Part::Written, Part::Code] },
    Row { name: "mov", operation: Operation::Move, operands: &[Part::Written, Part::Read(0)] },
    Row { name: "add", operation: Operation::Add, operands: TWO },
    Row { name: "mul", operation: Operation::Multiply, operands: TWO },
    Row { name: "fma", operation: Operation::MultiplyAdd, operands: TWO },
];

/// An instruction with its operands; those that its row does not name are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub operation: Operation,
    /// The register that is written.
    pub written: usize,
    /// Those that are read.
    pub read: [usize; 2],
    /// The number.
    pub code: u16,
}

impl Instruction {
    /// Its row.
    #[must_use]
    pub fn row(&self) -> &'static Row {
        &TABLE[self.operation as usize]
    }
}
