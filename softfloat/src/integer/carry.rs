//! Sums of words with a carry in and out, as the flags of a processor need them.

use super::Integer;
use crate::Bits;

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
