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
    add(a, b) = Sum;
    /// [`ieee::sub`] of every pair.
    sub(a, b) = Difference;
    /// [`ieee::mul`] of every pair.
    mul(a, b) = Product;
    /// [`ieee::div`] of every pair.
    div(a, b) = Quotient;
    /// [`ieee::sqrt`] of every element.
    sqrt(a) = Root;
    /// [`ieee::fma`] of every triple.
    fma(a, b, c) = Fused;
}

/// [`convert`](crate::convert()) of every element.
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
    fn remainder<F>(map2: a: F::Bits, b: F::Bits => F::Bits; env: &Env)
        = pair(ieee::remainder::<F>(a, b, env));
    /// [`ieee::fmod`] of every pair.
    fn fmod<F>(map2: a: F::Bits, b: F::Bits => F::Bits; env: &Env)
        = pair(ieee::fmod::<F>(a, b, env));
    /// [`ieee::round_to_integral`] of every element.
    fn round_to_integral<F>(map: a: F::Bits => F::Bits; exact: bool, env: &Env)
        = pair(ieee::round_to_integral::<F>(a, exact, env));
    /// [`ieee::to_integer`] of every element.
    fn to_integer<F, I>(map: a: F::Bits => I::Bits; exact: bool, env: &Env)
        = pair(ieee::to_integer::<F, I>(a, exact, env));
    /// [`ieee::compare`] of every pair.
    fn compare<F>(map2: a: F::Bits, b: F::Bits => Relation; signalling: bool, env: &Env)
        = ieee::compare::<F>(a, b, signalling, env);
    /// [`ieee::total_order`] of every pair; no flag is raised.
    fn total_order<F>(map2: a: F::Bits, b: F::Bits => bool;)
        = (ieee::total_order::<F>(a, b), Flags::NONE);
    /// [`ieee::total_order_magnitude`] of every pair; no flag is raised.
    fn total_order_magnitude<F>(map2: a: F::Bits, b: F::Bits => bool;)
        = (ieee::total_order_magnitude::<F>(a, b), Flags::NONE);
    /// [`ieee::sign_op`] of every pair; no flag is raised.
    fn sign_op<F>(map2: a: F::Bits, b: F::Bits => F::Bits; operation: SignOp)
        = (ieee::sign_op::<F>(operation, a, b), Flags::NONE);
    /// [`ieee::is`] of every element; no flag is raised.
    fn is<F>(map: a: F::Bits => bool; predicate: Predicate) = (ieee::is::<F>(predicate, a), Flags::NONE);
    /// [`ieee::min_max`] of every pair.
    fn min_max<F>(map2: a: F::Bits, b: F::Bits => F::Bits; variant: MinMax, env: &Env)
        = pair(ieee::min_max::<F>(variant, a, b, env));
    /// [`ieee::next_up`] of every element.
    fn next_up<F>(map: a: F::Bits => F::Bits; env: &Env) = pair(ieee::next_up::<F>(a, env));
    /// [`ieee::next_down`] of every element.
    fn next_down<F>(map: a: F::Bits => F::Bits; env: &Env) = pair(ieee::next_down::<F>(a, env));
    /// [`ieee::scale_b`] of every pair.
    fn scale_b<F>(map2: a: F::Bits, n: i64 => F::Bits; env: &Env)
        = pair(ieee::scale_b::<F>(a, n, env));
    /// [`ieee::log_b_integer`] of every element.
    fn log_b_integer<F>(map: a: F::Bits => u32; env: &Env) = pair(ieee::log_b_integer::<F>(a, env));
    /// [`ieee::log_b`] of every element.
    fn log_b<F>(map: a: F::Bits => F::Bits; env: &Env) = pair(ieee::log_b::<F>(a, env));
}
