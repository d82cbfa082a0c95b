//! The types of elements.

use softfloat::Format;
use softfloat::format::{MnDouble, MnHalf, MnSingle, StaticFormat};
use std::fmt;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// 64 bits.
    U64,
    /// 32 bits.
    U32,
    /// 16 bits.
    U16,
    /// 8 bits.
    U8,
    /// Double precision.
    D,
    /// Single precision.
    F,
    /// Half precision: 6 bits of exponent, so it is not that of IEEE 754.
    H,
    /// A signed integer of 64 bits.
    L,
    /// A signed integer of 32 bits.
    I,
    /// A signed integer of 16 bits.
    S,
}

/// What a type's codes are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Unsigned,
    Signed,
    Float(&'static Format),
}

impl Element {
    const NAMES: [(&'static str, Self); 10] = [
        ("u64", Self::U64),
        ("u32", Self::U32),
        ("u16", Self::U16),
        ("u8", Self::U8),
        ("d", Self::D),
        ("f", Self::F),
        ("h", Self::H),
        ("l", Self::L),
        ("i", Self::I),
        ("s", Self::S),
    ];

    /// The type of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, element)| *element)
    }

    pub(super) fn names() -> String {
        Self::NAMES.map(|(name, _)| name).join(", ")
    }

    /// Bits of a code.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::U64 | Self::D | Self::L => 64,
            Self::U32 | Self::F | Self::I => 32,
            Self::U16 | Self::H | Self::S => 16,
            Self::U8 => 8,
        }
    }

    /// The format of a floating-point type.
    #[must_use]
    pub fn format(self) -> Option<&'static Format> {
        match self.kind() {
            Kind::Float(format) => Some(format),
            Kind::Unsigned | Kind::Signed => None,
        }
    }

    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::U64 | Self::U32 | Self::U16 | Self::U8 => Kind::Unsigned,
            Self::L | Self::I | Self::S => Kind::Signed,
            Self::D => Kind::Float(&MnDouble::FORMAT),
            Self::F => Kind::Float(&MnSingle::FORMAT),
            Self::H => Kind::Float(&MnHalf::FORMAT),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, e)| e == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}
