//! Conversion between any two formats: decode exactly, round once.

use crate::{Bits, Env, Format, Misfit, Rounded, StaticFormat};

/// Converts a code of format `A` to format `B`, through the exact value, rounded once.
///
/// ```
/// use softfloat::{convert, format::{Binary64, MnHalf}, Env, Flags};
/// // 65505 does not fit 10 bits.
/// let r = convert::<Binary64, MnHalf>(65505f64.to_bits(), &Env::IEEE);
/// assert_eq!((r.bits, r.flags), (0x5e00, Flags::INEXACT));
/// ```
#[inline(always)]
pub fn convert<A: StaticFormat, B: StaticFormat>(bits: A::Bits, env: &Env) -> Rounded<B::Bits> {
    if A::FORMAT.width.max(B::FORMAT.width) <= 32 {
        convert_in::<u32>(&A::FORMAT, &B::FORMAT, env, bits.cast()).cast()
    } else {
        convert_in::<u64>(&A::FORMAT, &B::FORMAT, env, bits.cast()).cast()
    }
}

/// [`convert`] between formats that are known at run time only; the code stands in the low bits, what stands above is
/// not looked at ([`try_convert_any`] refuses it).
///
/// ```
/// use softfloat::{convert_any, format::{Binary32, Fp8E4m3Ocp}, Env, Flags, StaticFormat};
/// let (from, to) = (&Binary32::FORMAT, &Fp8E4m3Ocp::FORMAT);
/// let r = convert_any(from, to, &Env::IEEE, 0x3f88_0000); // 1 + 1/16, midway to 1 + 1/8
/// assert_eq!((r.bits, r.flags), (0x38, Flags::INEXACT)); // 1
/// ```
#[must_use]
pub fn convert_any(from: &Format, to: &Format, env: &Env, bits: u64) -> Rounded<u64> {
    match from.width.max(to.width) {
        0..=32 => convert_in::<u32>(from, to, env, bits as u32).cast(),
        _ => convert_in::<u64>(from, to, env, bits),
    }
}

/// [`convert_any`] of a code that is none of the format's where it is too wide.
///
/// ```
/// use softfloat::{format::{Binary16, Binary32}, try_convert_any, Env, StaticFormat};
/// let (from, to) = (&Binary16::FORMAT, &Binary32::FORMAT);
/// assert_eq!(try_convert_any(from, to, &Env::IEEE, 0x3c00)?.bits, 0x3f80_0000);
/// assert!(try_convert_any(from, to, &Env::IEEE, 0x13c00).is_err());
/// # Ok::<(), softfloat::Misfit>(())
/// ```
///
/// # Errors
/// [`Misfit::Code`].
pub fn try_convert_any(
    from: &Format,
    to: &Format,
    env: &Env,
    bits: u64,
) -> Result<Rounded<u64>, Misfit> {
    from.check(0, &[bits])?;
    Ok(convert_any(from, to, env, bits))
}

#[inline(always)]
fn convert_in<W: Bits>(from: &Format, to: &Format, env: &Env, bits: W) -> Rounded<W> {
    to.encode(env, from.read(env, bits))
}
