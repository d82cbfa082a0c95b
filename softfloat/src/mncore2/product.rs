//! The product of two significands as the multiplier array forms it (s. 4.3): in single and double
//! precision the mutual product of the low bits is left out, and a correction takes its place.
//!
//! `P = A*B - L + r`, L = (A mod 2^t)(B mod 2^t), r = 2^(2t-2) if L != 0, else 0; t = 5 for single,
//! 16 for double, 0 for half. In single precision r weighs 2^8 units of 2^-46, i.e. 2^-38.

use super::Precision;
use crate::Bits;

/// The product of two significands of precision `P`.
///
/// ```
/// use softfloat::mncore2::{product::significands, Half, Single};
/// assert_eq!(significands::<Half>(512, 513), 512 * 513);
/// // (2^23 + 1)^2: 2^8 takes the place of 1 * 1.
/// assert_eq!(significands::<Single>(0x80_0001, 0x80_0001), 0x4000_0100_0100);
/// ```
#[inline(always)]
pub fn significands<P: Precision>(a: u64, b: u64) -> P::Wide {
    let exact = a as u128 * b as u128;
    let product = if P::OMITTED == 0 {
        exact
    } else {
        let omitted = (a & u64::mask(P::OMITTED)) * (b & u64::mask(P::OMITTED));
        let r = if omitted != 0 { correction::<P>() } else { 0 };
        exact - omitted as u128 + r as u128
    };
    P::Wide::low(product)
}

/// The correction's weight, in units of the product's last place.
///
/// ```
/// use softfloat::mncore2::{product::correction, Half, Single};
/// assert_eq!((correction::<Half>(), correction::<Single>()), (0, 0x100));
/// ```
#[inline(always)]
#[must_use]
pub const fn correction<P: Precision>() -> u64 {
    match P::OMITTED {
        0 => 0,
        5 => 1 << 8,
        _ => 1 << 30,
    }
}
