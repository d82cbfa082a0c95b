//! Widths of addresses (text 76) and units of data (section 1.7, XDSA-D18).

use softfloat::format::{Binary16, Binary32, Binary64};
use softfloat::{Format, StaticFormat};
use std::fmt;

/// The width of addresses, A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 16 bits.
    A16,
    /// 32 bits.
    A32,
    /// 64 bits.
    A64,
}

impl Width {
    /// All, in the order of their codes.
    pub const ALL: [Self; 3] = [Self::A16, Self::A32, Self::A64];

    /// A, in bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        16 << self as u32
    }

    /// M: the bits of a field that holds a value or an address, `max(32, A)`.
    #[must_use]
    pub const fn value_bits(self) -> u32 {
        if self.bits() < 32 { 32 } else { self.bits() }
    }

    /// Bytes of the address space.
    #[must_use]
    pub const fn space(self) -> u128 {
        1 << self.bits()
    }

    /// The width of this code; 3 is reserved.
    #[must_use]
    pub const fn of_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::A16),
            1 => Some(Self::A32),
            2 => Some(Self::A64),
            _ => None,
        }
    }

    /// The unit of indexes: signed, `max(32, A)` bits (XDSA-D24).
    #[must_use]
    pub const fn index(self) -> Unit {
        match self {
            Self::A16 | Self::A32 => Unit::Sint32,
            Self::A64 => Unit::Sint64,
        }
    }
}

/// A unit of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Unsigned, 4 bits.
    Uint4,
    /// Unsigned, 8 bits.
    Uint8,
    /// Unsigned, 16 bits.
    Uint16,
    /// Unsigned, 32 bits.
    Uint32,
    /// Unsigned, 64 bits.
    Uint64,
    /// Signed, 4 bits.
    Sint4,
    /// Signed, 8 bits.
    Sint8,
    /// Signed, 16 bits.
    Sint16,
    /// Signed, 32 bits.
    Sint32,
    /// Signed, 64 bits.
    Sint64,
    /// binary16.
    Fp16,
    /// binary32.
    Fp32,
    /// binary64.
    Fp64,
}

impl Unit {
    /// All, in the order of their codes.
    pub const ALL: [Self; 13] = [
        Self::Uint4,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
        Self::Sint4,
        Self::Sint8,
        Self::Sint16,
        Self::Sint32,
        Self::Sint64,
        Self::Fp16,
        Self::Fp32,
        Self::Fp64,
    ];

    /// The unit of this code; 13 to 15 are reserved.
    #[must_use]
    pub fn of_code(code: u64) -> Option<Self> {
        Self::ALL.get(usize::try_from(code).ok()?).copied()
    }

    /// Its code.
    #[must_use]
    pub const fn code(self) -> u64 {
        self as u64
    }

    /// As texts name it: `sint8`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uint4 => "uint4",
            Self::Uint8 => "uint8",
            Self::Uint16 => "uint16",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
            Self::Sint4 => "sint4",
            Self::Sint8 => "sint8",
            Self::Sint16 => "sint16",
            Self::Sint32 => "sint32",
            Self::Sint64 => "sint64",
            Self::Fp16 => "fp16",
            Self::Fp32 => "fp32",
            Self::Fp64 => "fp64",
        }
    }

    /// The unit of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// Bits of an element.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Uint4 | Self::Sint4 => 4,
            Self::Uint8 | Self::Sint8 => 8,
            Self::Uint16 | Self::Sint16 | Self::Fp16 => 16,
            Self::Uint32 | Self::Sint32 | Self::Fp32 => 32,
            Self::Uint64 | Self::Sint64 | Self::Fp64 => 64,
        }
    }

    /// The bits of an element, all ones.
    #[must_use]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// Whether it is a floating-point unit.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Fp16 | Self::Fp32 | Self::Fp64)
    }

    /// Whether its integers have a sign; floating-point numbers have one, too.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        self as u8 >= Self::Sint4 as u8
    }

    /// The format of a floating-point unit.
    #[must_use]
    pub const fn format(self) -> Option<Format> {
        match self {
            Self::Fp16 => Some(Binary16::FORMAT),
            Self::Fp32 => Some(Binary32::FORMAT),
            Self::Fp64 => Some(Binary64::FORMAT),
            _ => None,
        }
    }

    /// The value of an integer element.
    ///
    /// ```
    /// use semantics::xdsa::isa::Unit;
    /// assert_eq!((Unit::Sint4.integer(0xf), Unit::Uint4.integer(0xf)), (-1, 15));
    /// ```
    #[must_use]
    pub const fn integer(self, element: u64) -> i128 {
        let element = element & self.mask();
        if self.is_signed() && element >> (self.bits() - 1) == 1 {
            element as i128 - (1 << self.bits())
        } else {
            element as i128
        }
    }

    /// The least and the largest integer.
    #[must_use]
    pub const fn range(self) -> [i128; 2] {
        let bits = self.bits();
        if self.is_signed() {
            [-(1 << (bits - 1)), (1 << (bits - 1)) - 1]
        } else {
            [0, (1 << bits) - 1]
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
