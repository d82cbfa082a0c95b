//! Elements of blocks in slices: every value divided by its scale in binary32, then all of them rounded together.

use softfloat::format::{
    Binary32, Custom, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz, Fp8E5m2Ocp,
};
use softfloat::mx::{Quantization, quantize};
use softfloat::{Bits, Env, Flags, Overflow, StaticFormat, slice};
use std::marker::PhantomData;

/// Fraction bits of binary32.
const FRACTION: u32 = 23;
/// The magnitude of infinity.
const INFINITE: u32 = 0xff << FRACTION;
/// The largest magnitude of a block lies between these, 2^-60 and 2^120, so that no quotient leaves binary32 but such as
/// lie below every element.
const LEAST: u32 = (127 - 60) << FRACTION;
const MOST: u32 = (127 + 120) << FRACTION;
/// 2^-100, which rounds as every smaller number does: far below half of the smallest element.
const TINY: u32 = (127 - 100) << FRACTION;

/// How slices round quotients to elements.
pub(super) trait Elements {
    /// The weight of what is rounded, beside the quotient: one more place for [`Whole`].
    const PLACES: i32;

    /// The codes of quotients, and the exceptions of all.
    fn round(quotients: &[u32], env: &Env) -> (Vec<u64>, Flags);
}

/// Fixed-point elements of `BITS` bits of magnitude as the subnormal numbers of a format: halved, their units are its
/// units, also beyond the largest.
pub(super) struct Whole<const BITS: u32, B>(PhantomData<B>);

macro_rules! floats {
    ($($format:ty),*) => {$(
        impl Elements for $format {
            const PLACES: i32 = 0;

            fn round(quotients: &[u32], env: &Env) -> (Vec<u64>, Flags) {
                codes::<$format>(quotients, env)
            }
        }
    )*};
}

floats!(Fp8E4m3Ocp, Fp8E4m3Fnuz, Fp8E5m2Ocp, Fp8E5m2Fnuz, Fp6E3m2, Fp6E2m3, Fp4E2m1);

impl<const BITS: u32, B: Bits> Elements for Whole<BITS, B> {
    const PLACES: i32 = 1;

    fn round(quotients: &[u32], env: &Env) -> (Vec<u64>, Flags) {
        let (mut elements, rounded) = codes::<Custom<2, BITS, B>>(quotients, env);
        let (sign, largest) = (1 << (BITS + 2), (1 << BITS) - 1);
        let mut over = false;
        for code in &mut elements {
            let magnitude = *code & (sign - 1);
            over |= magnitude > largest;
            let kept = magnitude.min(largest);
            let element = if *code & sign == 0 { kept } else { kept.wrapping_neg() };
            *code = element & ((1 << (BITS + 1)) - 1);
        }
        // Fixed-point numbers do not underflow; what is clamped has overflowed (TILE-D83).
        let mut flags = if rounded.contains(Flags::INEXACT) { Flags::INEXACT } else { Flags::NONE };
        if over {
            flags |= Flags::OVERFLOW | Flags::INEXACT;
        }
        (elements, flags)
    }
}

fn codes<F: StaticFormat>(quotients: &[u32], env: &Env) -> (Vec<u64>, Flags) {
    let mut codes = vec![F::Bits::ZERO; quotients.len()];
    let env = Env { overflow: Overflow::SaturateFinite, ..*env };
    // Slices of one length always agree.
    let flags = slice::convert::<Binary32, F>(quotients, &mut codes, &env);
    (codes.into_iter().map(|code| code.wide() as u64).collect(), flags.unwrap_or(Flags::NONE))
}

/// Divides the values of a block by its scale, in place; hands back the scale. Nothing where the block holds what is no
/// number, or where its largest magnitude is too far from 1.
#[inline]
pub(super) fn scaled<E: StaticFormat, L: Elements>(
    block: &mut [u32],
    rules: Quantization,
    env: &Env,
) -> Option<u8> {
    let magnitude = |code: u32| code & !(1 << 31);
    let largest = block.iter().fold(0, |largest, &code| largest.max(magnitude(code)));
    if !(LEAST..MOST).contains(&largest) || largest >= INFINITE {
        return None;
    }
    // The scale is that of the largest magnitude alone.
    let scale = quantize::<Binary32, E>(&[largest], &mut [E::Bits::ZERO], rules, env).bits;
    let down = (i32::from(scale) - 127 + L::PLACES) << FRACTION;
    for code in block {
        let own = magnitude(*code);
        // As an integer the code is the exponent field and what follows it.
        let quotient = (own as i32).wrapping_sub(down);
        let small = own < 1 << FRACTION || quotient < TINY as i32;
        let quotient = if small { TINY } else { quotient as u32 };
        *code = if own == 0 { *code } else { *code & 1 << 31 | quotient };
    }
    Some(scale)
}
