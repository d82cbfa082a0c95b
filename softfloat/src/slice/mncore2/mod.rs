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
        fn floor<P: Precision>()[x: P::Bits] -> Flagged<P::Bits> = map, alu::floor::<P>(x);
        /// [`alu::ftoi`] of every element.
        fn ftoi<P: Precision>(profile: &Profile, u: bool)
            [x: P::Bits] -> Flagged<P::Bits> = map, alu::ftoi::<P>(profile, u, x);
        /// [`alu::max`] of every pair.
        fn max<P: Precision>(profile: &Profile)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::max::<P>(profile, x, y);
        /// [`alu::min`] of every pair.
        fn min<P: Precision>(profile: &Profile)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::min::<P>(profile, x, y);
        /// [`alu::passa`] of every element.
        fn passa<P: Precision>(profile: &Profile)
            [x: P::Bits] -> Flagged<P::Bits> = map, alu::passa::<P>(profile, x);
        /// [`alu::relu`] of every pair.
        fn relu<P: Precision>(n: u32)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::relu::<P>(n, x, y);
        /// [`alu::leaky`] of every pair.
        fn leaky<P: Precision>(profile: &Profile, by: i32)
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::leaky::<P>(profile, by, x, y);
        /// [`alu::inverse_leaky`] of every pair.
        fn inverse_leaky<P: Precision>()
            [x: P::Bits, y: P::Bits] -> Flagged<P::Bits> = map2, alu::inverse_leaky::<P>(x, y);
        /// [`rsqrt::rsqrt`] of every element.
        fn rsqrt<P: Precision>(profile: &Profile)
            [x: P::Bits] -> Flagged<P::Bits> = map, rsqrt::rsqrt::<P>(profile, x);
        /// [`integer::alu`] of every pair.
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
        fn normalise<P: StaticFormat>()[x: P::Bits] -> P::Bits = map, mncore2::normalise::<P>(x);
        /// [`mncore2::negate`] of every element.
        fn negate<P: StaticFormat>()[x: P::Bits] -> P::Bits = map, mncore2::negate::<P>(x);
        /// [`mncore2::extend`] of every element.
        fn extend<A: StaticFormat, B: StaticFormat>(profile: &Profile)
            [x: A::Bits] -> B::Bits = map, mncore2::extend::<A, B>(profile, x);
        /// [`mncore2::narrow`] of every element.
        fn narrow<A: StaticFormat, B: StaticFormat>(profile: &Profile)
            [x: A::Bits] -> B::Bits = map, mncore2::narrow::<A, B>(profile, x);
        /// [`mncore2::shorten_in`] of every element.
        fn shorten_in<A: StaticFormat, B: StaticFormat>(profile: &Profile)
            [x: A::Bits] -> B::Bits = map, mncore2::shorten_in::<A, B>(profile, x);
    }
}
