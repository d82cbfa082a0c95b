//! MXCSR (POD-D30, POD-D79): what it asks of an operation, and the six sticky bits that an operation sets.

use softfloat::format::StaticFormat;
use softfloat::{Bits, Env, Flags, IntegerRule, NanRule, Rounding, Underflow};

/// The control and status word of a PE's floating-point operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mxcsr(pub u32);

impl Mxcsr {
    /// After reset: to nearest even, subnormal numbers kept, all exceptions masked.
    pub const RESET: Self = Self(0x1f80);
    /// The bits that exist (POD-D79).
    pub const DEFINED: u32 = 0xffff;
    /// The six sticky bits.
    pub const STICKY: u32 = 0x3f;
    /// The bits that change results: DAZ, the direction, FTZ. Exceptions are masked whatever bits 7 to 12 say (POD-D30).
    pub const CONTROL: u32 = Self::DAZ | 3 << 13 | Self::FTZ;

    /// IE: no usable result.
    pub const INVALID: u32 = 1;
    /// DE: an operand is subnormal.
    pub const DENORMAL: u32 = 1 << 1;
    /// ZE: an exact infinity from finite operands.
    pub const ZERO_DIVIDE: u32 = 1 << 2;
    /// OE: beyond the largest number.
    pub const OVERFLOW: u32 = 1 << 3;
    /// UE: tiny and inexact, or flushed.
    pub const UNDERFLOW: u32 = 1 << 4;
    /// PE: not exact.
    pub const PRECISION: u32 = 1 << 5;
    /// DAZ: subnormal operands count as zeros.
    pub const DAZ: u32 = 1 << 6;
    /// FTZ: tiny results become zeros.
    pub const FTZ: u32 = 1 << 15;

    /// The rules of rounding that it asks for, with those of SSE.
    #[must_use]
    pub const fn env(self) -> Env {
        let rounding = match self.0 >> 13 & 3 {
            0 => Rounding::NearestEven,
            1 => Rounding::Down,
            2 => Rounding::Up,
            _ => Rounding::TowardZero,
        };
        let flush = self.0 & Self::FTZ != 0;
        Env {
            rounding,
            underflow: if flush { Underflow::FlushSigned } else { Underflow::Gradual },
            nan: NanRule::Sse,
            daz: self.0 & Self::DAZ != 0,
            integer: IntegerRule::X86,
            ..Env::IEEE
        }
    }

    /// The sticky bits of an operation's exceptions and of its operands' kinds. A subnormal operand is told where nothing
    /// comes before it: no NaN among the operands, neither *invalid* nor a division by zero, no DAZ.
    #[inline(always)]
    pub(in crate::pod) const fn status(self, raised: Flags, seen: Seen) -> u32 {
        let before = raised.contains(Flags::INVALID) || raised.contains(Flags::DIVIDE_BY_ZERO);
        let denormal = seen.subnormal && !seen.nan && !before && self.0 & Self::DAZ == 0;
        Self::raised(raised) | if denormal { Self::DENORMAL } else { 0 }
    }

    /// The sticky bits of exceptions.
    #[inline(always)]
    pub(in crate::pod) const fn raised(flags: Flags) -> u32 {
        // From x u o i v to P U O Z - I.
        let bits = flags.bits() as u32;
        (bits & 1) << 5 | (bits & 2) << 3 | (bits & 4) << 1 | (bits & 8) >> 1 | bits >> 4
    }
}

/// The result of an operation on a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lane<B> {
    /// The lane.
    pub bits: B,
    /// The sticky bits of MXCSR that the operation sets.
    pub status: u32,
}

/// What kinds of operands an operation has.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::pod) struct Seen {
    /// One is subnormal.
    pub(in crate::pod) subnormal: bool,
    /// One is NaN.
    pub(in crate::pod) nan: bool,
}

impl Seen {
    /// Of these operands.
    #[inline(always)]
    pub(in crate::pod) fn of<F: StaticFormat, const N: usize>(operands: [F::Bits; N]) -> Self {
        let mut seen = Self::default();
        for code in operands {
            seen.subnormal |= is_subnormal::<F>(code);
            seen.nan |= is_nan::<F>(code);
        }
        seen
    }
}

/// Whether the code of an IEEE format is that of a subnormal number.
#[inline(always)]
pub(in crate::pod) fn is_subnormal<F: StaticFormat>(code: F::Bits) -> bool {
    let magnitude = code & F::Bits::mask(F::FORMAT.width - 1);
    // Zero becomes the largest word: one comparison, which a pass over lanes is quick with.
    magnitude.minus(F::Bits::ONE) < F::Bits::mask(F::FORMAT.man_bits)
}

/// Whether it is that of a NaN.
#[inline(always)]
pub(in crate::pod) fn is_nan<F: StaticFormat>(code: F::Bits) -> bool {
    let infinity = F::Bits::mask(F::FORMAT.exp_bits) << F::FORMAT.man_bits;
    code & F::Bits::mask(F::FORMAT.width - 1) > infinity
}
