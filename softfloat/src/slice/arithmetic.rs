//! Addition, subtraction, multiplication, division, square root and fused multiply-add in lanes.

use super::elementwise::{Lanes, Operation};
use super::lane::{Lane, Word, cut, mark, sum_to_odd};
use super::pack::{Plan, least, limit};
use crate::{Bits, Env, Format, Rounded, StaticFormat, ieee};

/// The lanes for which `single` says that they do, else binary64.
const fn single_if(single: bool) -> Lanes {
    if single { Lanes::Single } else { Lanes::Double }
}

/// Whether every product of two numbers is exact in binary32, and normal.
const fn single_product(f: &Format) -> bool {
    2 * f.precision() <= 24 && 2 * least(f) >= -126 && 2 * limit(f) <= 127
}

/// `s`, the sum of numbers of words `x` and `y`; an exact zero sum of unlike signs is negative in
/// RDN (IEEE 754, 6.3).
#[inline(always)]
fn signed_zero<F: StaticFormat, L: Lane>(plan: &Plan<F, L>, s: L, x: L::Word, y: L::Word) -> L {
    let sign = (x | y) & plan.down;
    L::of_word(s.word() | sign.when(s == L::ZERO, L::Word::ZERO))
}

#[inline(always)]
fn sum<F: StaticFormat, L: Lane>(plan: &Plan<F, L>, a: L, b: L) -> L {
    let f = &F::FORMAT;
    // Where all of a sum's bits fit the lane there is nothing to lose.
    let exact = limit(f) + 1 - least(f) <= L::FRACTION as i32 + 1;
    let s = if exact { a + b } else { sum_to_odd(a, b) };
    signed_zero(plan, s, a.word(), b.word())
}

/// Addition: exact in binary32 but for what [`sum_to_odd`] keeps, subnormal lanes included.
const fn sum_lanes(f: &Format) -> Lanes {
    single_if(f.precision() + 2 <= 24 && least(f) >= -149)
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident[$n:literal] = $scalar:path, lanes $lanes:expr,
        |$plan:ident, [$($x:ident),*]| $body:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub(super) enum $name {}

        impl<F: StaticFormat> Operation<F, F, $n> for $name {
            #[inline(always)]
            fn lanes(f: &Format) -> Lanes {
                let lanes: fn(&Format) -> Lanes = $lanes;
                lanes(f)
            }
            #[inline(always)]
            fn lane<L: Lane>($plan: &Plan<F, L>, [$($x),*]: [L; $n]) -> L {
                $body
            }
            #[inline(always)]
            fn scalar([$($x),*]: [F::Bits; $n], env: &Env) -> Rounded<F::Bits> {
                $scalar($($x,)* env)
            }
        }
    )*};
}

operations! {
    /// `a + b`.
    Sum[2] = ieee::add::<F>, lanes sum_lanes, |plan, [a, b]| sum(plan, a, b);
    /// `a - b`.
    Difference[2] = ieee::sub::<F>, lanes sum_lanes,
        |plan, [a, b]| sum(plan, a, L::of_word(b.word() ^ super::lane::sign_bit()));
    /// `a * b`: exact in the lane.
    Product[2] = ieee::mul::<F>, lanes |f| single_if(single_product(f)), |_plan, [a, b]| a * b;
    /// `a * b + c`: an exact product, then a sum.
    Fused[3] = ieee::fma::<F>, lanes |f| single_if(single_product(f)),
        |plan, [a, b, c]| {
            let product = a * b;
            signed_zero(plan, sum_to_odd(product, c), product.word(), c.word())
        };
    /// `a / b`.
    Quotient[2] = ieee::div::<F>, lanes |f| single_if(
            2 * f.precision() < 24 && 2 * least(f) - limit(f) - 24 >= -149 && limit(f) - least(f) <= 127
        ),
        |_plan, [a, b]| {
            // So short that its product with b is exact, and that one bit more than the format's
            // is kept.
            let q = cut(a / b, L::FRACTION + 1 - F::FORMAT.precision());
            let (back, whole) = ((q * b).magnitude(), a.magnitude());
            mark(q, back < whole, back > whole)
        };
}

/// The square root of `a`; without the standard library the scalar form.
#[derive(Debug)]
pub(super) enum Root {}

impl<F: StaticFormat> Operation<F, F, 1> for Root {
    #[inline(always)]
    fn lanes(f: &Format) -> Lanes {
        if cfg!(feature = "std") {
            single_if(f.precision() < 12 && f.exp_bits < 8)
        } else {
            Lanes::None
        }
    }
    #[inline(always)]
    fn lane<L: Lane>(_plan: &Plan<F, L>, [a]: [L; 1]) -> L {
        #[cfg(feature = "std")]
        {
            let root = cut(a.root(), L::FRACTION.div_ceil(2));
            let back = root * root;
            mark(root, back < a, back > a)
        }
        #[cfg(not(feature = "std"))]
        a
    }
    #[inline(always)]
    fn scalar([a]: [F::Bits; 1], env: &Env) -> Rounded<F::Bits> {
        ieee::sqrt::<F>(a, env)
    }
}

/// The number itself, in another format.
#[derive(Debug)]
pub(super) enum Same {}

impl<A: StaticFormat, B: StaticFormat> Operation<A, B, 1> for Same {
    #[inline(always)]
    fn lanes(_: &Format) -> Lanes {
        Lanes::Single
    }
    #[inline(always)]
    fn lane<L: Lane>(_plan: &Plan<B, L>, [a]: [L; 1]) -> L {
        a
    }
    #[inline(always)]
    fn scalar([a]: [A::Bits; 1], env: &Env) -> Rounded<B::Bits> {
        crate::convert::<A, B>(a, env)
    }
}
