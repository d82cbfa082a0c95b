//! Unsigned integers as containers of codes and significands, so that an 8-bit format works in
//! 8 bits and a binary64 product in 128.

use core::fmt::{Debug, LowerHex};
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// An unsigned integer type that holds bit patterns: `u8`, `u16`, `u32`, `u64`, `u128`.
pub trait Bits:
    Copy
    + Debug
    + LowerHex
    + Eq
    + Ord
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The width in bits.
    const BITS: u32;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The low bits of `x`.
    fn low(x: u128) -> Self;
    /// The value, zero-extended.
    fn wide(self) -> u128;
    /// The number of zero bits above the leading one.
    fn lead(self) -> u32;
    /// Addition modulo 2^BITS.
    fn plus(self, y: Self) -> Self;
    /// Subtraction modulo 2^BITS.
    fn minus(self, y: Self) -> Self;

    /// Zero-extended or cut to another width.
    #[inline(always)]
    fn cast<T: Bits>(self) -> T {
        T::low(self.wide())
    }

    /// The low `n` bits set, 0 <= n <= BITS.
    #[inline(always)]
    fn mask(n: u32) -> Self {
        if n == 0 { Self::ZERO } else { !Self::ZERO >> (Self::BITS - n) }
    }

    /// Bit `i` as a truth value; bits outside are 0.
    #[inline(always)]
    fn bit(self, i: u32) -> bool {
        i < Self::BITS && (self >> i) & Self::ONE != Self::ZERO
    }

    /// `self / 2^n`, and whether anything was lost; any `n`.
    #[inline(always)]
    fn shift_right_sticky(self, n: u32) -> (Self, bool) {
        if n >= Self::BITS {
            (Self::ZERO, self != Self::ZERO)
        } else {
            (self >> n, self & !(!Self::ZERO << n) != Self::ZERO)
        }
    }
}

macro_rules! bits {
    ($($t:ty),*) => {$(
        impl Bits for $t {
            const BITS: u32 = <$t>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn low(x: u128) -> Self { x as $t }
            #[inline(always)]
            fn wide(self) -> u128 { self as u128 }
            #[inline(always)]
            fn lead(self) -> u32 { self.leading_zeros() }
            #[inline(always)]
            fn plus(self, y: Self) -> Self { self.wrapping_add(y) }
            #[inline(always)]
            fn minus(self, y: Self) -> Self { self.wrapping_sub(y) }
        }
    )*};
}
bits!(u8, u16, u32, u64, u128);
