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
    /// The largest finite value in every rounding mode.
    Saturate,
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
    /// The quiet NaN with the sign and payload it had, as far as the format can hold them.
    Propagate,
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
        }
    }
}

/// The exceptions an operation raised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// There is no useful result.
    pub invalid: bool,
    /// The result was too large.
    pub overflow: bool,
    /// The result was tiny and not exact.
    pub underflow: bool,
    /// The result differs from the exact value.
    pub inexact: bool,
}

impl Flags {
    /// Nothing raised.
    pub const NONE: Flags =
        Flags { invalid: false, overflow: false, underflow: false, inexact: false };
    /// Invalid alone.
    pub const INVALID: Flags = Flags { invalid: true, ..Flags::NONE };
    /// Overflow, which is never exact.
    pub const OVERFLOW: Flags = Flags { overflow: true, inexact: true, ..Flags::NONE };
    /// Underflow, which is raised only when inexact.
    pub const UNDERFLOW: Flags = Flags { underflow: true, inexact: true, ..Flags::NONE };
}
