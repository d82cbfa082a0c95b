//! Classes of operands: what kind of code an element is.

use softfloat::Format;
use softfloat::format::Kind;

/// The class of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Zero with mantissa 0, or the integer 0.
    Zero,
    /// Exponent field 0 with a mantissa.
    ZeroMantissa,
    /// The smallest exponent of a normal number.
    Small,
    /// A normal number with mantissa 0: a power of two.
    Power,
    /// Any other normal number, any other integer.
    Normal,
    /// The largest exponent of a normal number.
    Large,
    /// Infinity with mantissa 0.
    Infinite,
    /// The top exponent with a mantissa.
    InfiniteMantissa,
    /// An integer of all ones.
    Ones,
    /// The integer 10..0 or 01..1.
    Limit,
}

impl Class {
    /// The class of a code.
    #[must_use]
    pub fn of(f: &Format, code: u64) -> Self {
        if matches!(f.kind, Kind::Fixed { .. }) {
            return Self::of_integer(f.width, code);
        }
        let body = f.man_bits + f.pad;
        let field = (code >> body) as i32 & f.top();
        let mantissa = code & ((1 << body) - 1) != 0;
        match (field, mantissa) {
            (0, false) => Self::Zero,
            (0, true) => Self::ZeroMantissa,
            (t, false) if t == f.top() => Self::Infinite,
            (t, true) if t == f.top() => Self::InfiniteMantissa,
            (1, _) => Self::Small,
            (t, _) if t == f.top() - 1 => Self::Large,
            (_, false) => Self::Power,
            _ => Self::Normal,
        }
    }

    fn of_integer(width: u32, code: u64) -> Self {
        let top = 1u64 << (width - 1);
        let ones = top | (top - 1);
        match code {
            0 => Self::Zero,
            c if c == ones => Self::Ones,
            c if c == top || c == top - 1 => Self::Limit,
            _ => Self::Normal,
        }
    }

    /// A short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::ZeroMantissa => "zero~",
            Self::Small => "small",
            Self::Power => "pow2",
            Self::Normal => "norm",
            Self::Large => "large",
            Self::Infinite => "inf",
            Self::InfiniteMantissa => "inf~",
            Self::Ones => "ones",
            Self::Limit => "limit",
        }
    }
}

/// Whether the code's top bit is set.
#[must_use]
pub const fn negative(f: &Format, code: u64) -> bool {
    code >> (f.width - 1) & 1 == 1
}
