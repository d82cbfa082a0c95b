//! The element-wise operations of [`crate::mncore2`] over slices; all of them are their scalar form
//! in a loop compiled for the processor's vectors. What is not here goes through
//! [`map`](super::map()) and its kin in the same way.

mod lanes;
pub mod products;
pub mod sums;
#[cfg(test)]
mod tests;
pub mod vector;
pub mod words;

use super::{LengthError, map, map2};
use crate::StaticFormat;
use crate::mncore2::{Flagged, Precision, Profile, integer::IntOp};

/// Each entry names its rules, its operands, its result and the scalar form.
macro_rules! operations {
    ($($(#[$doc:meta])* fn $name:ident<$($f:ident: $bound:ident),*>($($rule:ident: $t:ty),*)
        [$($x:ident: $in:ty),*] -> $out:ty = $map:ident, $scalar:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Where the lengths differ.
        pub fn $name<$($f: $bound),*>(
            $($rule: $t,)*
            $($x: &[$in],)*
            out: &mut [$out],
        ) -> Result<(), LengthError> {
            $map($($x,)* out, |$($x),*| $scalar)
        }
    )*};
}

/// The ALU.
pub mod alu {
    use super::*;
    use crate::mncore2::{alu, integer, rsqrt};

    operations! {
        /// [`alu::floor`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Single}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::floor::<Single>(&[0xbfc0_0000], &mut out)?;
        /// assert_eq!(out[0].bits, 0xc000_0000); // -1.5 gives -2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn floor<P: Precision>()[x: P::Bits] -> Flagged<P::Bits> = map, alu::floor::<P>(x);
        /// [`alu::ftoi`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Profile, Single}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::ftoi::<Single>(&Profile::DECIDED, false, &[0xc030_0000], &mut out)?;
        /// assert_eq!(out[0].bits, 0xffff_fffe); // -2.75 gives -2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn ftoi<P: Precision>(profile: &Profile, u: bool)
            [x: P::Bits] -> Flagged<P::Bits> = map, alu::ftoi::<P>(profile, u, x);
        /// [`alu::max`] of every pair.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Half, Profile}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::max::<Half>(&Profile::DECIDED, &[0x3e00], &[0x4000], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0x4000, flag: false }]); // 1, 2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn max<P: Precision>(profile: &Profile)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::max::<P>(profile, x, y);
        /// [`alu::min`] of every pair.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Half, Profile}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: false }];
        /// alu::min::<Half>(&Profile::DECIDED, &[0x3e00], &[0x4000], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0x3e00, flag: true }]); // 1, 2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn min<P: Precision>(profile: &Profile)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::min::<P>(profile, x, y);
        /// [`alu::passa`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Half, Profile}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::passa::<Half>(&Profile::DECIDED, &[0x8000], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0x8000, flag: false }]); // -0
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn passa<P: Precision>(profile: &Profile)
            [x: P::Bits] -> Flagged<P::Bits> = map, alu::passa::<P>(profile, x);
        /// [`alu::relu`] of every pair.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Half}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::relu::<Half>(0, &[0xbe00], &[0x4000], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0x8000, flag: false }]); // x = -1, y = 2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn relu<P: Precision>(n: u32)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::relu::<P>(n, x, y);
        /// [`alu::leaky`] of every pair.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Half, Profile}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::leaky::<Half>(&Profile::DECIDED, 1, &[0xbe00], &[0xbe00], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0xbc00, flag: false }]); // -1 gives -1/2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn leaky<P: Precision>(profile: &Profile, by: i32)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::leaky::<P>(profile, by, x, y);
        /// [`alu::inverse_leaky`] of every pair.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Half}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// alu::inverse_leaky::<Half>(&[0xbe00], &[0x4000], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0x4200, flag: false }]); // x = -1, y = 2 gives 4
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn inverse_leaky<P: Precision>()
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::inverse_leaky::<P>(x, y);
        /// [`rsqrt::rsqrt`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Flagged, Profile, Single}, slice::mncore2::alu};
        /// let mut out = [Flagged { bits: 0, flag: false }];
        /// alu::rsqrt::<Single>(&Profile::DECIDED, &[0x4080_0000], &mut out)?;
        /// assert_eq!(out, [Flagged { bits: 0x3efc_0000, flag: true }]); // 4 gives 63/128
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn rsqrt<P: Precision>(profile: &Profile)
            [x: P::Bits] -> Flagged<P::Bits> = map, rsqrt::rsqrt::<P>(profile, x);
        /// [`integer::alu`] of every pair.
        ///
        /// ```
        /// use softfloat::mncore2::{integer::IntOp, Flagged, Profile};
        /// let mut out = [Flagged { bits: 0, flag: true }];
        /// softfloat::slice::mncore2::alu::integer(
        ///     &Profile::DECIDED, IntOp::Sub, false, 32, &[3], &[5], &mut out,
        /// )?;
        /// assert_eq!(out, [Flagged { bits: 0xffff_fffe, flag: false }]); // -2
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn integer<>(profile: &Profile, op: IntOp, u: bool, w: u32)
            [x: u64, y: u64] -> Flagged<u64> = map2, integer::alu(profile, op, u, w, x, y);
    }
}

/// One precision to another.
pub mod number {
    use super::*;
    use crate::mncore2;

    operations! {
        /// [`mncore2::normalise`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::Single, slice::mncore2::number};
        /// let mut out = [0; 2];
        /// number::normalise::<Single>(&[0x8000_0001, 0xff80_0001], &mut out)?;
        /// assert_eq!(out, [0, 0xff80_0000]); // exponent field 0; -infinity
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn normalise<P: StaticFormat>()[x: P::Bits] -> P::Bits = map, mncore2::normalise::<P>(x);
        /// [`mncore2::negate`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::Half, slice::mncore2::number};
        /// let mut out = [0];
        /// number::negate::<Half>(&[0x3e00], &mut out)?;
        /// assert_eq!(out, [0xbe00]); // -1
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn negate<P: StaticFormat>()[x: P::Bits] -> P::Bits = map, mncore2::negate::<P>(x);
        /// [`mncore2::extend`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Half, Profile, Single}, slice::mncore2::number};
        /// let mut out = [0];
        /// number::extend::<Half, Single>(&Profile::DECIDED, &[0x4100], &mut out)?;
        /// assert_eq!(out, [0x4040_0000]); // 3
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn extend<A: StaticFormat, B: StaticFormat>(profile: &Profile)
            [x: A::Bits] -> B::Bits = map, mncore2::extend::<A, B>(profile, x);
        /// [`mncore2::narrow`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Half, Profile, Single}, slice::mncore2::number};
        /// let mut out = [0; 2];
        /// let x = [0x3f80_2000, 0x8000_0000]; // 1 + 2^-10, a tie; -0
        /// number::narrow::<Single, Half>(&Profile::DECIDED, &x, &mut out)?;
        /// assert_eq!(out, [0x3e00, 0x0000]);
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn narrow<A: StaticFormat, B: StaticFormat>(profile: &Profile)
            [x: A::Bits] -> B::Bits = map, mncore2::narrow::<A, B>(profile, x);
        /// [`mncore2::shorten_in`] of every element.
        ///
        /// ```
        /// use softfloat::{mncore2::{Half, Profile, Single}, slice::mncore2::number};
        /// let mut out = [0; 2];
        /// let x = [0x4040_0000, 0x8000_0000]; // 3, -0
        /// number::shorten_in::<Single, Half>(&Profile::DECIDED, &x, &mut out)?;
        /// assert_eq!(out, [0x4100, 0x8000]);
        /// # Ok::<(), softfloat::slice::LengthError>(())
        /// ```
        fn shorten_in<A: StaticFormat, B: StaticFormat>(profile: &Profile)
            [x: A::Bits] -> B::Bits = map, mncore2::shorten_in::<A, B>(profile, x);
    }
}
