//! Integer arithmetic of 2 to 64 bits, signed and unsigned: exact first, then one step that fits
//! the result into a width.
//!
//! `code -> value -> operation -> fit -> code`. A code stands in the low bits of a `u64`;
//! [`Integer::value`] makes it an [`Exact`] number, on which `+`, `-`, `*`, negation, order, division,
//! powers and rounding shifts are defined without any width; [`Integer::fit`] brings the result into
//! a width and says whether it fitted. So an operation wraps, saturates or widens by the format that
//! takes its result, and operands of different widths and signs mix. What works on the bits of a
//! word alone is [`Integer::shift`] and [`Integer::add_with_carry`].
//!
//! ```
//! use softfloat::integer::{Excess, Fitted, Integer};
//! let (i8, i16) = (Integer::new(8, true)?, Integer::new(16, true)?);
//! let (a, b) = (i8.value(0x80), i8.value(0xff)); // -128, -1
//! assert_eq!(i8.fit(Excess::Wrap, a + b), Fitted { bits: 0x7f, overflow: true });
//! assert_eq!(i8.fit(Excess::Saturate, a + b), Fitted { bits: 0x80, overflow: true });
//! assert_eq!(i16.fit(Excess::Wrap, a * b), Fitted { bits: 0x0080, overflow: false });
//! # Ok::<(), softfloat::format::IntegerError>(())
//! ```

mod divide;
mod exact;
mod shift;
#[cfg(test)]
mod tests;

pub use exact::Exact;
pub use shift::{Amount, Shift, ShiftRounding, Shifted};

use crate::format::{Format, IntegerError};
use crate::misfit::{check_codes, check_length};
use crate::{Bits, Misfit};

/// The integers of a width, at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    width: u32,
    signed: bool,
}

/// What becomes of a number that the width does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Excess {
    /// The low bits.
    Wrap,
    /// The nearer limit.
    Saturate,
}

/// A code, and whether the number was beyond the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fitted {
    /// The code.
    pub bits: u64,
    /// Whether the code stands for another number than the exact one.
    pub overflow: bool,
}

impl Integer {
    /// The integers of this width: two's complement where `signed`.
    ///
    /// ```
    /// use softfloat::{format::IntegerError, integer::Integer};
    /// assert_eq!(Integer::new(12, true)?.width(), 12);
    /// assert_eq!(Integer::new(65, true), Err(IntegerError { width: 65 }));
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    ///
    /// # Errors
    /// Where the width is not 2 to 64.
    pub const fn new(width: u32, signed: bool) -> Result<Self, IntegerError> {
        if width < 2 || width > 64 {
            return Err(IntegerError { width });
        }
        Ok(Self { width, signed })
    }

    /// The integers of an integer format; none for other formats, fixed-point ones included.
    ///
    /// ```
    /// use softfloat::{format::{Int8, MxInt8Elem}, integer::Integer, StaticFormat};
    /// assert_eq!(Integer::of(&Int8::FORMAT), Integer::new(8, true).ok());
    /// assert_eq!(Integer::of(&MxInt8Elem::FORMAT), None); // multiples of 1/64
    /// ```
    #[must_use]
    pub const fn of(format: &Format) -> Option<Self> {
        let f = format.declared();
        if format.is_integer() { Some(Self { width: f.width, signed: f.sign }) } else { None }
    }

    /// The width in bits.
    ///
    /// ```
    /// use softfloat::integer::Integer;
    /// assert_eq!(Integer::new(12, true)?.width(), 12);
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Whether the codes are two's complement.
    ///
    /// ```
    /// use softfloat::integer::Integer;
    /// assert!(Integer::new(8, true)?.signed() && !Integer::new(8, false)?.signed());
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub const fn signed(self) -> bool {
        self.signed
    }

    /// The least number.
    ///
    /// ```
    /// use softfloat::integer::{Exact, Integer};
    /// assert_eq!(Integer::new(8, true)?.min(), Exact::new(-128));
    /// assert_eq!(Integer::new(8, false)?.min(), Exact::new(0));
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn min(self) -> Exact {
        if self.signed { Exact::new(-1 << (self.width - 1)) } else { Exact::new(0) }
    }

    /// The greatest number.
    ///
    /// ```
    /// use softfloat::integer::{Exact, Integer};
    /// assert_eq!(Integer::new(8, true)?.max(), Exact::new(127));
    /// assert_eq!(Integer::new(8, false)?.max(), Exact::new(255));
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn max(self) -> Exact {
        Exact::new((1 << (self.width - self.signed as u32)) - 1)
    }

    /// The number that a code stands for. Bits above the width are ignored.
    ///
    /// ```
    /// use softfloat::integer::{Exact, Integer};
    /// assert_eq!(Integer::new(8, true)?.value(0xff), Exact::new(-1));
    /// assert_eq!(Integer::new(8, false)?.value(0x1ff), Exact::new(255)); // eight bits count
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn value(self, code: u64) -> Exact {
        let free = 64 - self.width;
        Exact::new(if self.signed {
            ((code << free) as i64 >> free) as i128
        } else {
            (code << free >> free) as i128
        })
    }

    /// The code of a number: the same where it lies within the limits, else by the rule.
    ///
    /// Conversion between widths is this, too: sign or zero extension, truncation, saturation.
    ///
    /// ```
    /// use softfloat::integer::{Excess, Integer};
    /// let (u4, i12) = (Integer::new(4, false)?, Integer::new(12, true)?);
    /// assert_eq!(i12.fit(Excess::Wrap, u4.value(0xf)).bits, 0x00f);
    /// assert_eq!(u4.fit(Excess::Saturate, i12.value(0xfff)).bits, 0);
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn fit(self, excess: Excess, x: Exact) -> Fitted {
        let near = x.clamp(self.min(), self.max());
        let taken = match excess {
            Excess::Wrap => x,
            Excess::Saturate => near,
        };
        Fitted { bits: taken.low() as u64 & u64::mask(self.width), overflow: near != x }
    }

    /// The sum of the products of elements, and an addend (TILE-D38): nothing is lost on the way,
    /// [`fit`](Self::fit) wraps or clamps the total once. The shorter slice ends the sum; the
    /// elements of `b` are of the format `other`, of which the low bits count. [`Integer::try_dot`] refuses what is too
    /// long or too wide.
    ///
    /// ```
    /// use softfloat::integer::{Excess, Exact, Integer};
    /// let (i8, i32) = (Integer::new(8, true)?, Integer::new(32, true)?);
    /// let total = i8.dot(&[1], i8, &[1], i32.max());
    /// assert_eq!(i32.fit(Excess::Wrap, total).bits, 0x8000_0000);
    /// assert_eq!(i32.fit(Excess::Saturate, total).bits, 0x7fff_ffff);
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub fn dot(self, a: &[u64], other: Self, b: &[u64], addend: Exact) -> Exact {
        a.iter().zip(b).fold(addend, |sum, (&a, &b)| sum + self.value(a) * other.value(b))
    }

    /// [`Integer::dot`] of slices of one length, of codes of the widths.
    ///
    /// ```
    /// use softfloat::{integer::{Exact, Integer}, Misfit};
    /// let i8 = Integer::new(8, true)?;
    /// let total = i8.try_dot(&[2, 3], i8, &[4, 5], Exact::new(1)); // 8 + 15 + 1
    /// assert_eq!(total, Ok(Exact::new(24)));
    /// let short = Misfit::Elements { operand: 1, found: 1, right: 2 };
    /// assert_eq!(i8.try_dot(&[2, 3], i8, &[4], Exact::new(1)), Err(short));
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn try_dot(
        self,
        a: &[u64],
        other: Self,
        b: &[u64],
        addend: Exact,
    ) -> Result<Exact, Misfit> {
        check_length(1, b.len(), a.len())?;
        check_codes(0, a, self.width, "")?;
        check_codes(1, b, other.width, "")?;
        Ok(self.dot(a, other, b, addend))
    }
}

/// A sum or difference of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carried {
    /// The low bits.
    pub bits: u64,
    /// The carry out of the top bit, or the borrow: the words read without a sign did not fit.
    pub carry: bool,
    /// The words read as two's complement did not fit.
    pub overflow: bool,
}

impl Integer {
    /// `a + b + carry` (x86 ADD and ADC; POD-D13).
    ///
    /// ```
    /// use softfloat::integer::{Carried, Integer};
    /// let i8 = Integer::new(8, true)?;
    /// let sum = Carried { bits: 0x80, carry: false, overflow: true };
    /// assert_eq!(i8.add_with_carry(0x7f, 0, true), sum);
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub fn add_with_carry(self, a: u64, b: u64, carry: bool) -> Carried {
        let ones = u64::mask(self.width);
        let sum = u128::from(a & ones) + u128::from(b & ones) + u128::from(carry);
        let bits = sum as u64 & ones;
        // Equal signs in, another sign out.
        let overflow = ((a ^ bits) & (b ^ bits)).bit(self.width - 1);
        Carried { bits, carry: sum >> self.width != 0, overflow }
    }

    /// `a - b - borrow` (x86 SUB, SBB and CMP; POD-D13).
    ///
    /// ```
    /// use softfloat::integer::{Carried, Integer};
    /// let u8 = Integer::new(8, false)?;
    /// let difference = Carried { bits: 0xff, carry: true, overflow: false };
    /// assert_eq!(u8.sub_with_borrow(0, 0, true), difference);
    /// # Ok::<(), softfloat::format::IntegerError>(())
    /// ```
    #[must_use]
    pub fn sub_with_borrow(self, a: u64, b: u64, borrow: bool) -> Carried {
        // a - b - borrow = a + ~b + 1 - borrow; the borrow is the carry's opposite.
        let sum = self.add_with_carry(a, !b, !borrow);
        Carried { carry: !sum.carry, ..sum }
    }
}
