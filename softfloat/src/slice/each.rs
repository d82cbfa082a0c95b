//! The operations that go through lanes, with the flags of each element instead of their union.

use super::arithmetic::{Difference, Fused, Product, Quotient, Root, Same, Sum};
use super::dispatch::Level;
use super::{LengthError, elementwise};
use crate::{Env, Flags, StaticFormat};

macro_rules! lanes {
    ($($(#[$doc:meta])* $name:ident($($x:ident),*) = $operation:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Where the lengths differ.
        pub fn $name<F: StaticFormat>(
            $($x: &[F::Bits],)*
            out: &mut [F::Bits],
            flags: &mut [Flags],
            env: &Env,
        ) -> Result<(), LengthError> {
            elementwise::each::<F, F, $operation, _>(Level::best(), [$($x),*], out, flags, env)
        }
    )*};
}

lanes! {
    /// [`ieee::add`](crate::ieee::add) of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice::each, Env, Flags};
    /// let (a, b) = ([0x3f80, 0x4000], [0x3b80, 0x4000]); // 1, 2; 2^-8, 2
    /// let (mut sums, mut flags) = ([0; 2], [Flags::NONE; 2]);
    /// each::add::<Bf16>(&a, &b, &mut sums, &mut flags, &Env::IEEE)?;
    /// assert_eq!((sums, flags), ([0x3f80, 0x4080], [Flags::INEXACT, Flags::NONE]));
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    add(a, b) = Sum;
    /// [`ieee::sub`](crate::ieee::sub) of every pair.
    sub(a, b) = Difference;
    /// [`ieee::mul`](crate::ieee::mul) of every pair.
    mul(a, b) = Product;
    /// [`ieee::div`](crate::ieee::div) of every pair.
    div(a, b) = Quotient;
    /// [`ieee::sqrt`](crate::ieee::sqrt) of every element.
    sqrt(a) = Root;
    /// [`ieee::fma`](crate::ieee::fma) of every triple.
    fma(a, b, c) = Fused;
}

/// [`convert`](crate::convert()) of every element.
///
/// # Errors
/// Where the lengths differ.
pub fn convert<A: StaticFormat, B: StaticFormat>(
    a: &[A::Bits],
    out: &mut [B::Bits],
    flags: &mut [Flags],
    env: &Env,
) -> Result<(), LengthError> {
    elementwise::each::<A, B, Same, _>(Level::best(), [a], out, flags, env)
}
