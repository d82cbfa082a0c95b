//! The slice form of every operation.

use super::arithmetic::{Difference, Fused, Product, Quotient, Root, Same, Sum};
use super::dispatch::Level;
use super::{LengthError, elementwise, map, map2};
use crate::ieee::{self, MinMax, Predicate, Relation, SignOp};
use crate::{Env, Flags, Rounded, StaticFormat};

macro_rules! lanes {
    ($($(#[$doc:meta])* $name:ident($($x:ident),*) = $operation:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Where the lengths differ.
        pub fn $name<F: StaticFormat>(
            $($x: &[F::Bits],)*
            out: &mut [F::Bits],
            env: &Env,
        ) -> Result<Flags, LengthError> {
            elementwise::run::<F, F, $operation, _>(Level::best(), [$($x),*], out, env)
        }
    )*};
}

lanes! {
    /// [`ieee::add`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0; 2];
    /// let flags = slice::add::<Bf16>(&[0x3f80, 0x3f80], &[0x4000, 0x3b80], &mut out, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x4040, 0x3f80], Flags::INEXACT)); // 1 + 2; 1 + 2^-8, a tie
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    add(a, b) = Sum;
    /// [`ieee::sub`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0];
    /// let flags = slice::sub::<Bf16>(&[0x3f80], &[0x4000], &mut out, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0xbf80], Flags::NONE)); // 1 - 2
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    sub(a, b) = Difference;
    /// [`ieee::mul`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0];
    /// let flags = slice::mul::<Bf16>(&[0x7f00], &[0x4000], &mut out, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x7f80], Flags::OVERFLOW | Flags::INEXACT)); // 2^127 * 2
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    mul(a, b) = Product;
    /// [`ieee::div`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0; 2];
    /// let flags = slice::div::<Bf16>(&[0x40c0, 0x3f80], &[0x4000, 0], &mut out, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x4040, 0x7f80], Flags::DIVIDE_BY_ZERO)); // 6 / 2, 1 / 0
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    div(a, b) = Quotient;
    /// [`ieee::sqrt`] of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0];
    /// let flags = slice::sqrt::<Bf16>(&[0x4110], &mut out, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x4040], Flags::NONE)); // 9
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    sqrt(a) = Root;
    /// [`ieee::fma`] of every triple.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0];
    /// let flags = slice::fma::<Bf16>(&[0x4000], &[0x4040], &[0x3f80], &mut out, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x40e0], Flags::NONE)); // 2 * 3 + 1
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fma(a, b, c) = Fused;
}

/// [`convert`](crate::convert()) of every element.
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, slice, Env, Flags};
/// let mut out = [0; 2];
/// let a = [0x4040_0000, 0x3f80_8000]; // 3; 1 + 2^-8, a tie
/// let flags = slice::convert::<Binary32, Bf16>(&a, &mut out, &Env::IEEE)?;
/// assert_eq!((out, flags), ([0x4040, 0x3f80], Flags::INEXACT));
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
pub fn convert<A: StaticFormat, B: StaticFormat>(
    a: &[A::Bits],
    out: &mut [B::Bits],
    env: &Env,
) -> Result<Flags, LengthError> {
    elementwise::run::<A, B, Same, _>(Level::best(), [a], out, env)
}

/// A scalar form in a loop; each evaluates to a value and its flags.
macro_rules! scalars {
    ($($(#[$doc:meta])* fn $name:ident<$($f:ident),*>(
        $map:ident: $($x:ident: $in:ty),* => $out:ty; $($rule:ident: $t:ty),*
    ) = $scalar:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Where the lengths differ.
        pub fn $name<$($f: StaticFormat),*>(
            $($x: &[$in],)*
            out: &mut [$out],
            $($rule: $t),*
        ) -> Result<Flags, LengthError> {
            let mut flags = Flags::NONE;
            $map($($x,)* out, |$($x),*| {
                let (value, raised) = $scalar;
                flags |= raised;
                value
            })?;
            Ok(flags)
        }
    )*};
}

#[inline(always)]
fn pair<B>(r: Rounded<B>) -> (B, Flags) {
    (r.bits, r.flags)
}

scalars! {
    /// [`ieee::remainder`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0];
    /// slice::remainder::<Bf16>(&[0x40e0], &[0x4080], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [0xbf80]); // 7 - 2 * 4
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn remainder<F>(map2: a: F::Bits, b: F::Bits => F::Bits; env: &Env)
        = pair(ieee::remainder::<F>(a, b, env));
    /// [`ieee::fmod`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0];
    /// slice::fmod::<Bf16>(&[0x40e0], &[0x4080], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [0x4040]); // 7 - 1 * 4
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn fmod<F>(map2: a: F::Bits, b: F::Bits => F::Bits; env: &Env)
        = pair(ieee::fmod::<F>(a, b, env));
    /// [`ieee::round_to_integral`] of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env, Flags};
    /// let mut out = [0];
    /// let flags = slice::round_to_integral::<Bf16>(&[0x4020], &mut out, true, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0x4000], Flags::INEXACT)); // 2.5, a tie
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn round_to_integral<F>(map: a: F::Bits => F::Bits; exact: bool, env: &Env)
        = pair(ieee::round_to_integral::<F>(a, exact, env));
    /// [`ieee::to_integer`] of every element.
    ///
    /// ```
    /// use softfloat::{format::{Bf16, Int8}, slice, Env, Flags};
    /// let mut out = [0];
    /// let flags = slice::to_integer::<Bf16, Int8>(&[0xc020], &mut out, true, &Env::IEEE)?;
    /// assert_eq!((out, flags), ([0xfe], Flags::INEXACT)); // -2.5 gives -2
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn to_integer<F, I>(map: a: F::Bits => I::Bits; exact: bool, env: &Env)
        = pair(ieee::to_integer::<F, I>(a, exact, env));
    /// [`ieee::compare`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, ieee::Relation, slice, Env};
    /// let mut out = [Relation::Unordered; 2];
    /// slice::compare::<Bf16>(&[0x3f80, 0x0000], &[0x4000, 0x8000], &mut out, false, &Env::IEEE)?;
    /// assert_eq!(out, [Relation::Less, Relation::Equal]); // 1, 2; +0, -0
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn compare<F>(map2: a: F::Bits, b: F::Bits => Relation; signalling: bool, env: &Env)
        = ieee::compare::<F>(a, b, signalling, env);
    /// [`ieee::total_order`] of every pair; no flag is raised.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice};
    /// let mut out = [false; 2];
    /// slice::total_order::<Bf16>(&[0x8000, 0x0000], &[0x0000, 0x8000], &mut out)?;
    /// assert_eq!(out, [true, false]); // -0 is below +0
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn total_order<F>(map2: a: F::Bits, b: F::Bits => bool;)
        = (ieee::total_order::<F>(a, b), Flags::NONE);
    /// [`ieee::total_order_magnitude`] of every pair; no flag is raised.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice};
    /// let mut out = [false; 2];
    /// slice::total_order_magnitude::<Bf16>(&[0x3f80, 0xc000], &[0xc000, 0x3f80], &mut out)?;
    /// assert_eq!(out, [true, false]); // 1, -2
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn total_order_magnitude<F>(map2: a: F::Bits, b: F::Bits => bool;)
        = (ieee::total_order_magnitude::<F>(a, b), Flags::NONE);
    /// [`ieee::sign_op`] of every pair; no flag is raised.
    ///
    /// ```
    /// use softfloat::{format::Bf16, ieee::SignOp, slice};
    /// let mut out = [0];
    /// slice::sign_op::<Bf16>(&[0x3f80], &[0xc000], &mut out, SignOp::CopySign)?;
    /// assert_eq!(out, [0xbf80]); // 1 with the sign of -2
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn sign_op<F>(map2: a: F::Bits, b: F::Bits => F::Bits; operation: SignOp)
        = (ieee::sign_op::<F>(operation, a, b), Flags::NONE);
    /// [`ieee::is`] of every element; no flag is raised.
    ///
    /// ```
    /// use softfloat::{format::Bf16, ieee::Predicate, slice};
    /// let mut out = [false; 2];
    /// slice::is::<Bf16>(&[0x7f80, 0x3f80], &mut out, Predicate::Infinite)?;
    /// assert_eq!(out, [true, false]);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn is<F>(map: a: F::Bits => bool; predicate: Predicate) = (ieee::is::<F>(predicate, a), Flags::NONE);
    /// [`ieee::min_max`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, ieee::MinMax, slice, Env};
    /// let mut out = [0];
    /// slice::min_max::<Bf16>(&[0x3f80], &[0xc000], &mut out, MinMax::Minimum, &Env::IEEE)?;
    /// assert_eq!(out, [0xc000]); // 1, -2
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn min_max<F>(map2: a: F::Bits, b: F::Bits => F::Bits; variant: MinMax, env: &Env)
        = pair(ieee::min_max::<F>(variant, a, b, env));
    /// [`ieee::next_up`] of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0];
    /// slice::next_up::<Bf16>(&[0x3f80], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [0x3f81]);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn next_up<F>(map: a: F::Bits => F::Bits; env: &Env) = pair(ieee::next_up::<F>(a, env));
    /// [`ieee::next_down`] of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0];
    /// slice::next_down::<Bf16>(&[0x3f80], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [0x3f7f]);
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn next_down<F>(map: a: F::Bits => F::Bits; env: &Env) = pair(ieee::next_down::<F>(a, env));
    /// [`ieee::scale_b`] of every pair.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0];
    /// slice::scale_b::<Bf16>(&[0x3f80], &[3], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [0x4100]); // 1 * 2^3
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn scale_b<F>(map2: a: F::Bits, n: i64 => F::Bits; env: &Env)
        = pair(ieee::scale_b::<F>(a, n, env));
    /// [`ieee::log_b_integer`] of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0; 2];
    /// slice::log_b_integer::<Bf16>(&[0x4100, 0x3f00], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [3, 0xffff_ffff]); // 8 = 2^3, 1/2 = 2^-1
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn log_b_integer<F>(map: a: F::Bits => u32; env: &Env) = pair(ieee::log_b_integer::<F>(a, env));
    /// [`ieee::log_b`] of every element.
    ///
    /// ```
    /// use softfloat::{format::Bf16, slice, Env};
    /// let mut out = [0];
    /// slice::log_b::<Bf16>(&[0x4100], &mut out, &Env::IEEE)?;
    /// assert_eq!(out, [0x4040]); // 8 = 2^3
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    fn log_b<F>(map: a: F::Bits => F::Bits; env: &Env) = pair(ieee::log_b::<F>(a, env));
}
