//! A form: what stands together about an instruction, from its text to its word.

use super::field::Slot;
use super::operation::Operation;
use super::{Instruction, Source};
use std::fmt;

/// The registers that an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `r0` to `r31`
    General,
    /// `xmm0` to `xmm31`
    Xmm,
    /// `ar0` to `ar31`
    Ar,
}

impl Kind {
    /// What its names begin with.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::General => "r",
            Self::Xmm => "xmm",
            Self::Ar => "ar",
        }
    }
}

/// The place of an operand in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Bits 16:12.
    D,
    /// Bits 11:7.
    A,
    /// Bits 6:1.
    B,
}

/// The range of a constant (POD-D11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Immediate {
    /// 0 to 63.
    Unsigned,
    /// -32 to 31.
    Signed,
    /// 64 bits, of either sign.
    Long,
}

impl Immediate {
    /// Whether it holds a value; of 64 bits, whether they or their sign extension do.
    #[must_use]
    pub const fn holds(self, value: i128) -> bool {
        match self {
            Self::Unsigned => value >= 0 && value <= 63,
            Self::Signed => value >= -32 && value <= 31,
            Self::Long => value >= i64::MIN as i128 && value <= u64::MAX as i128,
        }
    }
}

impl fmt::Display for Immediate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unsigned => "0 to 63",
            Self::Signed => "-32 to 31",
            Self::Long => "64 bits",
        })
    }
}

/// A part of the operands' text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `=`, `+=`, `,`, `[`, `]`, `+`, or a word such as `local` and `strided`.
    Literal(&'static str),
    /// A register.
    Register(Kind, Field),
    /// A constant, in `b`.
    Immediate(Immediate),
}

/// A form of an instruction.
#[derive(Clone, Debug)]
pub struct Form {
    /// As it is written.
    pub mnemonic: String,
    /// Its slot.
    pub slot: Slot,
    /// Its operands as the text writes them: `r1 = r2, immed6`.
    pub operands: String,
    /// The same, part by part.
    pub parts: Vec<Part>,
    /// What it does to the flags, as the text's tables say.
    pub flags: &'static str,
    /// What it does.
    pub operation: Operation,
    /// Bits 31:17 of its word.
    pub code: u32,
    /// The section of the report.
    pub section: &'static str,
    /// The decisions that its results hang on.
    pub decisions: Vec<&'static str>,
}

impl Form {
    /// The range of its constant, if it has one.
    #[must_use]
    pub fn immediate(&self) -> Option<Immediate> {
        self.parts.iter().find_map(|part| match part {
            Part::Immediate(range) => Some(*range),
            _ => None,
        })
    }

    /// The registers that a field names, if the form uses it so.
    #[must_use]
    pub fn register(&self, field: Field) -> Option<Kind> {
        self.parts.iter().find_map(|part| match part {
            Part::Register(kind, of) if *of == field => Some(*kind),
            _ => None,
        })
    }

    /// Its instruction with these operands; what the form does not use is 0.
    #[must_use]
    pub fn instruction(&self, d: u8, a: u8, b: i64) -> Instruction {
        let field = |field, n| self.register(field).map_or(0, |_| n);
        let b = match self.immediate() {
            Some(_) => Source::Immediate(b),
            None => Source::Register(field(Field::B, b as u8)),
        };
        Instruction { operation: self.operation, d: field(Field::D, d), a: field(Field::A, a), b }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.operands.is_empty() { "" } else { " " };
        write!(f, "{}{blank}{}", self.mnemonic, self.operands)
    }
}
