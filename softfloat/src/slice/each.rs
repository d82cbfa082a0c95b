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
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice::each, Env, Flags};
    /// let (mut out, mut flags) = ([0], [Flags::NONE]);
    /// each::sub::<Bf16>(&[0x3f80], &[0x4000], &mut out, &mut flags, &Env::IEEE)?; // 1 - 2
    /// assert_eq!((out, flags), ([0xbf80], [Flags::NONE]));
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    sub(a, b) = Difference;
    /// [`ieee::mul`](crate::ieee::mul) of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice::each, Env, Flags};
    /// let (a, mut out, mut flags) = ([0x4040, 0x7f00], [0; 2], [Flags::NONE; 2]); // 3, 2^127
    /// each::mul::<Bf16>(&a, &[0x4000; 2], &mut out, &mut flags, &Env::IEEE)?; // times 2
    /// assert_eq!(out, [0x40c0, 0x7f80]);
    /// assert_eq!(flags, [Flags::NONE, Flags::OVERFLOW | Flags::INEXACT]);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    mul(a, b) = Product;
    /// [`ieee::div`](crate::ieee::div) of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice::each, Env, Flags};
    /// let (a, b) = ([0x40c0, 0x3f80], [0x4000, 0x0000]); // 6 / 2, 1 / 0
    /// let (mut out, mut flags) = ([0; 2], [Flags::NONE; 2]);
    /// each::div::<Bf16>(&a, &b, &mut out, &mut flags, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x4040, 0x7f80], [Flags::NONE, Flags::DIVIDE_BY_ZERO]));
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    div(a, b) = Quotient;
    /// [`ieee::sqrt`](crate::ieee::sqrt) of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice::each, Env, Flags};
    /// let (mut out, mut flags) = ([0; 2], [Flags::NONE; 2]);
    /// each::sqrt::<Bf16>(&[0x4110, 0xbf80], &mut out, &mut flags, &Env::IEEE)?; // 9, -1
    /// assert_eq!((out[0], flags), (0x4040, [Flags::NONE, Flags::INVALID]));
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    sqrt(a) = Root;
    /// [`ieee::fma`](crate::ieee::fma) of every triple.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice::each, Env, Flags};
    /// let (mut out, mut flags) = ([0], [Flags::NONE]);
    /// // 2 * 3 + 1
    /// each::fma::<Bf16>(&[0x4000], &[0x4040], &[0x3f80], &mut out, &mut flags, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x40e0], [Flags::NONE]));
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fma(a, b, c) = Fused;
}

/// [`convert`](crate::convert()) of every element.
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, slice::each, Env, Flags};
/// let (mut out, mut flags) = ([0; 2], [Flags::NONE; 2]);
/// let a = [0x4040_0000, 0x3f80_8000]; // 3; 1 + 2^-8, a tie
/// each::convert::<Binary32, Bf16>(&a, &mut out, &mut flags, &Env::IEEE)?;
/// assert_eq!((out, flags), ([0x4040, 0x3f80], [Flags::NONE, Flags::INEXACT]));
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
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
