//! Lanes: hardware binary32 or binary64 numbers, and the words of their bits.
//!
//! A lane holds its operands exactly. An operation rounds its result *to odd*: truncated, the last
//! bit set where anything was lost. A second rounding to a precision at least two bits shorter is
//! then the same as one rounding of the exact value (Boldo and Melquiond, "Emulation of FMA and
//! correctly rounded sums: proved algorithms using rounding to odd", 2008). Rust guarantees the
//! lanes' own operations to be those of IEEE 754, to nearest even.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Sub};

use crate::Bits;

/// An unsigned word, 32 or 64 bits, whose shift distances are words: what one vector lane does.
pub(super) trait Word:
    Bits + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// `self << by`, by < BITS.
    fn left(self, by: Self) -> Self;
    /// `self >> by`, by < BITS.
    fn right(self, by: Self) -> Self;
    /// A constant that fits.
    fn of(x: u64) -> Self;
    /// All ones where true, else 0.
    #[inline(always)]
    fn all(on: bool) -> Self {
        if on { !Self::ZERO } else { Self::ZERO }
    }
    /// `self` where true, else `other`.
    #[inline(always)]
    fn when(self, on: bool, other: Self) -> Self {
        if on { self } else { other }
    }
}

/// A hardware number.
pub(super) trait Lane:
    Copy
    + Debug
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// Its bits.
    type Word: Word;
    /// Fraction bits.
    const FRACTION: u32;
    /// Exponent bias.
    const BIAS: i32;
    /// Zero.
    const ZERO: Self;
    /// The number of a binary32 code; exact.
    fn of_single(bits: u32) -> Self;
    /// The number of these bits.
    fn of_word(word: Self::Word) -> Self;
    /// Its bits.
    fn word(self) -> Self::Word;
    /// The magnitude.
    fn magnitude(self) -> Self;
    /// The square root, rounded to nearest.
    #[cfg(feature = "std")]
    fn root(self) -> Self;
    /// `self*b + c`, rounded once.
    #[cfg(feature = "std")]
    fn fused(self, b: Self, c: Self) -> Self;
}

macro_rules! lanes {
    ($($lane:ty, $word:ty, $fraction:literal, $bias:literal;)*) => {$(
        impl Word for $word {
            #[inline(always)]
            fn left(self, by: Self) -> Self { self << (by & (Self::BITS as Self - 1)) }
            #[inline(always)]
            fn right(self, by: Self) -> Self { self >> (by & (Self::BITS as Self - 1)) }
            #[inline(always)]
            fn of(x: u64) -> Self { x as Self }
        }

        impl Lane for $lane {
            type Word = $word;
            const FRACTION: u32 = $fraction;
            const BIAS: i32 = $bias;
            const ZERO: Self = 0.0;
            #[inline(always)]
            fn of_single(bits: u32) -> Self { f32::from_bits(bits).into() }
            #[inline(always)]
            fn of_word(word: $word) -> Self { Self::from_bits(word) }
            #[inline(always)]
            fn word(self) -> $word { self.to_bits() }
            #[inline(always)]
            fn magnitude(self) -> Self { self.abs() }
            #[cfg(feature = "std")]
            #[inline(always)]
            fn root(self) -> Self { self.sqrt() }
            #[cfg(feature = "std")]
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self { self.mul_add(b, c) }
        }
    )*};
}
lanes! {
    f32, u32, 23, 127;
    f64, u64, 52, 1023;
}

/// The sign bit of a lane's word.
#[inline(always)]
pub(super) fn sign_bit<W: Word>() -> W {
    W::ONE << (W::BITS - 1)
}

/// `a*b + sum` of numbers for which it is exact.
#[inline(always)]
pub(crate) fn multiply_add<L: Lane, const FUSED: bool>(a: L, b: L, sum: L) -> L {
    #[cfg(feature = "std")]
    if FUSED {
        return a.fused(b, sum);
    }
    a * b + sum
}

/// `a + b`, rounded to odd. Knuth's TwoSum (TAOCP 4.2.2, theorem B) gives the sum rounded to nearest
/// and what that rounding lost; where the sum is even and something was lost, the odd neighbour
/// lies one step toward the loss.
#[inline(always)]
pub(super) fn sum_to_odd<L: Lane>(a: L, b: L) -> L {
    let s = a + b;
    let part = s - a;
    let lost = (a - (s - part)) + (b - part);
    let word = s.word();
    let even = word & L::Word::ONE == L::Word::ZERO;
    // Of a sum that overflowed the loss is NaN: the infinity stays.
    let some = (lost < L::ZERO) | (lost > L::ZERO);
    let apart = (lost.word() ^ word) >> (L::Word::BITS - 1);
    // +1 or -1.
    let step = L::Word::ONE.minus(apart.plus(apart));
    L::of_word(word.plus(step & L::Word::all(some & even)))
}

/// The number `x`, cut to `digits` significant bits.
#[inline(always)]
pub(super) fn cut<L: Lane>(x: L, digits: u32) -> L {
    L::of_word(x.word() & !L::Word::mask(L::FRACTION + 1 - digits))
}

/// `x`, of few digits, moved one step away from zero where the exact value is `above` it, toward
/// zero where it is `below`: all that a later rounding needs to know.
#[inline(always)]
pub(super) fn mark<L: Lane>(x: L, above: bool, below: bool) -> L {
    let one = L::Word::ONE;
    let up = x.word().plus(one & L::Word::all(above));
    L::of_word(up.minus(one & L::Word::all(below)))
}
