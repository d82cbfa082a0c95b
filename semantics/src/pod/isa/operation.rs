//! What an instruction does, with all that its mnemonic says.

use super::field::{Condition, Direction, Hop, Precision, Size, Slot, Space, Strided};

/// How a result of the operand's size fills the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extend {
    /// With zeros.
    Zero,
    /// With its sign.
    Sign,
}

/// Sums and differences that set the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// a + b
    Add,
    /// a + b + C
    Adc,
    /// a - b
    Sub,
    /// a - b - C
    Sbb,
}

/// Bitwise operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    /// a and b
    And,
    /// a or b
    Or,
    /// a xor b
    Xor,
}

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shift {
    /// To the left.
    Left,
    /// To the right, zeros come in.
    Right,
    /// To the right, the sign comes in.
    Arithmetic,
}

/// Floating-point operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// a + b
    Add,
    /// a - b
    Sub,
    /// a * b
    Mul,
    /// a / b
    Div,
    /// a < b ? a : b
    Min,
    /// a > b ? a : b
    Max,
}

/// The signs of `d` and `a * b` in a fused sum: `+-` is d - ab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fused {
    /// -d
    pub minus_d: bool,
    /// -ab
    pub minus_ab: bool,
}

/// Floating-point operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// The square root.
    Sqrt,
    /// 1 / the square root, rounded once (POD-D36).
    RcpSqrt,
    /// To integers of the same width.
    ToInteger,
    /// From integers of the same width.
    FromInteger,
}

/// Predicates; those of integers have no `Unord`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// a < b
    Lt,
    /// a <= b
    Le,
    /// a = b
    Eq,
    /// a != b, or one of them is NaN
    Ne,
    /// One of them is NaN.
    Unord,
}

/// Operations of integer lanes with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackedInteger {
    /// a + b
    Add,
    /// a - b
    Sub,
    /// The low half of a * b.
    Mul,
    /// Sums of adjacent pairs, those of a first.
    HorizontalAdd,
}

/// What a load into an xmm register, or a store from it, moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// The low bytes; a load clears the others.
    Scalar(Size),
    /// All 16.
    Pack,
}

impl Width {
    /// How many bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Scalar(size) => size.bytes(),
            Self::Pack => 16,
        }
    }
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Nothing, in this slot.
    Nop(Slot),
    /// `add`, `adc`, `sub`, `sbb`
    Arithmetic(Arithmetic, Size, Extend),
    /// `cmp`
    Compare(Size),
    /// `imul4`
    Multiply,
    /// `and`, `or`, `xor`
    Logic(Logic),
    /// `not`
    Not,
    /// `shl`, `shr`, `sar`
    Shift(Shift),
    /// `shladd1` to `shladd4`
    ShiftAdd(u8),
    /// `bt`
    BitTest,
    /// `cmov`
    ConditionalMove(Condition),
    /// `xfer`
    Transfer(Hop),
    /// `xferdrb`
    ToBuffer,
    /// `pfpadd` to `pfpmax`
    Float(Float, Precision),
    /// `pfpfma`
    Fused(Fused, Precision),
    /// `pfphadd.pack`
    HorizontalAdd(Precision),
    /// `pfpsqrt`, `pfprcpsqrt`, `pcvtf2i`, `pcvti2f`
    Unary(Unary, Precision),
    /// `pfpcmp`
    FloatCompare(Compare, Precision),
    /// `pintadd`, `pintsub`, `pintmul`, `pinthadd`
    Integer(PackedInteger, Size),
    /// `pintcmp`
    IntegerCompare(Compare, Size),
    /// `pintand`, `pintor`, `pintxor`
    PackedLogic(Logic),
    /// `pintnot`
    PackedNot,
    /// `pintshl`, `pintshr`, `pintsar`
    PackedShift(Shift, Size),
    /// `pfpshuffle.sp`: the source lane of each result lane, two bits each, lane 0 lowest.
    Shuffle(u8),
    /// `xferxmm`
    TransferXmm(Hop),
    /// `ld`, and whether the address is incremented
    Load(Size, Extend, Space, bool),
    /// `st`
    Store(Size, Space, bool),
    /// `ldxmm`
    LoadXmm(Width, Space, bool),
    /// `stxmm`
    StoreXmm(Width, Space, bool),
    /// `copyblk`
    CopyBlock {
        /// From SRAM to system memory.
        to_sys: bool,
        /// The side that steps by ar11.
        strided: Strided,
    },
    /// `xferblk`
    TransferBlock(Direction, Strided),
    /// `mov8 r1 = ar2`
    FromAr,
    /// `mov8 ar1 = r2`
    ToAr,
    /// `pushmask`
    PushMask {
        /// `or` instead of `and`.
        or: bool,
        /// The condition.
        condition: Condition,
    },
    /// `settopmask`
    SetTopMask {
        /// `or` instead of `and`.
        or: bool,
        /// The condition.
        condition: Condition,
    },
    /// `popmask`
    PopMask,
    /// `movl`
    MoveLong,
}

impl Operation {
    /// The slot of its packet.
    #[must_use]
    pub const fn slot(self) -> Slot {
        match self {
            Self::Nop(slot) => slot,
            Self::Arithmetic(..)
            | Self::Compare(_)
            | Self::Multiply
            | Self::Logic(_)
            | Self::Not
            | Self::Shift(_)
            | Self::ShiftAdd(_)
            | Self::BitTest
            | Self::ConditionalMove(_)
            | Self::Transfer(_)
            | Self::ToBuffer => Slot::G,
            Self::Float(..)
            | Self::Fused(..)
            | Self::HorizontalAdd(_)
            | Self::Unary(..)
            | Self::FloatCompare(..)
            | Self::Integer(..)
            | Self::IntegerCompare(..)
            | Self::PackedLogic(_)
            | Self::PackedNot
            | Self::PackedShift(..)
            | Self::Shuffle(_)
            | Self::TransferXmm(_) => Slot::X,
            Self::Load(..)
            | Self::Store(..)
            | Self::LoadXmm(..)
            | Self::StoreXmm(..)
            | Self::CopyBlock { .. }
            | Self::TransferBlock(..)
            | Self::FromAr
            | Self::ToAr
            | Self::PushMask { .. }
            | Self::SetTopMask { .. }
            | Self::PopMask => Slot::M,
            Self::MoveLong => Slot::L,
        }
    }

    /// Whether a masked PE executes it, too (POD-D26).
    #[must_use]
    pub const fn ignores_mask(self) -> bool {
        matches!(self, Self::PushMask { .. } | Self::SetTopMask { .. } | Self::PopMask)
    }

    /// Whether it is a memory access that increments its address.
    #[must_use]
    pub const fn increments(self) -> bool {
        match self {
            Self::Load(.., increment)
            | Self::Store(.., increment)
            | Self::LoadXmm(.., increment)
            | Self::StoreXmm(.., increment) => increment,
            _ => false,
        }
    }
}
