//! The rules under which a value is rounded, and what rounding reports.

use core::fmt;
use core::ops::{BitOr, BitOrAssign};

/// Rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rounding {
    /// To nearest; a tie to the even significand (RNE). With a precision of one bit a tie goes to
    /// the larger magnitude.
    #[default]
    NearestEven,
    /// To nearest; a tie away from zero (RNA).
    NearestAway,
    /// Toward zero (RTZ).
    TowardZero,
    /// Toward +infinity (RUP).
    Up,
    /// Toward -infinity (RDN).
    Down,
    /// Truncate, then set the last kept bit if anything was lost (RTO).
    ToOdd,
}

impl Rounding {
    /// All directions.
    pub const ALL: [Self; 6] =
        [Self::NearestEven, Self::NearestAway, Self::TowardZero, Self::Up, Self::Down, Self::ToOdd];
}

/// When a nonzero value counts as tiny.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Tininess {
    /// Before rounding: the exact value lies below the smallest normal number.
    Before,
    /// After rounding to the format's precision with an unbounded exponent.
    #[default]
    After,
}

/// What becomes of a rounded value beyond the largest finite number. What the format lacks is
/// replaced: an infinity by NaN, then by the largest number; NaN by infinity, then by the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Overflow {
    /// Infinity or the largest number, by the rounding direction (IEEE 754, 7.4).
    #[default]
    Ieee,
    /// Infinity in every direction.
    Infinity,
    /// The largest number of that sign; an infinity that is converted becomes it too (the saturating
    /// conversion of OCP OFP8). What an operation makes of an infinite operand or of a division by
    /// zero is no overflow and stays infinite.
    Saturate,
    /// The largest number of that sign, for numbers alone: an infinity stays one, or what stands for
    /// it.
    SaturateFinite,
    /// NaN.
    Nan,
}

/// What becomes of a tiny value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Underflow {
    /// Gradual underflow, where the format has subnormal numbers; else a zero that keeps its sign.
    #[default]
    Gradual,
    /// A zero of the same sign.
    FlushSigned,
    /// Positive zero.
    FlushPositive,
}

/// Which NaN an operation yields. An operand that is kept keeps its sign and payload (on conversion
/// aligned at the fraction's top bit) and is made quiet; what an invalid operation yields is the
/// default NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NanRule {
    /// Always the canonical NaN: RISC-V, and Arm with FPCR.DN = 1.
    #[default]
    Canonical,
    /// The first NaN among the operands, in their order; the default NaN is positive. One of the
    /// choices that IEEE 754, 6.2.3 recommends.
    Propagate,
    /// As `Propagate`, with a negative default NaN; an infinity times zero plus a NaN is that NaN
    /// and not invalid (x86 SSE and FMA).
    Sse,
    /// The first signalling NaN, else the first quiet one; a fused addend comes before the factors
    /// (Arm with FPCR.DN = 0).
    Arm,
    /// As `Canonical`, and in both 8-bit formats of OFP8 (OCP, revision 1.0) every NaN operand is quiet and every NaN result is
    /// 0x7f: of E4M3 also what stands for an infinity of either sign. Converting an infinity signals nothing (RISC-V's Zvfofp8min, CUDA).
    Ofp8,
}

/// What an integer format that does not hold the rounded value gets; *invalid* is signalled in
/// every case. The fixed-point elements of MX always take the nearer limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum IntegerRule {
    /// The nearer limit; for NaN the largest (RISC-V).
    #[default]
    RiscV,
    /// The nearer limit; for NaN 0 (Arm).
    Arm,
    /// The indefinite integer: of the two's complement formats the most negative, of the unsigned
    /// ones all ones (x86).
    X86,
    /// The low bits of the two's complement integer; for infinities and NaN 0.
    Wrap,
}

/// The rules of one rounding, in one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Env {
    /// Rounding direction.
    pub rounding: Rounding,
    /// Tininess detection.
    pub tininess: Tininess,
    /// Overflow rule.
    pub overflow: Overflow,
    /// Underflow rule.
    pub underflow: Underflow,
    /// NaN rule.
    pub nan: NanRule,
    /// Whether subnormal operands count as zeros of their sign (DAZ).
    pub daz: bool,
    /// Integers out of range.
    pub integer: IntegerRule,
}

impl Env {
    /// IEEE 754 defaults: nearest even, tininess after rounding, gradual underflow.
    pub const IEEE: Self = Self {
        rounding: Rounding::NearestEven,
        tininess: Tininess::After,
        overflow: Overflow::Ieee,
        underflow: Underflow::Gradual,
        nan: NanRule::Canonical,
        daz: false,
        integer: IntegerRule::RiscV,
    };

    /// The same rules in another rounding direction.
    ///
    /// ```
    /// use softfloat::{Env, Rounding};
    /// let up = Env::IEEE.rounding(Rounding::Up);
    /// assert_eq!(up, Env { rounding: Rounding::Up, ..Env::IEEE });
    /// ```
    #[must_use]
    pub const fn rounding(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }
}

/// The five exceptions, as a set. The bits are those of Berkeley TestFloat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u8);

impl Flags {
    /// No exception.
    pub const NONE: Self = Self(0);
    /// The result is not the exact value.
    pub const INEXACT: Self = Self(1);
    /// Tiny and inexact.
    pub const UNDERFLOW: Self = Self(2);
    /// Beyond the largest finite number.
    pub const OVERFLOW: Self = Self(4);
    /// An exact infinity from finite operands.
    pub const DIVIDE_BY_ZERO: Self = Self(8);
    /// No usable result.
    pub const INVALID: Self = Self(16);

    /// The set as TestFloat's byte.
    ///
    /// ```
    /// use softfloat::Flags;
    /// assert_eq!((Flags::OVERFLOW | Flags::INEXACT).bits(), 4 + 1);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether no exception is in the set.
    ///
    /// ```
    /// use softfloat::Flags;
    /// assert!(Flags::NONE.is_empty() && !Flags::INEXACT.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` is in the set.
    ///
    /// ```
    /// use softfloat::Flags;
    /// let both = Flags::OVERFLOW | Flags::INEXACT;
    /// assert!(both.contains(Flags::OVERFLOW) && both.contains(Flags::NONE));
    /// assert!(!both.contains(Flags::INEXACT | Flags::INVALID));
    /// ```
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// What is in the set and not in `other`.
    ///
    /// ```
    /// use softfloat::Flags;
    /// let both = Flags::OVERFLOW | Flags::INEXACT;
    /// assert_eq!(both.without(Flags::INEXACT | Flags::INVALID), Flags::OVERFLOW);
    /// ```
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// `self` where `on`, else nothing.
    #[inline(always)]
    pub(crate) const fn when(self, on: bool) -> Self {
        Self(if on { self.0 } else { 0 })
    }
}

impl BitOr for Flags {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl fmt::Display for Flags {
    /// `vioux` with `.` for what is clear, as TestFloat prints it: invalid, infinite, overflow,
    /// underflow, inexact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, letter) in ['x', 'u', 'o', 'i', 'v'].into_iter().enumerate().rev() {
            write!(f, "{}", if self.0 >> i & 1 == 1 { letter } else { '.' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags({self})")
    }
}

/// A result and what its rounding reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded<B> {
    /// The code.
    pub bits: B,
    /// The exceptions.
    pub flags: Flags,
}

impl<B: crate::Bits> Rounded<B> {
    /// The same result in another container.
    #[inline(always)]
    pub(crate) fn cast<T: crate::Bits>(self) -> Rounded<T> {
        Rounded { bits: self.bits.cast(), flags: self.flags }
    }
}
