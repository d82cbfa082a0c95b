//! The rules an operation runs under and the exceptions it reports.

/// Which of the two neighbours a value between them becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The nearer; at a tie the one with the even significand.
    NearestEven,
    /// The nearer; at a tie the one of larger magnitude.
    NearestAway,
    /// The one of smaller magnitude.
    TowardZero,
    /// The greater.
    Up,
    /// The lesser.
    Down,
    /// The one with the odd significand.
    ToOdd,
}

/// When a value counts as tiny.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tininess {
    /// The exact value lies below the least normal.
    Before,
    /// The value rounded with an unbounded exponent lies below the least normal.
    After,
}

/// What a finite value beyond the largest finite one becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// As IEEE 754: infinity or the largest finite value, whichever the rounding mode leads to.
    Ieee,
    /// Infinity in every rounding mode.
    Infinity,
    /// The largest finite value in every rounding mode; a conversion makes it of an infinity too, as OCP's.
    Saturate,
    /// The largest finite value in every rounding mode, of finite values alone.
    SaturateFinite,
    /// NaN in every rounding mode.
    Nan,
}

/// What a tiny value becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Underflow {
    /// A subnormal, where the format has them; otherwise a zero of its sign.
    Gradual,
    /// A zero of its sign.
    FlushSigned,
    /// Plus zero.
    FlushPositive,
}

/// Which NaN a NaN becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanRule {
    /// The canonical NaN of the format.
    Canonical,
    /// The quiet NaN with the sign and payload it had, as far as the format can hold them. Of several operands the first;
    /// where there is none, the canonical NaN.
    Propagate,
    /// As `Propagate`; where there is no operand, the canonical NaN with the sign set. (x86 SSE)
    Sse,
    /// As `Propagate`, but of several operands the first signalling one, and the addend of a fused operation before its
    /// factors. (Arm, FPCR.DN = 0)
    Arm,
}

/// What an integer becomes that the integer format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerRule {
    /// The limit it went beyond; NaN becomes the greatest integer. (RISC-V)
    RiscV,
    /// The limit it went beyond; NaN becomes 0. (Arm)
    Arm,
    /// Signed, the least integer; unsigned, the greatest. (x86)
    X86,
    /// The integer modulo 2^width; what is not a number becomes 0.
    Wrap,
}

/// All rules together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Env {
    /// The rounding mode.
    pub rounding: Rounding,
    /// When a value counts as tiny.
    pub tininess: Tininess,
    /// What too large a value becomes.
    pub overflow: Overflow,
    /// What a tiny value becomes.
    pub underflow: Underflow,
    /// Which NaN a NaN becomes.
    pub nan: NanRule,
    /// Whether a subnormal operand counts as the zero of its sign.
    pub daz: bool,
    /// What too large an integer becomes.
    pub integer: IntegerRule,
}

impl Default for Env {
    /// The default of IEEE 754, with canonical NaNs and tininess after rounding.
    fn default() -> Self {
        Env {
            rounding: Rounding::NearestEven,
            tininess: Tininess::After,
            overflow: Overflow::Ieee,
            underflow: Underflow::Gradual,
            nan: NanRule::Canonical,
            daz: false,
            integer: IntegerRule::RiscV,
        }
    }
}

/// The exceptions an operation raised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// There is no useful result.
    pub invalid: bool,
    /// The operands are finite and the exact result is infinite.
    pub divide_by_zero: bool,
    /// The result was too large.
    pub overflow: bool,
    /// The result was tiny and not exact.
    pub underflow: bool,
    /// The result differs from the exact value.
    pub inexact: bool,
}

impl Flags {
    /// Nothing raised.
    pub const NONE: Flags = Flags {
        invalid: false,
        divide_by_zero: false,
        overflow: false,
        underflow: false,
        inexact: false,
    };
    /// Invalid alone.
    pub const INVALID: Flags = Flags { invalid: true, ..Flags::NONE };
    /// Division by zero alone.
    pub const DIVIDE_BY_ZERO: Flags = Flags { divide_by_zero: true, ..Flags::NONE };
    /// Overflow, which is never exact.
    pub const OVERFLOW: Flags = Flags { overflow: true, inexact: true, ..Flags::NONE };
    /// Underflow, which is raised only when inexact.
    pub const UNDERFLOW: Flags = Flags { underflow: true, inexact: true, ..Flags::NONE };

    /// What either raised.
    pub fn and(self, other: Flags) -> Flags {
        Flags {
            invalid: self.invalid || other.invalid,
            divide_by_zero: self.divide_by_zero || other.divide_by_zero,
            overflow: self.overflow || other.overflow,
            underflow: self.underflow || other.underflow,
            inexact: self.inexact || other.inexact,
        }
    }
}
