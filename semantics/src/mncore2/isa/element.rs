//! Precisions of elements and the operations of the reduction networks (s. 1.3, 3.5.5).

/// The precision letter of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// `d`: double, 64 bits.
    D,
    /// `f`: single, 32 bits.
    F,
    /// `g`: pseudo-single, 32 bits.
    G,
    /// `h`: half, 16 bits.
    H,
    /// `l`: long-word integer, 64 bits.
    L,
    /// `i`: single-word integer, 32 bits.
    I,
    /// `s`: half-word integer, 16 bits.
    S,
}

impl Precision {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::D, Self::F, Self::G, Self::H, Self::L, Self::I, Self::S];

    /// The letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::D => 'd',
            Self::F => 'f',
            Self::G => 'g',
            Self::H => 'h',
            Self::L => 'l',
            Self::I => 'i',
            Self::S => 's',
        }
    }

    /// The precision of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.letter() == letter)
    }

    /// Bits of an element.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::D | Self::L => 64,
            Self::F | Self::G | Self::I => 32,
            Self::H | Self::S => 16,
        }
    }

    /// Whether it is a floating-point precision.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::D | Self::F | Self::G | Self::H)
    }

    /// Rows of a matrix register side in this precision (s. 3.6.1.14): 4, 8, 8, 16. Integers have
    /// the rows of their width.
    #[must_use]
    pub const fn matrix_rows(self) -> u8 {
        (256 / self.bits()) as u8
    }
}

/// An operation of a reduction network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RrnOp {
    /// `fadd`: floating-point sum.
    Fadd,
    /// `max` of floating-point numbers.
    Max,
    /// `min` of floating-point numbers.
    Min,
    /// `iadd`: integer sum, wrapping.
    Iadd,
    /// `band`: bitwise and.
    Band,
    /// `bor`: bitwise or.
    Bor,
    /// `and`: logical and (MN-D10).
    And,
    /// `or`: logical or (MN-D10).
    Or,
}

impl RrnOp {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Fadd, Self::Max, Self::Min, Self::Iadd, Self::Band, Self::Bor, Self::And, Self::Or];

    /// Its name without the precision letter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fadd => "fadd",
            Self::Max => "max",
            Self::Min => "min",
            Self::Iadd => "iadd",
            Self::Band => "band",
            Self::Bor => "bor",
            Self::And => "and",
            Self::Or => "or",
        }
    }

    /// Whether it works on d, f, h (else on l, i, s).
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Fadd | Self::Max | Self::Min)
    }
}

/// A reduction with its precision: `dfadd`, `lor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rrn {
    /// d, f, h for floating-point operations, l, i, s for integer ones.
    pub precision: Precision,
    /// The operation.
    pub op: RrnOp,
}
